//! Games for a search: the player to move, the moves, and the positions that they lead to.

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
pub use estimate::{NodeEstimate, estimate_nodes};
pub use evaluation::Evaluation;
pub use playout::{Ply, playout};
pub use random::Random;
pub use take_best::take_best;
pub use value::{Depth, Value};

names! {
    /// The player to move, as the search names the two players (AIMA 5.1).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Turn {
        /// The player who wants a high value.
        Max => "max",
        /// The player who wants a low value.
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

/// A position of a two-player game of perfect information, under one set of rules.
///
/// The players alternate: after [`after`](Game::after) the opponent is always to move. If the rules have a pass, the
/// pass is a move like any other. Rules are types: each rule for passes and for the end of the search has its own
/// `Game` around the same board.
///
/// The module `tutorial` of the program makes a game in forty lines and searches it.
pub trait Game: Copy {
    /// A move. The search only passes it to [`after`](Game::after) and to observers.
    type Move: Copy + PartialEq + Debug;

    fn turn(&self) -> Turn;

    /// The moves in positional order. The search tries them in this order, and the first of equal moves wins. **No
    /// moves mean that the node is a leaf**, at any depth.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// The position after one of the [`moves`](Game::moves).
    fn after(&self, played: Self::Move) -> Self;
}

/// Counts the paths of exactly `depth` plies; a game that ends earlier counts once. Perft is the usual test of a move
/// generator.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    let leaves = match depth {
        0 => 1,
        1 => game.moves().count() as u64,
        _ => game.moves().map(|played| perft(&game.after(played), depth - 1)).sum(),
    };
    leaves.max(1)
}
