//! A set of squares in one word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use super::Square;

/// A set of squares: bit `n` stands for the square of index `n`, so the order of bits is positional order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// The set of one square.
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Whether a square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// The number of squares, 0 to 64.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no square.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set and all squares next to it, of the 64.
    #[must_use]
    pub const fn with_neighbours(self) -> Self {
        const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
        let rows = self.0 | self.0 << 1 & !FIRST_COLUMN | (self.0 & !FIRST_COLUMN) >> 1;
        Self(rows | rows << 8 | rows >> 8)
    }

    /// The first square in positional order.
    #[must_use]
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

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.len() as usize;
        (count, Some(count))
    }

    fn count(self) -> usize {
        self.len()
    }
}

impl ExactSizeIterator for Squares {}

impl BitAnd for Bitboard {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for Bitboard {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}
