//! Reads and writes boards as rows of squares, with the characters of each notation.

use std::fmt;

use super::Result;
use crate::games::reversi::{Bitboard, Color, Position, Size, Square};
use reversi_io::{
    files::{diagnostic::Line, scanner::Scanner},
    names::count,
};

/// The characters for a black disc, a white disc and an empty square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alphabet {
    pub empty: char,
    pub black: char,
    pub white: char,
}

impl Alphabet {
    /// The batch job.
    pub const STARS: Self = Self { empty: '*', black: 'X', white: 'O' };
    /// Reversi Tiny.
    pub const DIGITS: Self = Self { empty: '0', black: '1', white: '2' };
    /// n x n Reversi.
    pub const DOTS: Self = Self { empty: '.', black: 'B', white: 'W' };
    /// The characters of n x n Reversi in a Python list.
    pub const BLANKS: Self = Self { empty: ' ', black: 'B', white: 'W' };
    /// Boards in one line.
    pub const DASHES: Self = Self { empty: '-', black: 'X', white: 'O' };

    /// The character for a square with or without a disc.
    pub const fn letter(self, disc: Option<Color>) -> char {
        match disc {
            None => self.empty,
            Some(Color::Black) => self.black,
            Some(Color::White) => self.white,
        }
    }

    /// The content of a square, from its character.
    #[allow(clippy::option_option)] // the outer option tells whether the character is a square
    pub fn square(self, letter: char) -> Option<Option<Color>> {
        [None, Some(Color::Black), Some(Color::White)].into_iter().find(|&disc| self.letter(disc) == letter)
    }

    /// The color of a disc, from a text with the disc's character.
    pub fn color(self, text: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| text.chars().eq([self.letter(Some(color))]))
    }

    /// The rows of a board as text, without line endings.
    pub fn rows(self, position: &Position) -> impl Iterator<Item = String> {
        let rows = position.size().rows();
        let row = move |row| (0..rows).filter_map(move |column| Square::new(row, column));
        (0..rows).map(move |number| row(number).map(|square| self.letter(position.at(square))).collect())
    }

    /// Reads a board of a given size, one line for each row.
    pub fn parse(self, lines: &[Line], size: Size, side_to_move: Color) -> Result<Position> {
        self.parse_lines(lines, size, side_to_move, |letter| self.square(letter))
    }

    /// Reads a board like `parse`; `square` returns the content of a square for each character.
    pub(super) fn parse_lines(
        self,
        lines: &[Line],
        size: Size,
        side_to_move: Color,
        square: impl Fn(char) -> Option<Option<Color>>,
    ) -> Result<Position> {
        let rows: Vec<_> = lines.iter().map(|line| PlacedRow::of(Scanner::of_line(line))).collect();
        let next = Line { number: lines.last().map_or(1, |last| last.number + 1), text: "" };
        let discs = self.cells(&rows, &Scanner::of_line(&next), size, square)?;
        Ok(position(size, side_to_move, &discs))
    }

    /// Reads the squares of a board row by row. `square` returns the content of a square for each character. Error
    /// messages name the characters of this alphabet. If a row is missing, the place of the problem is `end`.
    pub(super) fn cells(
        self,
        rows: &[PlacedRow],
        end: &Scanner,
        size: Size,
        square: impl Fn(char) -> Option<Option<Color>>,
    ) -> Result<Vec<Option<Color>>> {
        let columns = usize::from(size.rows());
        let mut discs = Vec::new();
        for number in 1..=columns {
            let Some(row) = rows.get(number - 1) else {
                let missing =
                    if number == 1 { "there is no board".to_owned() } else { format!("row {number} is missing") };
                return Err(end.here(format!("{missing}; expected {columns} rows of {columns} squares")));
            };
            for &(ref place, letter) in row.letters.iter().take(columns) {
                discs.push(square(letter).ok_or_else(|| {
                    let problem = place.here(format!("{letter:?} is not a square; expected {self}"));
                    problem.suggesting(self.suggestion(letter, row, columns))
                })?);
            }
            let found = row.letters.len();
            if found != columns {
                let message = format!("row {number} has {}; expected {columns}", count(found, "square"));
                return Err(row.place(columns).here(message));
            }
        }
        match rows.get(columns) {
            None => Ok(discs),
            Some(extra) => {
                Err(extra.place(0).here(format!("something follows row {columns}; expected the end of the file")))
            }
        }
    }

    /// A corrected row for an error message, if a character does not stand for a square.
    fn suggestion(self, letter: char, row: &PlacedRow, columns: usize) -> Option<String> {
        if row.letters.len() != columns {
            let squares = row.letters.iter().filter(|(_, letter)| !letter.is_whitespace()).count();
            return (letter.is_whitespace() && squares == columns).then(|| "expected a row without spaces".to_owned());
        }
        let meant = match letter {
            'x' | 'X' | 'B' | 'b' | '1' | 'Ｘ' => self.black,
            'o' | 'O' | '0' | 'W' | 'w' | '2' => self.white,
            '.' | '-' | '_' | ' ' | '+' => self.empty,
            _ => return None,
        };
        Some(format!("did you mean `{meant}`?"))
    }
}

/// Writes the three characters with "or" for a message: `*`, `X` or `O`.
impl fmt::Display for Alphabet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}`, `{}` or `{}`", self.empty, self.black, self.white)
    }
}

/// The characters of a row with their places in the text, and the place after the last character.
pub(super) struct PlacedRow<'a> {
    pub letters: Vec<(Scanner<'a>, char)>,
    pub end: Scanner<'a>,
}

impl<'a> PlacedRow<'a> {
    pub(super) fn of(text: Scanner<'a>) -> Self {
        let mut end = text.clone();
        end.by_ref().for_each(drop);
        Self { letters: text.placed().collect(), end }
    }

    /// The place of a character, by its index in the row; the end of the row if the row is shorter.
    pub(super) fn place(&self, index: usize) -> &Scanner<'a> {
        self.letters.get(index).map_or(&self.end, |(place, _)| place)
    }
}

pub(super) fn position(size: Size, side_to_move: Color, discs: &[Option<Color>]) -> Position {
    let discs_of = |color| -> Bitboard {
        let squares = size.squares().into_iter().zip(discs);
        squares.filter(|&(_, &disc)| disc == Some(color)).map(|(square, _)| square).collect()
    };
    Position::new(size, side_to_move, discs_of(Color::Black), discs_of(Color::White))
}
