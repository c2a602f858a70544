//! Finds the wrong steps of a student's game, and their common features.

use super::{
    evidence::is_line,
    other_job::CHEAP_GAME,
    place::{PlaceKind, PlaceKinds, Separation},
    trial::ReadCase,
};
use crate::{FoundMove, Play, Role, play::parse_rows};
use reversi_core::games::reversi::{Color, Move, Position, Square};
use reversi_course::assignment::{Action, Job, Step, Task};
use reversi_io::names::count;

/// The wrong steps of a moves file. Each step is compared with the step that the assignment requires from the student's
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongSteps {
    pub count: u64,
    pub separation: Option<Separation>,
    /// The number of the first step in which a player passes, if all wrong steps come later and several right steps
    /// come before.
    pass_before: Option<u32>,
}

/// The fewest right steps before the first pass for a statement that the steps after it are wrong. A mistake that changes
/// one step in five leaves ten steps right by chance in one of nine games.
const FEWEST_BEFORE_PASS: u32 = 10;

impl WrongSteps {
    /// The wrong steps; `None` if a block of the file has no board, or if the game would take too long.
    pub(super) fn of(case: &ReadCase) -> Option<Self> {
        let job = case.job;
        let (_, part) = case.rest.filter(|(role, _)| *role == Role::Moves && job.task.depth <= CHEAP_GAME)?;
        let lines: Vec<&[u8]> = case.reformatted.unwrap_or(part).lines().trimmed().map(|(_, line)| line).collect();
        #[allow(clippy::cast_possible_truncation)] // 11
        let mut blocks = lines.chunks(Step::LINES as usize).peekable();
        let mut position = job.task.start;
        if board(job, blocks.peek()?, position.side_to_move())? != position {
            return None;
        }
        let mut places = Vec::new();
        let (mut is_after_pass, mut first_pass) = (false, None);
        for number in 1.. {
            let block = blocks.next()?;
            let mut search = job.task.from(position);
            let mut step = first_step(&search, number);
            let kinds = PlaceKinds::of_step(&job.task, &step, is_after_pass);
            is_after_pass = step.action == Action::Pass;
            first_pass = first_pass.or(is_after_pass.then_some(number));
            let is_line = |line: String, found: Option<&&[u8]>| found.is_some_and(|found| is_line(job, &line, found));
            let words = &job.assignment.moves;
            let passes = step.action == Action::Pass;
            let mut is_right = is_line(words.step(number), block.first())
                && is_line(words.player(position.side_to_move(), passes), block.get(1));
            let opponent = position.side_to_move().opponent();
            if [false, true].into_iter().any(|passes| is_line(words.player(opponent, passes), block.get(1))) {
                search = job.task.from(position.with_side_to_move(opponent));
                step = first_step(&search, number);
            }
            let (mut kinds, mut goes_on) = (kinds, false);
            match (step.result(), blocks.peek()) {
                (Some(expected), Some(next)) => {
                    let found = board(job, next, expected.side_to_move())?;
                    let is_tie =
                        if found == expected { has_tie(&search, &step) } else { is_tie_of(&search, &step, found) };
                    kinds = kinds.with(PlaceKind::Tie, is_tie);
                    is_right &= found == expected;
                    goes_on = true;
                    position = found;
                }
                (None, Some([end])) => is_right &= is_line(words.end.clone(), Some(end)),
                // If the game is continued after its end or ends too early, this place has no kind.
                (_, None | Some(_)) => (is_right, kinds) = (false, PlaceKinds::default()),
            }
            places.push((kinds, is_right));
            if !goes_on {
                break;
            }
        }
        let count = places.iter().filter(|(_, is_right)| !is_right).count() as u64;
        let are_right = |steps: u32| places.iter().take(steps as usize).all(|(_, is_right)| *is_right);
        let pass_before = first_pass.filter(|pass| *pass > FEWEST_BEFORE_PASS && are_right(*pass));
        Some(Self { count, separation: Separation::of(&places), pass_before })
    }

    /// A sentence on the common features of several wrong steps; `None` without common features.
    pub(super) fn in_common(self) -> Option<String> {
        let steps = count(self.count, "wrong step");
        let feature = match (self.separation, self.pass_before) {
            (Some(separation), _) => separation.text("step"),
            (None, Some(pass)) if self.count > 1 => format!("all come after the first pass, in step {pass}"),
            (None, _) => return None,
        };
        Some(format!("The game has {steps}: {feature}."))
    }
}

fn first_step(task: &Task, number: u32) -> Step {
    Step::new(number, task.start, task.search().solve().best.and_then(Move::square))
}

/// True if another legal move has the value of the expected move.
fn has_tie(task: &Task, step: &Step) -> bool {
    let Action::Place(expected) = step.action else { return false };
    let value = |square: Square| task.search().value_after(&[square.into()]);
    let best = value(expected);
    step.position.legal_moves().into_iter().any(|square| square != expected && value(square) == best)
}

/// True if another legal move with the same value leads to this board.
fn is_tie_of(task: &Task, step: &Step, found: Position) -> bool {
    let Action::Place(expected) = step.action else { return false };
    let play = Play {
        step: None,
        before: Some((task.start, Some(expected.into()))),
        found: Some(found),
        is_after_pass: false,
    };
    let value = |square: Square| task.search().value_after(&[square.into()]);
    matches!(play.found_move(), FoundMove::Legal(square) if value(square) == value(expected))
}

fn board(job: &Job, block: &[&[u8]], side_to_move: Color) -> Option<Position> {
    let rows: Vec<_> = block.iter().skip(2).take(8).map(|row| String::from_utf8_lossy(row)).collect();
    parse_rows(job, &rows, side_to_move)
}
