//! Squares, their names, and the sizes of boards.

use std::{fmt, str::FromStr};

use super::Bitboard;
use reversi_io::names::ParseError;

/// A square of a board of up to 8x8: column `a` to `h`, row 1 to 8 from the top.
///
/// A smaller board uses the top left squares, so a square has the same name and index on every board. The *positional
/// order* of moves goes row by row from `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The first square in positional order: the top left corner.
    pub const A1: Self = Self(0);

    /// The square at a row and a column, both counted from 0; `None` if a number is larger than 7.
    pub const fn new(row: u8, column: u8) -> Option<Self> {
        if row < 8 && column < 8 { Some(Self(row * 8 + column)) } else { None }
    }

    /// All 64 squares, in positional order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// The first square, in positional order, whose bit is set; `None` if no bit is set.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // at most 63
    pub(super) const fn first_of(bits: u64) -> Option<Self> {
        if bits == 0 { None } else { Some(Self(bits.trailing_zeros() as u8)) }
    }

    /// The square's index in positional order, 0 to 63: `row * 8 + column`.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The row from the top, 0 to 7.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// The column from the left, 0 to 7.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }
}

/// Reads a name such as `d3`, in upper or lower case.
impl FromStr for Square {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        let square = || {
            let &[column, row] = name.as_bytes() else { return None };
            Self::new(row.checked_sub(b'1')?, column.to_ascii_lowercase().checked_sub(b'a')?)
        };
        square().ok_or_else(|| "expected a column and a row, such as d3".into())
    }
}

/// Writes the letter of the column and the digit of the row: `d3`.
impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column(), b'1' + self.row()];
        formatter.pad(str::from_utf8(&name).expect("a letter and a digit"))
    }
}

/// The number of rows and columns of a board, from 1 to 8. A game needs a size of at least 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u8);

impl Size {
    /// The size 4x4, which Reversi Tiny uses.
    pub const FOUR: Self = Self(4);
    /// 8x8, the standard board.
    pub const EIGHT: Self = Self(8);

    /// The size of a board with `rows` rows; `None` if the number is not from 1 to 8.
    pub const fn new(rows: u8) -> Option<Self> {
        if 1 <= rows && rows <= 8 { Some(Self(rows)) } else { None }
    }

    /// The number of rows, 1 to 8.
    pub const fn rows(self) -> u8 {
        self.0
    }

    /// All squares of a board of this size.
    pub fn squares(self) -> Bitboard {
        (0..self.0).flat_map(|row| (0..self.0).filter_map(move |column| Square::new(row, column))).collect()
    }

    /// The four corners of a board of this size.
    pub fn corners(self) -> Bitboard {
        let edge = [0, self.0 - 1];
        edge.into_iter().flat_map(|row| edge.map(|column| Square::new(row, column))).flatten().collect()
    }
}

/// Writes `8x8`.
impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{0}x{0}", self.0)
    }
}
