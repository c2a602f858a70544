//! A move: a disc on a square, or a pass.

use std::{fmt, str::FromStr};

use super::{Bitboard, Square};
use reversi_io::names::ParseError;

/// A move under rules with passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    Place(Square),
    /// The player places no disc, and the opponent is to move.
    Pass,
}

impl Move {
    /// The square of the placed disc; `None` for a pass.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }

    /// The square of the disc as a set; empty for a pass.
    pub const fn squares(self) -> Bitboard {
        match self {
            Self::Place(square) => Bitboard::of(square),
            Self::Pass => Bitboard::EMPTY,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Self::Place(square)
    }
}

/// Writes the name of the square, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(formatter),
            Self::Pass => formatter.pad("pass"),
        }
    }
}

/// Reads the name of a square or `pass`, in upper or lower case.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        if name.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        name.parse().map(Self::Place).map_err(|_| "expected a square, such as d3, or pass".into())
    }
}
