//! Games for a search: the player to move, the moves, and the positions after the moves.

mod bounds;
mod estimate;
mod evaluation;
mod playout;
mod random;
mod take_best;
mod value;

use std::fmt::Debug;

use reversi_io::names::names;

pub use bounds::Bounds;
pub use estimate::estimate_nodes;
pub use evaluation::Evaluation;
pub use playout::{Ply, playout};
pub use random::Random;
pub use take_best::take_best;
pub use value::{Depth, Value};

names! {
    /// The player to move, by the names that the search gives the players (AIMA 5.1).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Turn {
        /// The player who chooses high values.
        Max => "max",
        /// The player who chooses low values.
        Min => "min",
    }
}

impl Turn {
    /// The other player.
    pub const fn opponent(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }
}

/// A position of a two-player game of perfect information, with its rules.
///
/// The players alternate: after [`after`](Game::after) the opponent is always to move. If the rules have a pass, the
/// pass is a move like any other. Each set of rules for passes and for the end of the search is a separate type around
/// the same board.
///
/// The module `tutorial` of the program makes a game in forty lines and searches it.
pub trait Game: Copy {
    /// A move. The search only passes the move to [`after`](Game::after) and to observers.
    type Move: Copy + PartialEq + Debug;

    fn turn(&self) -> Turn;

    /// The moves in positional order. The search tries the moves in this order; of several equal moves, the first is
    /// chosen. **If there are no moves, the node is a leaf**, whatever its depth.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// The position after one of the [`moves`](Game::moves).
    fn after(&self, played: Self::Move) -> Self;
}
