//! The searches of a report: the two of the assignment, and the trial that explains what ties cost.

use crate::{
    assignment::Task,
    game::Value,
    games::reversi::Move,
    names::names,
    search::{Algorithm, AlphaBeta, Counts, Outcome, Window},
};

names! {
    /// How a position is searched.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SearchKind {
        /// Minimax.
        Minimax => Algorithm::Minimax.name(),
        /// Alpha-beta.
        AlphaBeta => Algorithm::AlphaBeta.name(),
        /// Alpha-beta that cuts off only at alpha > beta, and searches on where they are equal.
        Strict => "alphabeta-strict",
    }
}

impl SearchKind {
    /// The algorithm of the assignment that it is; none for the trial.
    pub const fn algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Minimax => Some(Algorithm::Minimax),
            Self::AlphaBeta => Some(Algorithm::AlphaBeta),
            Self::Strict => None,
        }
    }
}

/// A window that closes only where alpha exceeds beta.
#[derive(Clone, Copy)]
struct Strict(AlphaBeta);

impl Window for Strict {
    const PRUNES: bool = true;

    fn raise(self, value: Value) -> Self {
        Self(self.0.raise(value))
    }

    fn lower(self, value: Value) -> Self {
        Self(self.0.lower(value))
    }

    fn is_closed(self) -> bool {
        self.0.alpha > self.0.beta
    }

    fn bounds(self) -> Option<AlphaBeta> {
        Some(self.0)
    }
}

/// Searches a task by the trial, and counts.
pub(super) fn search_strictly(task: &Task) -> (Outcome<Move>, Counts) {
    task.count_within(Strict(AlphaBeta::FULL))
}
