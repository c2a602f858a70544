//! Boards as text: rows of three letters, one for each state of a square.

use std::fmt;

use thiserror::Error;

use super::{Bitboard, Color, Instructions, Position, Size, Square};
use crate::files::diagnostic::{Line, Located, Problem};

/// The three letters a board is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alphabet {
    /// A square without a disc.
    pub empty: char,
    /// A black disc.
    pub black: char,
    /// A white disc.
    pub white: char,
}

impl Alphabet {
    /// The letters of the batch job: `*`, `X`, `O`.
    pub const STARS: Self = Self { empty: '*', black: 'X', white: 'O' };
    /// The letters of Reversi Tiny: `0`, `1` (dark), `2` (light).
    pub const DIGITS: Self = Self { empty: '0', black: '1', white: '2' };
    /// The letters of n x n Reversi: `.`, `B`, `W`.
    pub const DOTS: Self = Self { empty: '.', black: 'B', white: 'W' };
    /// The letters of n x n Reversi in a Python list: a blank, `B`, `W`.
    pub const BLANKS: Self = Self { empty: ' ', black: 'B', white: 'W' };

    /// The letters of one line: `-`, `X`, `O`.
    pub const DASHES: Self = Self { empty: '-', black: 'X', white: 'O' };
    /// The letters of the Generic Game Server: `-`, `*` (black), `O`.
    pub const GGF: Self = Self { empty: '-', black: '*', white: 'O' };

    /// The letter of a square with a disc, or without one.
    pub const fn letter(self, disc: Option<Color>) -> char {
        match disc {
            None => self.empty,
            Some(Color::Black) => self.black,
            Some(Color::White) => self.white,
        }
    }

    /// The rows of a board, without line ends.
    pub fn rows<I: Instructions>(self, position: &Position<I>) -> impl Iterator<Item = String> + use<'_, I> {
        let rows = position.size().rows();
        (0..rows).map(move |row| {
            (0..rows)
                .filter_map(|column| Square::new(row, column))
                .map(|square| self.letter(position.at(square)))
                .collect()
        })
    }

    /// Reads a board of one size, one line a row.
    ///
    /// # Errors
    /// The first place, in reading order, where the lines are no such board.
    pub fn parse(self, lines: &[Line], size: Size, side_to_move: Color) -> Result<Position, Located<ParseBoardError>> {
        let mut black = Bitboard::EMPTY;
        let mut white = Bitboard::EMPTY;
        for row in 0..size.rows() {
            let Some(line) = lines.get(usize::from(row)) else {
                let number = lines.last().map_or(1, |last| last.number + 1);
                return Err(Located {
                    line: number,
                    column: 1,
                    problem: ParseBoardError::MissingRow { row: row + 1, size },
                });
            };
            let at = |column, problem| Located { line: line.number, column, problem };
            let mut letters = line.text.chars();
            for column in 0..size.rows() {
                let place = usize::from(column) + 1;
                let Some(letter) = letters.next() else {
                    let found = place - 1;
                    return Err(at(place, ParseBoardError::RowLength { row: row + 1, found, size }));
                };
                let square = Square::new(row, column).map(Bitboard::of).unwrap_or_default();
                if letter == self.black {
                    black |= square;
                } else if letter == self.white {
                    white |= square;
                } else if letter != self.empty {
                    return Err(at(place, ParseBoardError::Letter { found: letter, alphabet: self }));
                }
            }
            let surplus = letters.count();
            if surplus > 0 {
                let found = usize::from(size.rows()) + surplus;
                let column = usize::from(size.rows()) + 1;
                return Err(at(column, ParseBoardError::RowLength { row: row + 1, found, size }));
            }
        }
        match lines.get(usize::from(size.rows())) {
            None => Ok(Position::new(size, side_to_move, black, white)),
            Some(extra) => Err(Located { line: extra.number, column: 1, problem: ParseBoardError::ExtraRow { size } }),
        }
    }
}

/// The letters with "or", as in a message: `*`, `X` or `O`.
impl fmt::Display for Alphabet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}`, `{}` or `{}`", self.empty, self.black, self.white)
    }
}

/// Why a text is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseBoardError {
    /// A letter that stands for no state of a square.
    #[error("{found:?} is not a square; expected {alphabet}")]
    Letter {
        /// The letter.
        found: char,
        /// The letters that would do.
        alphabet: Alphabet,
    },
    /// A row of the wrong length.
    #[error("row {row} has {found} square{}; expected {}", if *.found == 1 { "" } else { "s" }, .size.rows())]
    RowLength {
        /// The row, from 1.
        row: u8,
        /// Its length in characters.
        found: usize,
        /// The size of the board.
        size: Size,
    },
    /// The text ends too soon.
    #[error("row {row} is missing; expected {} rows of {}", .size.rows(), .size.rows())]
    MissingRow {
        /// The first row that is not there, from 1.
        row: u8,
        /// The size of the board.
        size: Size,
    },
    /// The text goes on after the last row.
    #[error("something follows row {}; expected the end of the file", .size.rows())]
    ExtraRow {
        /// The size of the board.
        size: Size,
    },
}

impl Problem for ParseBoardError {
    fn suggestion(&self) -> Option<String> {
        let Self::Letter { found, alphabet } = *self else { return None };
        let meant = match found {
            'x' | 'X' | 'B' | 'b' | '1' | 'Ｘ' => alphabet.black,
            'o' | 'O' | '0' | 'W' | 'w' | '2' => alphabet.white,
            '.' | '-' | '_' | ' ' | '+' => alphabet.empty,
            _ => return None,
        };
        Some(format!("did you mean `{meant}`?"))
    }
}
