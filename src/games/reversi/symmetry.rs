//! The eight symmetries of the board: what the rules make no difference between.

use super::{Bitboard, Instructions, Position, Square};

/// A position without what makes no difference to the players: how the board is turned or mirrored, and which of them has
/// which colour. Two positions of one size with the same canonical form have the same games.
///
/// It is the smallest of the eight views of the board: the discs of the player to move, and those of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical {
    /// The discs of the player to move.
    pub own: Bitboard,
    /// Those of the opponent.
    pub other: Bitboard,
}

impl<I: Instructions> From<&Position<I>> for Canonical {
    fn from(position: &Position<I>) -> Self {
        let last = position.size().rows() - 1;
        let mut view = Self { own: position.own(), other: position.other() };
        let mut smallest = view;
        // Reflections in the middle and in the diagonal, in turn, go through all eight views.
        for reflection in 0..8 {
            let reflect = |square: Square| match reflection % 2 {
                0 => Square::new(square.row(), last - square.column()),
                _ => Square::new(square.column(), square.row()),
            };
            let reflected = |squares: Bitboard| squares.into_iter().filter_map(reflect).collect();
            view = Self { own: reflected(view.own), other: reflected(view.other) };
            smallest = smallest.min(view);
        }
        smallest
    }
}
