//! The names used in interactive play: the sides DARK and LIGHT, their letters, and a move with its side, `x:a2`.

use std::fmt;

use super::{Color, Move, Position};

/// The name of a side: `DARK` or `LIGHT`.
pub const fn name(side: Color) -> &'static str {
    match side {
        Color::Black => "DARK",
        Color::White => "LIGHT",
    }
}

/// The letter of a side: `x` or `o`.
pub const fn letter(side: Color) -> char {
    match side {
        Color::Black => 'x',
        Color::White => 'o',
    }
}

/// Reads a side from its letter, name or color, in upper or lower case.
pub fn read(side: &str) -> Option<Color> {
    match side.to_ascii_lowercase().as_str() {
        "x" | "dark" | "black" | "b" => Some(Color::Black),
        "o" | "light" | "white" | "w" => Some(Color::White),
        _ => None,
    }
}

/// The side with more discs: `DARK`, `LIGHT` or `TIE`.
pub fn winner(position: &Position) -> &'static str {
    position.leader().map_or("TIE", name)
}

/// A move with its side: `x:a2`, `o:pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideMove(pub Color, pub Move);

impl fmt::Display for SideMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(side, played) = *self;
        write!(formatter, "{}:{played}", letter(side))
    }
}

/// A list of moves with their sides, separated by commas: `x:b4, x:c4`.
pub fn list(moves: impl IntoIterator<Item = SideMove>) -> String {
    moves.into_iter().map(|played| played.to_string()).collect::<Vec<_>>().join(", ")
}
