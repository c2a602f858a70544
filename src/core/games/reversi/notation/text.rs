//! Boards as text: rows of three letters, one for each state of a square.

use std::fmt;

use crate::games::reversi::{Bitboard, Color, Position, Size, Square};
use reversi_io::{
    files::diagnostic::{Line, Problem},
    names::count,
};

/// The three letters a board is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alphabet {
    pub empty: char,
    pub black: char,
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

    /// The colour whose disc a text of one letter stands for.
    pub fn color(self, text: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| text.chars().eq([self.letter(Some(color))]))
    }

    /// The rows of a board, without line ends.
    pub fn rows(self, position: &Position) -> impl Iterator<Item = String> {
        let rows = position.size().rows();
        (0..rows).map(move |row| {
            let mut text = String::with_capacity(8);
            for square in (0..rows).filter_map(|column| Square::new(row, column)) {
                text.push(self.letter(position.at(square)));
            }
            text
        })
    }

    /// Reads a board of one size, one line a row.
    ///
    /// # Errors
    /// The first place, in reading order, where the lines are no such board.
    pub fn parse(self, lines: &[Line], size: Size, side_to_move: Color) -> Result<Position, Problem> {
        let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let rows = size.rows();
        for row in 0..rows {
            let Some(line) = lines.get(usize::from(row)) else {
                let number = lines.last().map_or(1, |last| last.number + 1);
                let message = format!("row {} is missing; expected {rows} rows of {rows}", row + 1);
                return Err(Problem::new(number, 1, message));
            };
            for (column, letter) in (0..rows).zip(line.text.chars()) {
                let square = Square::new(row, column).map(Bitboard::of).unwrap_or_default();
                if letter == self.black {
                    black |= square;
                } else if letter == self.white {
                    white |= square;
                } else if letter != self.empty {
                    let message = format!("{letter:?} is not a square; expected {self}");
                    let problem = Problem::new(line.number, usize::from(column) + 1, message);
                    return Err(problem.suggesting(self.suggestion(letter, line.text, size)));
                }
            }
            let found = line.text.chars().count();
            if found != usize::from(rows) {
                let message = format!("row {} has {}; expected {rows}", row + 1, count(found, "square"));
                return Err(Problem::new(line.number, found.min(usize::from(rows)) + 1, message));
            }
        }
        match lines.get(usize::from(rows)) {
            None => Ok(Position::new(size, side_to_move, black, white)),
            Some(extra) => {
                let message = format!("something follows row {rows}; expected the end of the file");
                Err(Problem::new(extra.number, 1, message))
            }
        }
    }
}

impl Alphabet {
    /// What was probably meant by a row with a letter that is no square.
    fn suggestion(self, letter: char, row: &str, size: Size) -> Option<String> {
        let rows = usize::from(size.rows());
        if row.chars().count() == rows {
            return suggestion(letter, self);
        }
        let without_blanks = row.chars().filter(|letter| !letter.is_whitespace());
        (letter.is_whitespace() && without_blanks.count() == rows).then(|| "expected a row without blanks".to_owned())
    }
}

/// The letters with "or", as in a message: `*`, `X` or `O`.
impl fmt::Display for Alphabet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}`, `{}` or `{}`", self.empty, self.black, self.white)
    }
}

/// The letter of an alphabet that was probably meant by another.
fn suggestion(found: char, alphabet: Alphabet) -> Option<String> {
    let meant = match found {
        'x' | 'X' | 'B' | 'b' | '1' | 'Ｘ' => alphabet.black,
        'o' | 'O' | '0' | 'W' | 'w' | '2' => alphabet.white,
        '.' | '-' | '_' | ' ' | '+' => alphabet.empty,
        _ => return None,
    };
    Some(format!("did you mean `{meant}`?"))
}
