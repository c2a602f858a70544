//! The two colours.

use std::fmt;

/// The colour of a disc and of the player who lays it. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The first to move in a game from the opening; dark, `X`.
    Black,
    /// The second; light, `O`.
    White,
}

impl Color {
    /// The other colour.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// `black` or `white`.
impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
