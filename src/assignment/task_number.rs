//! The three tasks of the assignment of 2013 by their numbers.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::Task;
use crate::{games::reversi::EvaluationName, search::Algorithm};

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

impl TaskNumber {
    /// All three, in order.
    pub const ALL: [Self; 3] = [Self::MinimaxPieces, Self::AlphaBetaPieces, Self::AlphaBetaWeights];

    /// The number.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MinimaxPieces => "1",
            Self::AlphaBetaPieces => "2",
            Self::AlphaBetaWeights => "3",
        }
    }

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

/// `1`, `2` or `3`.
impl fmt::Display for TaskNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A text that is no task's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected 1, 2 or 3")]
pub struct ParseTaskNumberError;

impl FromStr for TaskNumber {
    type Err = ParseTaskNumberError;

    fn from_str(number: &str) -> Result<Self, ParseTaskNumberError> {
        Self::ALL.into_iter().find(|task| task.name() == number).ok_or(ParseTaskNumberError)
    }
}
