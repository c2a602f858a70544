//! The three tasks of the assignment of 2013 by their numbers.

use super::Task;
use crate::{games::reversi::EvaluationName, names::names, search::Algorithm};

/// A task of the assignment (USC CSCI 561, autumn 2013).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TaskNumber {
    /// 1: minimax with pieces.
    MinimaxPieces,
    /// 2: alpha-beta with pieces.
    AlphaBetaPieces,
    /// 3: alpha-beta with positional weights.
    AlphaBetaWeights,
}

names! { TaskNumber { MinimaxPieces => "1", AlphaBetaPieces => "2", AlphaBetaWeights => "3" } }

impl TaskNumber {
    /// The number of a task; none where its search or evaluation is another.
    #[must_use]
    pub fn of(task: &Task) -> Option<Self> {
        let parts = (task.algorithm, task.evaluation());
        Self::ALL.into_iter().find(|number| (number.algorithm(), &number.evaluation()) == parts)
    }

    /// The algorithm.
    #[must_use]
    pub const fn algorithm(self) -> Algorithm {
        match self {
            Self::MinimaxPieces => Algorithm::Minimax,
            Self::AlphaBetaPieces | Self::AlphaBetaWeights => Algorithm::AlphaBeta,
        }
    }

    /// The evaluation.
    #[must_use]
    pub const fn evaluation(self) -> EvaluationName {
        match self {
            Self::MinimaxPieces | Self::AlphaBetaPieces => EvaluationName::Pieces,
            Self::AlphaBetaWeights => EvaluationName::Weights,
        }
    }
}
