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
    /// Which of the two players is to move, as the search sees them (AIMA 5.1).
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
/// The players alternate: [`after`](Game::after) always leaves the turn to the opponent, and a pass, where the rules
/// have one, is a move like any other. Rules are types: where two assignments differ in what a player without a
/// move does, or in what ends the search, each has its own `Game` around the same board.
///
/// The module `tutorial` of the program makes a game in forty lines and searches it.
pub trait Game: Copy {
    /// A move. The search only hands it on, to [`after`](Game::after) and to observers.
    type Move: Copy + PartialEq + Debug;

    fn turn(&self) -> Turn;

    /// The moves in positional order, the order in which they are searched and in which ties are broken.
    /// **None means the node is a leaf**, whatever the depth.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// The position after one of the [`moves`](Game::moves).
    fn after(&self, played: Self::Move) -> Self;
}

/// The number of paths of exactly `depth` plies, where a game that ends earlier counts once: the field's check of
/// a move generator.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    let leaves = match depth {
        0 => 1,
        1 => game.moves().count() as u64,
        _ => game.moves().map(|played| perft(&game.after(played), depth - 1)).sum(),
    };
    leaves.max(1)
}
