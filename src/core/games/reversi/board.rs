//! The discs of a board as own and opponent's discs, without colors.

use super::{Bitboard, Size, Square};

/// The discs on a board of any size: the discs of the player to move, and the discs of the opponent. Colors are left
/// out, because positions of the same size with the same board have the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    pub own: Bitboard,
    pub other: Bitboard,
}

impl Board {
    pub const EMPTY: Self = Self { own: Bitboard::EMPTY, other: Bitboard::EMPTY };

    /// The board from the opponent's side, after the player to move has placed a disc and flipped discs.
    #[inline]
    pub fn after(self, square: Square, flips: Bitboard) -> Self {
        Self { own: self.other ^ flips, other: self.own ^ flips ^ Bitboard::of(square) }
    }

    /// The board from the opponent's side, after a pass.
    #[inline]
    pub const fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The squares with discs of either player.
    #[inline]
    pub fn occupied(self) -> Bitboard {
        self.own | self.other
    }

    /// A hash of the board; different boards usually have different hashes (multiplicative hashing, Knuth 6.4).
    #[inline]
    pub const fn hash(self) -> u32 {
        let own = self.own.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (own ^ own >> 32).wrapping_add(self.other.0).wrapping_mul(0xd1b5_4a32_d192_ed03);
        (hash >> 32) as u32
    }

    /// The canonical form of the board: the smallest of its eight turned or mirrored images. All eight images have the
    /// same games, because the rules do not depend on direction.
    #[inline]
    pub fn canonical(self, size: Size) -> Self {
        let eight = |discs: Bitboard| {
            let upright = |discs: Bitboard| [discs, discs.upside_down(size)];
            let four = |discs: Bitboard| [upright(discs), upright(discs.mirrored(size))];
            [four(discs), four(discs.transposed())]
        };
        let [owns, others] = [eight(self.own), eight(self.other)];
        let images = owns.as_flattened().as_flattened().iter().zip(others.as_flattened().as_flattened());
        images.fold(self, |least, (&own, &other)| least.min(Self { own, other }))
    }
}
