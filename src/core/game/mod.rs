//! What a game must tell a search: who wants what, which moves there are, and where each leads.

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

    /// The number of moves after one of the [`moves`](Game::moves). Implement it where they can be counted with less
    /// than the position after the move.
    #[inline]
    fn replies(&self, played: Self::Move) -> usize {
        self.after(played).moves().count()
    }

    /// Calls a function of the position: what a recursion over a game tree does at one node. A game whose moves are computed
    /// with instructions that not every processor has calls it compiled for those.
    #[inline]
    fn dispatch<'a, F: Function<&'a Self>>(&'a self, function: F) -> F::Output {
        function.call(self, (), (), ())
    }
}

/// A function that can be compiled for instructions that not every processor has: the caller is, and this one is inlined
/// into it. A closure could not be told to be.
///
/// Of its four arguments any may be `()`. What a value of the type itself holds lies in memory; arguments that are handed
/// over one by one stay in registers.
pub trait Function<A, B = (), C = (), D = ()> {
    type Output;

    /// Calls it. Implementations are `#[inline(always)]`.
    fn call(self, a: A, b: B, c: C, d: D) -> Self::Output;
}

/// The number of paths of exactly `depth` plies, where a game that ends earlier counts once: the field's check of
/// a move generator.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    game.dispatch(Perft { depth })
}

struct Perft {
    depth: u32,
}

impl<G: Game> Function<&G> for Perft {
    type Output = u64;

    #[inline(always)]
    fn call(self, game: &G, (): (), (): (), (): ()) -> u64 {
        let mut leaves = 0;
        match self.depth {
            0 => {}
            1 => leaves = game.moves().count() as u64,
            // The children's moves are counted here: a call for each would cost more than the count. So might an
            // iterator's sum.
            2 => {
                for played in game.moves() {
                    leaves += (game.replies(played) as u64).max(1);
                }
            }
            depth => {
                for played in game.moves() {
                    leaves += perft(&game.after(played), depth - 1);
                }
            }
        }
        leaves.max(1)
    }
}
