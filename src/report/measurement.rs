//! One search of a report, and its measurements.

use std::{
    io,
    time::{Duration, Instant},
};

use super::Plan;
use crate::{
    assignment::Task,
    files::LineEnding,
    game::Depth,
    games::reversi::{Bitboard, Move, Position, Square},
    log::LogSize,
    search::{Algorithm, Counts},
};

/// Equal queries have equal measurements in every report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    pub position: Position,
    pub search: Algorithm,
    /// The number of the evaluation in the plan.
    pub evaluation: usize,
    pub depth: Depth,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measurement {
    pub value: i32,
    /// The first best move at the root; `None` if the root is a leaf.
    pub best: Option<Square>,
    pub counts: Counts,
    /// The wall-clock time of the search that counts.
    pub time: Duration,
    /// The size of the log in the assignment's format with LF.
    pub log: LogSize,
    /// The moves that are as good as the best move; only alpha-beta has ties.
    pub ties: Option<Ties>,
}

/// The root's moves with the best value. Alpha-beta only proves that the other moves are not better, so each move gets
/// its own search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ties {
    /// The best moves; empty if the root is a leaf.
    pub moves: Bitboard,
    /// The nodes of one search with the full window for each root move.
    pub nodes: u64,
}

impl Query {
    /// Searches twice: for the counts and for the log. The error is that the system refuses a thread.
    pub fn measure(&self, plan: &Plan) -> io::Result<Measurement> {
        let evaluation = plan.evaluations[self.evaluation].clone();
        let task = Task::new(self.position, plan.assignment.rules, self.search, evaluation, self.depth);
        let start = Instant::now();
        let (outcome, counts) = task.count();
        let time = start.elapsed();
        let value = outcome.value.finite().expect("an evaluation");
        let best = outcome.best.and_then(Move::square);
        let log = task.search().log_size(&plan.assignment.row_format, LineEnding::Lf, &mut |_| ())?;
        let ties = (self.search == Algorithm::AlphaBeta).then(|| ties(&task));
        Ok(Measurement { value, best, counts, time, log, ties })
    }
}

fn ties(task: &Task) -> Ties {
    let mut ties = Ties { moves: Bitboard::EMPTY, nodes: 0 };
    let Some(depth) = task.depth.below() else { return ties };
    let player = task.start.side_to_move();
    let mut best = None;
    for square in task.start.legal_moves() {
        let mut child = task.from(task.start.after(square));
        child.depth = depth;
        let (outcome, counts) = child.count();
        ties.nodes += counts.nodes;
        let value = outcome.value.finite().map(|value| if child.max() == player { value } else { -value });
        if value > best {
            (best, ties.moves) = (value, Bitboard::EMPTY);
        }
        if value == best {
            ties.moves |= Bitboard::of(square);
        }
    }
    ties
}
