//! Lists the searches of a report: two of the assignment, and a search that shows the cost of ties.

use crate::{names::names, search::Algorithm};

names! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SearchKind {
        Minimax => Algorithm::Minimax.name(),
        AlphaBeta => Algorithm::AlphaBeta.name(),
        /// Alpha-beta that cuts off only if alpha > beta, not if alpha = beta.
        Strict => "alphabeta-strict",
    }
}

impl SearchKind {
    /// The algorithm of the assignment; `None` for `Strict`.
    pub const fn algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Minimax => Some(Algorithm::Minimax),
            Self::AlphaBeta => Some(Algorithm::AlphaBeta),
            Self::Strict => None,
        }
    }
}
