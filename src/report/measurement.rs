//! One search of a report, and what is measured of it.

use super::search_kind::{SearchKind, search_strictly};
use crate::{
    assignment::{Assignment, SearchRules, Task},
    files::LineEnding,
    game::Depth,
    games::reversi::{Bitboard, Color, Expression, Move, Position, Square},
    log::{LogFormat, LogSize},
    search::Counts,
};

/// What is searched, and how. Whatever else a report is about, this is always measured alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// The root, by the rules of the batch job.
    pub position: Position,
    pub search: SearchKind,
    /// The number of the evaluation in the plan.
    pub evaluation: usize,
    pub depth: Depth,
}

/// What a search found, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measurement {
    pub value: i32,
    /// The first best move; none where the root is a leaf.
    pub best: Option<Square>,
    pub counts: Counts,
    /// The size of the log in the spelling of the batch job, with LF; none for the trial, which has no log.
    pub log: Option<LogSize>,
    /// Which moves are as good as the best; for alpha-beta only.
    pub ties: Option<Ties>,
}

/// The moves of a root that are worth as much as the best one. Alpha-beta knows no more of the others than that they
/// are not better, so each of them gets a search of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ties {
    /// The best moves; none where the root is a leaf.
    pub moves: Bitboard,
    /// The nodes of those searches, with the full window.
    pub nodes: u64,
}

impl Query {
    /// The task; none for the trial.
    pub fn task(&self, evaluation: &Expression) -> Option<Task> {
        let algorithm = self.search.algorithm()?;
        Some(Task::new(self.position, SearchRules::NO_PASS, algorithm, evaluation.clone(), self.depth))
    }

    /// Searches, once for the counts and once for the log.
    pub fn measure(&self, evaluation: &Expression) -> Measurement {
        let task = self.task(evaluation);
        let (outcome, counts) = match &task {
            Some(task) => task.search().count(),
            None => search_strictly(&self.position, evaluation, self.depth),
        };
        let value = outcome.value.finite().expect("an evaluation");
        let best = outcome.best.and_then(Move::square);
        let format = LogFormat::Spelled(Assignment::usual().spelling.clone());
        let log = task.as_ref().map(|task| task.search().log_size(&format, LineEnding::Lf));
        let ties = task.as_ref().filter(|_| self.search == SearchKind::AlphaBeta).map(ties);
        Measurement { value, best, counts, log, ties }
    }
}

/// The moves of a task's root that are worth most to the player to move.
fn ties(task: &Task) -> Ties {
    let mut ties = Ties { moves: Bitboard::EMPTY, nodes: 0 };
    let Some(depth) = task.depth.below() else { return ties };
    let sign = if task.start.side_to_move() == Color::Black { 1 } else { -1 };
    let mut best = None;
    for square in task.start.legal_moves() {
        let mut child = task.from(task.start.after(square));
        child.depth = depth;
        let (outcome, counts) = child.search().count();
        ties.nodes += counts.nodes;
        let worth = outcome.value.finite().map(|value| sign * value);
        if worth > best {
            (best, ties.moves) = (worth, Bitboard::EMPTY);
        }
        if worth == best {
            ties.moves |= Bitboard::of(square);
        }
    }
    ties
}
