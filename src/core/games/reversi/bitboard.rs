//! A set of squares in one word.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Sub};

use super::{Size, Square, lines::FIRST_COLUMN};

/// A set of squares: bit `n` stands for the square with index `n`, so bits are in positional order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    pub const EMPTY: Self = Self(0);

    /// The set with only this square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// True if the set has the square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// The number of squares, 0 to 64.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Reverses the order of the rows on a board of this size.
    #[inline]
    pub const fn upside_down(self, size: Size) -> Self {
        Self(self.0.swap_bytes() >> (64 - 8 * size.rows() as u32))
    }

    /// Reverses the order of the columns on a board of this size.
    #[inline]
    pub const fn mirrored(self, size: Size) -> Self {
        Self(self.0.reverse_bits().swap_bytes() >> (8 - size.rows() as u32))
    }

    /// Swaps rows and columns (Warren, Hacker's Delight, 7-3).
    #[inline]
    pub const fn transposed(self) -> Self {
        let mut squares = self.0;
        let swap = (squares ^ squares >> 7) & 0x00aa_00aa_00aa_00aa;
        squares ^= swap ^ swap << 7;
        let swap = (squares ^ squares >> 14) & 0x0000_cccc_0000_cccc;
        squares ^= swap ^ swap << 14;
        let swap = (squares ^ squares >> 28) & 0x0000_0000_f0f0_f0f0;
        Self(squares ^ swap ^ swap << 28)
    }

    /// The squares of the set and all neighbours of these squares on the 8x8 board.
    #[inline]
    pub const fn with_neighbours(self) -> Self {
        let rows = self.0 | self.0 << 1 & !FIRST_COLUMN | (self.0 & !FIRST_COLUMN) >> 1;
        Self(rows | rows << 8 | rows >> 8)
    }

    /// The first square in positional order.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::first_of(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

/// The squares in positional order.
impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], in positional order.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.len() as usize;
        (count, Some(count))
    }

    #[inline]
    fn count(self) -> usize {
        self.0.len() as usize
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident |$one:ident, $other:ident| $words:expr;)+) => {$(
        impl $operator for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, Self($other): Self) -> Self {
                let Self($one) = self;
                Self($words)
            }
        }
    )+};
}

operators! {
    BitAnd bitand |one, other| one & other;
    BitOr bitor |one, other| one | other;
    BitXor bitxor |one, other| one ^ other;
    Sub sub |one, other| one & !other;
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
