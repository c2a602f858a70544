//! Agents that play Awari.

use anyhow::Result;

use crate::{
    game::{Depth, Game as _},
    games::awari::{House, Position, ScoreDifference},
    search::{AlphaBeta, Outcome, Search, stack},
};

/// Chooses a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwariAgent {
    /// The first legal house.
    First,
    /// The best house by alpha-beta, searched to a depth of at least one ply.
    AlphaBeta(Depth),
}

impl AwariAgent {
    /// A legal move; `None` where there is none.
    ///
    /// # Errors
    /// A system that has no thread to give to a search.
    pub fn choose(self, position: &Position) -> Result<Option<House>> {
        match self {
            Self::First => Ok(position.moves().next()),
            Self::AlphaBeta(depth) => Ok(solve_awari(position, depth, AlphaBeta::FULL)?.best),
        }
    }
}

/// Searches Awari by alpha-beta, for the difference of scores, to a depth of at most [`stack::DEEPEST`].
///
/// # Errors
/// A system that has no thread to give.
pub fn solve_awari(position: &Position, depth: Depth, window: AlphaBeta) -> Result<Outcome<House>> {
    let search = Search { root: *position, depth, window, evaluation: &ScoreDifference };
    let Ok(outcome) = stack::with_deep_stack(|| search.run(&mut ()))?;
    Ok(outcome)
}
