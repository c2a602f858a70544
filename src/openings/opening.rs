//! An opening, and its text.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::games::reversi::{Position, Size, Square};

/// The first moves of a game on 8x8. Nobody passes in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    squares: Vec<Square>,
    position: Position,
}

impl Opening {
    /// The opening in which discs are laid on these squares, one after the other; `None` where that is not legal.
    pub fn new(squares: impl IntoIterator<Item = Square>) -> Option<Self> {
        let mut opening = Self { squares: Vec::new(), position: Position::opening(Size::EIGHT) };
        for square in squares {
            if !opening.position.legal_moves().contains(square) {
                return None;
            }
            opening.squares.push(square);
            opening.position = opening.position.after(square);
        }
        Some(opening)
    }

    /// The squares of its discs, in order.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The position that it leads to.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

/// The squares, one after the other: `f5d6c3d3`.
impl fmt::Display for Opening {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares.iter().try_for_each(|square| square.fmt(formatter))
    }
}

/// A text that is no opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected legal moves one after the other, such as f5d6c3d3")]
pub struct ParseOpeningError;

impl FromStr for Opening {
    type Err = ParseOpeningError;

    fn from_str(text: &str) -> Result<Self, ParseOpeningError> {
        let name = |letters: &[u8]| str::from_utf8(letters).ok()?.parse().ok();
        let squares: Option<Vec<Square>> = text.as_bytes().chunks(2).map(name).collect();
        squares.and_then(Self::new).ok_or(ParseOpeningError)
    }
}
