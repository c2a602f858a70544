//! Kinds of places in a student's files, such as leaves or rows after a cut-off.

use std::{ops::ControlFlow, sync::Arc};

use serde::{Serialize, Serializer};

use super::{
    Explanation,
    line_matcher::FileMatch,
    trial::{Compared, ReadCase, Trial},
};
use crate::{
    FoundMove, Kind, Play, Role,
    node_alignment::{MOST_ROWS, RowPair},
    reasons::position_after,
};
use reversi_core::games::reversi::{Color, Move, Position};
use reversi_course::{
    assignment::{Action, Job, Step, Task},
    log::{Event, LineField, Row},
    mistakes::NodeBudget,
};
use reversi_io::names::{count, list, names};

names! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum PlaceKind {
        Leaf => "leaf",
        /// The first log row of an inner node.
        Entry => "entry",
        AfterChild => "after-child",
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
        StepAfterPass => "step-after-pass",
        FirstStep => "first-step",
        /// The final board of the moves file.
        LastBlock => "last-block",
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaceKinds(u16);

impl PlaceKinds {
    pub(super) const ALL: Self = Self(u16::MAX);

    pub(super) const fn contains(self, kind: PlaceKind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    pub(super) fn with(self, kind: PlaceKind, is_so: bool) -> Self {
        Self(self.0 | u16::from(is_so) << kind as u16)
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

    /// The kinds of a log row; `is_after_cut_off` is true if a cut-off came earlier in the log.
    fn of_row(task: &Task, row: &Row<Move>, board: &Position, is_after_cut_off: bool) -> Self {
        let is_wiped_out = Color::ALL.into_iter().any(|color| board.discs(color).is_empty());
        let is_tie = match row.event {
            Event::Update { child_value, improved, .. } => !improved && child_value == row.value,
            Event::Enter | Event::Leaf => false,
        };
        Self::of_turn(board.side_to_move(), task)
            .with(PlaceKind::Leaf, row.event == Event::Leaf)
            .with(PlaceKind::Entry, row.event == Event::Enter)
            .with(PlaceKind::AfterChild, matches!(row.event, Event::Update { .. }))
            .with(PlaceKind::AfterCutOff, is_after_cut_off)
            .with(PlaceKind::BelowPass, row.path.contains(&Move::Pass))
            .with(PlaceKind::BelowWipeOut, is_wiped_out)
            .with(PlaceKind::Root, row.path.is_empty())
            .with(PlaceKind::Tie, is_tie)
    }

    /// Shows each log row of a job's search to `visit`, with the kinds of the row.
    pub(super) fn each_row(job: &Job, visit: &mut dyn FnMut(&Row<Move>, Self) -> ControlFlow<()>) {
        let mut is_after_cut_off = false;
        job.task.search().each_row(&mut |row| {
            let kinds = Self::of_row(&job.task, row, &position_after(job.task.start, row.path), is_after_cut_off);
            is_after_cut_off |= row.event.is_cut_off();
            visit(row, kinds)
        });
    }

    /// The kinds of the steps of a job's game. If the player has a choice, the step may have a tie.
    pub(super) fn of_steps(job: &Job) -> impl Iterator<Item = Self> {
        let mut is_after_pass = false;
        job.task.steps(Arc::default()).map(move |step| {
            let kinds = Self::of_step(&job.task, &step, is_after_pass);
            is_after_pass |= step.action == Action::Pass;
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
    pub(super) const AFTER_MOVE: &str = "the board after a move";

    /// A noun for a place of these kinds; `plain` if no other noun fits.
    pub(super) fn noun(self, plain: &str) -> String {
        let has = |kind| self.contains(kind);
        let is_after_move = plain == Self::AFTER_MOVE;
        let steps = [
            (PlaceKind::FirstStep, if is_after_move { "the board after the first move" } else { "the first step" }),
            (PlaceKind::LastBlock, "the last block"),
            (PlaceKind::StepAfterPass, "a step after a pass"),
        ];
        let steps: Vec<&str> = steps.into_iter().filter(|(kind, _)| has(*kind)).map(|(_, noun)| noun).collect();
        let rows = [
            (PlaceKind::Leaf, "the row of a leaf"),
            (PlaceKind::Entry, "the first row of an inner node"),
            (PlaceKind::AfterChild, "a row after a child"),
        ];
        let row = rows.into_iter().find(|(kind, _)| has(*kind)).map(|(_, noun)| noun);
        let noun = match row {
            Some(row) => row.to_owned(),
            None if steps.is_empty() => plain.to_owned(),
            None => list(steps, "and"),
        };
        let adjectives = [(PlaceKind::Surplus, "surplus"), (PlaceKind::Missing, "missing")];
        let noun = match (adjectives.into_iter().find(|(kind, _)| has(*kind)), noun.split_once(' ')) {
            (Some((_, adjective)), Some((article, rest))) => format!("{article} {adjective} {rest}"),
            _ => noun,
        };
        let more = [
            (PlaceKind::Max, " of MAX"),
            (PlaceKind::Min, " of MIN"),
            (PlaceKind::Root, " at the root"),
            (PlaceKind::BelowPass, " below a pass"),
            (PlaceKind::BelowWipeOut, " below a wipe-out"),
            (PlaceKind::AfterCutOff, " after the first cut-off"),
            (PlaceKind::Tie, " with a tie"),
        ];
        more.into_iter().filter(|(kind, _)| has(*kind)).fold(noun, |noun, (_, more)| noun + more)
    }
}

/// Writes the names of the kinds.
impl Serialize for PlaceKinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(PlaceKind::name))
    }
}

/// The wrong rows of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongRows {
    /// The number of wrong, missing and surplus rows.
    pub count: u64,
    /// The fields in which the wrong rows differ; empty if some row is missing, surplus or unreadable.
    pub fields: Vec<LineField>,
    /// The kinds that all wrong rows have and that some right row does not have.
    pub kinds: PlaceKinds,
    /// The number of the row from which all rows are wrong, if several right rows come before.
    pub from_row: Option<u64>,
    pub(super) first: PlaceKinds,
    /// The kinds that some right row before the first wrong row does not have.
    pub(super) unlike_before: PlaceKinds,
}

impl WrongRows {
    /// The wrong rows, aligned by node; `None` if the log is right or too long to align.
    pub(super) fn of(case: &ReadCase) -> Option<Self> {
        let (log, job) = (case.log.as_ref()?, case.job);
        let found: Vec<_> = log.rows().take(MOST_ROWS).map(|(_, row)| row).collect();
        if found.len() == MOST_ROWS {
            return None;
        }
        let (found_hashes, expected_hashes, most) = (case.hashes()?, case.expected_hashes()?, case.most_aligned()?);
        let (mut expected, mut kinds) = (Vec::new(), Vec::new());
        PlaceKinds::each_row(job, &mut |row, of_row| {
            expected.push(job.row_format().line(row));
            kinds.push(of_row);
            if expected.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let mut wrong = Self { kinds: PlaceKinds::ALL, ..Self::default() };
        let (mut unlike, mut last_right, mut first_wrong) = (PlaceKinds::default(), 0, None);
        let columns = job.row_format().columns(true);
        let mut fields = Some(Vec::new());
        for (number, pair) in (1..).zip(expected_hashes.align(found_hashes)) {
            let RowPair { expected: at, found: found_at } = pair;
            let own = at.map_or(PlaceKinds::default(), |at| kinds[at]);
            if expected_hashes.is_equal(found_hashes, pair) {
                last_right = number;
                unlike = unlike.or(own.others());
                continue;
            }
            let own = own.with(PlaceKind::Surplus, at.is_none()).with(PlaceKind::Missing, found_at.is_none());
            if wrong.count == 0 {
                (wrong.first, wrong.unlike_before, first_wrong) = (own, unlike, Some(number));
            }
            wrong.count += 1;
            wrong.kinds = wrong.kinds.and(own);
            let rows = at.zip(found_at).and_then(|(at, found_at)| Some((expected[at], found[found_at]?)));
            fields = fields.zip(rows).map(|(mut fields, (expected, found))| {
                for field in expected.differences(&found, columns) {
                    if !fields.contains(&field) {
                        fields.push(field);
                    }
                }
                fields
            });
        }
        if expected.len() == most {
            wrong.count += job.task.search().row_count().saturating_sub(most as u64);
        }
        let fields = fields.unwrap_or_default();
        wrong.fields = LineField::of(columns).filter(|field| fields.contains(field)).collect();
        wrong.kinds = wrong.kinds.and(unlike);
        wrong.from_row = first_wrong.filter(|first| *first > 2 && last_right < *first);
        (wrong.count > 0).then_some(wrong)
    }

    /// A sentence on the common features of several wrong rows; `None` without common features.
    pub fn in_common(&self) -> Option<String> {
        let mut features = Vec::new();
        match self.fields[..] {
            [field] => features.push(format!("only the column {field} differs")),
            [one, other] => features.push(format!("only the columns {one} and {other} differ")),
            _ => {}
        }
        if !self.kinds.is_empty() {
            features.push(format!("each is {}", self.kinds.noun("a row")));
        }
        features.extend(
            self.from_row
                .map(|row| format!("every row from row {row} on is wrong, and the rows before row {row} are right")),
        );
        let kinds = [PlaceKind::Surplus, PlaceKind::Missing];
        let is_plain = !self.fields.is_empty() || kinds.into_iter().any(|kind| self.kinds.contains(kind));
        let rows = count(self.count, if is_plain { "wrong row" } else { "wrong, missing or surplus row" });
        (self.count > 1 && !features.is_empty()).then(|| format!("The log has {rows}: {}.", features.join("; ")))
    }
}

/// In a case that a set explains in part: the first wrong place that the set does not explain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remains {
    pub line: u64,
    /// The name of the kind of place, if the kind is special.
    pub at: Option<&'static str>,
    #[serde(skip)]
    pub role: Role,
    /// The set that explains the files up to this place.
    #[serde(skip)]
    beyond: Explanation,
    /// True if the place is the first wrong line of the file.
    #[serde(skip)]
    is_first: bool,
}

impl Remains {
    /// Finds the first wrong place that the set does not explain.
    pub(super) fn beyond(case: &ReadCase, set: &Explanation, budget: &mut NodeBudget) -> Option<Self> {
        let trial = Trial::new(case, set.possible_for(case.job), Compared::Both, budget.most_nodes);
        budget.nodes += trial.nodes;
        let expected = case.expected();
        // If the first line that a set changes is right, the set explains nothing before the first wrong line.
        let of_set = trial.first_difference().filter(|first| Some(*first) >= expected.first_difference());
        let (file, line) = of_set.or_else(|| expected.first_difference())?;
        let is_first = |role| expected.verdict(role) == FileMatch::Differs(line);
        if file == 0 {
            let row = case.log.as_ref()?.rows().position(|(number, _)| number == line);
            let at = row.and_then(|row| Self::at_row(case, row));
            return Some(Self { line, at, role: Role::Log, beyond: set.clone(), is_first: is_first(Role::Log) });
        }
        let role = case.rest?.0;
        let step = usize::try_from((line - 1) / Step::LINES).ok().filter(|_| role == Role::Moves)?;
        let at = case.job.task.steps(Arc::default()).nth(step).and_then(|step| match step.action {
            Action::Pass => Some("pass"),
            Action::End => Some("end"),
            Action::Place(_) => None,
        });
        Some(Self { line, at, role, beyond: set.clone(), is_first: is_first(role) })
    }

    /// The kind of the expected row that is aligned with a log row (counted from 0).
    fn at_row(case: &ReadCase, row: usize) -> Option<&'static str> {
        let (found, expected, most) = (case.hashes()?, case.expected_hashes()?, case.most_aligned()?);
        let mut kinds = Vec::new();
        PlaceKinds::each_row(case.job, &mut |row, of_row| {
            let has = |kind| of_row.contains(kind);
            let is_over = has(PlaceKind::Leaf) && row.path.len() < case.job.task.depth.plies() as usize;
            let at = [
                (has(PlaceKind::BelowWipeOut), "wipe-out"),
                (has(PlaceKind::BelowPass), "pass"),
                (row.event.is_cut_off(), "cut-off"),
                (is_over, "end"),
                (has(PlaceKind::Leaf), "leaf"),
                (has(PlaceKind::Tie), "tie"),
            ];
            kinds.push(at.into_iter().find(|(is_so, _)| *is_so).map(|(_, name)| name));
            if kinds.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        kinds[expected.align(found).into_iter().find(|pair| pair.found == Some(row))?.expected?]
    }

    /// A sentence on the place. If the report already names the line, the sentence only names the kind of the place.
    pub(super) fn sentence(&self, is_reported: bool) -> Option<String> {
        let Self { line, at, role, beyond, is_first } = self;
        // A leaf above the depth limit is not always at the end of the game.
        let at = at.map(|at| match (at, role) {
            ("end", Role::Log) => "at a leaf above the depth limit".to_owned(),
            ("end", Role::Moves | Role::Board) => "where the game is over".to_owned(),
            (at, _) => format!("at a {at}"),
        });
        let noun = role.noun();
        if is_reported || *is_first {
            return Some(format!("Line {line} of the {noun} is {}.", at?));
        }
        let at = at.map(|at| format!(", {at}")).unwrap_or_default();
        Some(format!("The first wrong place that {beyond} does not explain is in line {line} of the {noun}{at}."))
    }
}
