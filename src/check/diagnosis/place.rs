//! Kinds of places in a student's files, such as leaves or rows after a cut-off.

use std::ops::ControlFlow;

use serde::{Serialize, Serializer};

use crate::{FoundMove, Kind, Play, reasons::position_after};
use reversi_core::games::reversi::{Color, Move, Position};
use reversi_course::{
    assignment::{Action, Job, Step, Task},
    log::{Event, Row},
};
use reversi_io::names::names;

names! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum PlaceKind {
        Leaf => "leaf",
        /// A leaf above the depth limit.
        EarlyLeaf => "early-leaf",
        /// The first log row of an inner node.
        Entry => "entry",
        AfterChild => "after-child",
        /// A row with a cut-off.
        CutOff => "cut-off",
        /// A row after a child whose search ended in a cut-off.
        AfterCutOffChild => "after-cut-off-child",
        /// A row after the first cut-off of the log.
        AfterCutOff => "after-cut-off",
        BelowPass => "below-pass",
        BelowWipeOut => "below-wipe-out",
        Max => "max",
        Min => "min",
        Root => "root",
        /// A row after a child whose value equals the best value so far, or a step in which two moves have equal
        /// values.
        Tie => "tie",
        Surplus => "surplus",
        Missing => "missing",
        /// A step directly after a pass.
        StepAfterPass => "step-after-pass",
        FirstStep => "first-step",
        /// The final board of the moves file.
        LastBlock => "last-block",
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaceKinds(u32);

impl PlaceKinds {
    pub(super) const ALL: Self = Self(u32::MAX);

    pub(super) const fn contains(self, kind: PlaceKind) -> bool {
        self.0 >> kind as u32 & 1 == 1
    }

    pub(super) fn with(self, kind: PlaceKind, is_so: bool) -> Self {
        Self(self.0 | u32::from(is_so) << kind as u32)
    }

    pub(super) fn without(self, kind: PlaceKind) -> Self {
        Self(self.0 & !(1 << kind as u32))
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds of place that are not in the set.
    pub(super) const fn others(self) -> Self {
        Self(!self.0)
    }

    /// The kinds that lead to a place in the program: not those that every few rows have.
    pub(super) fn special(self) -> Self {
        let special = [
            PlaceKind::EarlyLeaf,
            PlaceKind::CutOff,
            PlaceKind::AfterCutOffChild,
            PlaceKind::AfterCutOff,
            PlaceKind::BelowPass,
            PlaceKind::BelowWipeOut,
            PlaceKind::Tie,
            PlaceKind::StepAfterPass,
            PlaceKind::LastBlock,
        ];
        special.into_iter().fold(Self::default(), |kinds, kind| kinds.with(kind, self.contains(kind)))
    }

    /// The fewest kinds that at least two wrong places have and no right place has together; each place comes with true
    /// if it is right.
    pub(super) fn separating(places: &[(Self, bool)]) -> Option<Self> {
        let of = |is_right| places.iter().filter(move |place| place.1 == is_right).map(|place| place.0);
        let not_of_places = [PlaceKind::Surplus, PlaceKind::Missing, PlaceKind::AfterCutOff];
        let shared = not_of_places.into_iter().fold(of(false).fold(Self::ALL, Self::and), Self::without);
        shared.fewest(&of(true).collect::<Vec<_>>()).filter(|_| of(false).count() > 1)
    }

    /// The fewest of these kinds that none of the other places has together; `None` without other places.
    pub(super) fn fewest(self, others: &[Self]) -> Option<Self> {
        let is_alone = |kinds: Self| !others.iter().any(|other| other.and(kinds) == kinds);
        let drop = |kinds: Self, kind| Some(kinds.without(kind)).filter(|fewer| is_alone(*fewer)).unwrap_or(kinds);
        (!others.is_empty() && is_alone(self)).then(|| self.iter().fold(self, drop))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn iter(self) -> impl Iterator<Item = PlaceKind> {
        PlaceKind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }

    fn of_turn(player: Color, task: &Task) -> Self {
        let is_max = player == task.max();
        Self::default().with(PlaceKind::Max, is_max).with(PlaceKind::Min, !is_max)
    }

    /// The kinds of a log row, apart from the kinds that depend on earlier rows.
    fn of_row(task: &Task, row: &Row<Move>, board: &Position) -> Self {
        let is_wiped_out = Color::ALL.into_iter().any(|color| board.discs(color).is_empty());
        let is_tie = match row.event {
            Event::Update { child_value, improved, .. } => !improved && child_value == row.value,
            Event::Enter | Event::Leaf => false,
        };
        Self::of_turn(board.side_to_move(), task)
            .with(PlaceKind::Leaf, row.event == Event::Leaf)
            .with(PlaceKind::Entry, row.event == Event::Enter)
            .with(PlaceKind::AfterChild, matches!(row.event, Event::Update { .. }))
            .with(PlaceKind::EarlyLeaf, row.event == Event::Leaf && row.path.len() < task.depth.plies() as usize)
            .with(PlaceKind::CutOff, row.event.is_cut_off())
            .with(PlaceKind::BelowPass, row.path.contains(&Move::Pass))
            .with(PlaceKind::BelowWipeOut, is_wiped_out)
            .with(PlaceKind::Root, row.path.is_empty())
            .with(PlaceKind::Tie, is_tie)
    }

    /// Shows each log row of a job's search to `visit`, with the kinds of the row.
    pub(super) fn each_row(job: &Job, visit: &mut dyn FnMut(&Row<Move>, Self) -> ControlFlow<()>) {
        let mut is_after_cut_off = false;
        // For each ply: true if the last row at this ply has a cut-off.
        let mut cut_off_at = vec![false; job.task.depth.plies() as usize + 2];
        job.task.search().each_row(&mut |row| {
            let (ply, is_update) = (row.path.len(), matches!(row.event, Event::Update { .. }));
            let is_after_cut_off_child = is_update && cut_off_at[ply + 1];
            let kinds = Self::of_row(&job.task, row, &position_after(job.task.start, row.path))
                .with(PlaceKind::AfterCutOff, is_after_cut_off)
                .with(PlaceKind::AfterCutOffChild, is_after_cut_off_child);
            cut_off_at[ply] = row.event.is_cut_off();
            is_after_cut_off |= row.event.is_cut_off();
            visit(row, kinds)
        });
    }

    /// The kinds of the steps of a job's game. If the player has a choice, the step may have a tie.
    pub(super) fn of_steps(job: &Job) -> impl Iterator<Item = Self> {
        let mut is_after_pass = false;
        job.task.steps().map(move |step| {
            let kinds = Self::of_step(&job.task, &step, is_after_pass);
            is_after_pass = step.action == Action::Pass;
            kinds.with(PlaceKind::Tie, step.position.legal_moves().len() > 1)
        })
    }

    /// The kinds of a game step; ties are left out.
    pub(super) fn of_step(task: &Task, step: &Step, is_after_pass: bool) -> Self {
        Self::of_turn(step.position.side_to_move(), task)
            .with(PlaceKind::StepAfterPass, is_after_pass)
            .with(PlaceKind::FirstStep, step.number == 1)
            .with(PlaceKind::LastBlock, step.action == Action::End)
    }

    /// The kinds of a wrong block of a moves file, or of a wrong next board.
    pub(super) fn of_play(job: &Job, kind: Kind, play: &Play, is_after_pass: bool) -> Self {
        let number = play.step.map(|step| step.number);
        let wrong_move = play.before.as_ref().filter(|_| kind == Kind::Board);
        let kinds = Self::default()
            .with(PlaceKind::StepAfterPass, is_after_pass)
            .with(PlaceKind::FirstStep, number == Some(1) || number == Some(2) && wrong_move.is_some())
            .with(PlaceKind::LastBlock, play.step.is_some_and(|step| step.action == Action::End))
            .with(PlaceKind::Surplus, kind == Kind::ExtraRow)
            .with(PlaceKind::Missing, kind == Kind::MissingRow);
        let Some((board, expected)) = wrong_move else { return kinds };
        let task = job.task.from(*board);
        let value = |played| task.search().value_after(&[played]);
        let is_tie = match (play.found_move(), expected) {
            (FoundMove::Legal(found), Some(expected)) => value(found.into()) == value(*expected),
            _ => false,
        };
        kinds.or(Self::of_turn(board.side_to_move(), &job.task)).with(PlaceKind::Tie, is_tie)
    }

    /// The noun for a step that is wrong because of the move before it. The kinds are the kinds of this move.
    pub(super) const AFTER_MOVE: &str = "board after a move";

    /// A noun with its article for a place of these kinds; `plain` is the noun if no other noun fits.
    pub(super) fn noun(self, plain: &str) -> String {
        let phrase = self.phrase(plain);
        let article = match phrase.split(' ').next() {
            Some("first" | "last") if !self.contains(PlaceKind::Entry) => "the",
            Some("extra") => "an",
            _ => "a",
        };
        format!("{article} {phrase}")
    }

    pub(super) fn phrase(self, plain: &str) -> String {
        let has = |kind| self.contains(kind);
        let nouns = [
            (PlaceKind::FirstStep, "first step"),
            (PlaceKind::LastBlock, "last block"),
            (PlaceKind::Leaf, "leaf row"),
            (PlaceKind::EarlyLeaf, "leaf row"),
            (PlaceKind::Entry, "first row of an inner node"),
        ];
        let noun = nouns.into_iter().find(|(kind, _)| has(*kind) && plain != Self::AFTER_MOVE);
        let adjectives = [(PlaceKind::Surplus, "extra "), (PlaceKind::Missing, "missing ")];
        let adjective = adjectives.into_iter().find(|(kind, _)| has(*kind)).map_or("", |(_, adjective)| adjective);
        let is_after_child =
            has(PlaceKind::AfterChild) && ![PlaceKind::CutOff, PlaceKind::AfterCutOffChild].into_iter().any(has);
        let more = [
            (has(PlaceKind::Max), " of MAX"),
            (has(PlaceKind::Min), " of MIN"),
            (has(PlaceKind::EarlyLeaf), " above the depth limit"),
            (is_after_child, " after a child"),
            (has(PlaceKind::CutOff), " with a cut-off"),
            (has(PlaceKind::AfterCutOffChild), " after a child that ended in a cut-off"),
            (has(PlaceKind::StepAfterPass), " directly after a pass"),
            (has(PlaceKind::Root), " at the root"),
            (has(PlaceKind::BelowPass), " below a pass"),
            (has(PlaceKind::BelowWipeOut), " after a wipe-out"),
            (has(PlaceKind::AfterCutOff), " after the first cut-off"),
            (has(PlaceKind::Tie), " with a tie"),
        ];
        let more = more.into_iter().filter(|(is_so, _)| *is_so).map(|(_, more)| more);
        [adjective, noun.map_or(plain, |(_, noun)| noun)].into_iter().chain(more).collect()
    }
}

/// Writes the names of the kinds.
impl Serialize for PlaceKinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(PlaceKind::name))
    }
}
