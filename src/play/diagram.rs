//! Draws the board: colored discs, the last move, and marked squares.

use std::fmt;

use anstyle::{AnsiColor, Style};

use crate::games::reversi::{Bitboard, Color, Position, Square, sides};

/// Writes a board with colors; the output stream removes the colors if necessary.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    pub position: &'a Position,
    /// The square of the last placed disc, which the drawing highlights.
    pub last: Option<Square>,
    /// Empty squares that the drawing marks with `*`.
    pub marked: Bitboard,
}

impl Diagram<'_> {
    const BLACK: Style = AnsiColor::Cyan.on_default().bold();
    const WHITE: Style = AnsiColor::Yellow.on_default().bold();
    const MARK: Style = AnsiColor::Green.on_default();

    fn square(&self, square: Square) -> (char, Style) {
        let (letter, style) = match self.position.at(square) {
            Some(side @ Color::Black) => (sides::letter(side), Self::BLACK),
            Some(side @ Color::White) => (sides::letter(side), Self::WHITE),
            None if self.marked.contains(square) => ('*', Self::MARK),
            None => (' ', Style::new()),
        };
        (letter, if self.last == Some(square) { style.invert() } else { style })
    }
}

/// Writes the board's rows with numbers on both sides, and column letters above and below.
impl fmt::Display for Diagram<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.position.size().rows();
        let columns: String = (b'a'..b'a' + rows).map(char::from).collect();
        writeln!(formatter, " {columns}")?;
        for row in 0..rows {
            write!(formatter, "{}", row + 1)?;
            for square in (0..rows).filter_map(|column| Square::new(row, column)) {
                let (letter, style) = self.square(square);
                write!(formatter, "{style}{letter}{style:#}")?;
            }
            writeln!(formatter, "{}", row + 1)?;
        }
        writeln!(formatter, " {columns}")
    }
}
