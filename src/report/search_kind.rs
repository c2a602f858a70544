//! The searches of a report: the two of the assignment, and the trial that explains what ties cost.

use crate::{names::names, search::Algorithm};

names! {
    /// A search of a position.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SearchKind {
        /// Minimax.
        Minimax => Algorithm::Minimax.name(),
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
