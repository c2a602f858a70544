//! Boards in one line of text, as an argument of a command: sixteen digits (Reversi Tiny), and rows between slashes or
//! a Python list of lists (n x n Reversi).

use thiserror::Error;

use super::{
    Color, Position, Size, sides,
    text::{Alphabet, ParseBoardError},
};
use crate::files::diagnostic::{Line, Located, Problem};

/// Reads the board of Reversi Tiny, 4x4 in reading order: `0` empty, `1` black (dark), `2` white (light). Black is to
/// move.
///
/// # Errors
/// The first place where the text is no such board.
pub fn parse_digits(text: &str) -> Result<Position, Located<ParseOneLineError>> {
    let squares = text.chars().count();
    if squares != 16 {
        return Err(at(text, text.len(), ParseOneLineError::Squares { found: squares }));
    }
    let letters: Vec<_> = text.char_indices().collect();
    let rows: Vec<_> = letters.chunks(4).map(|row| Row::new(row.iter().copied(), text.len())).collect();
    parse(text, &rows, Alphabet::DIGITS)
}

/// The sixteen digits of a 4x4 board.
#[must_use]
pub fn digits(position: &Position) -> String {
    Alphabet::DIGITS.rows(position).collect()
}

/// Reads a board of up to 8x8 in either form of n x n Reversi: rows joined by slashes, `..../.BW./.WB./....`, or a
/// Python list of lists, `[[' ', 'B', ...], ...]`. Black is to move.
///
/// # Errors
/// The first place where the text is no such board.
pub fn parse_rows(text: &str) -> Result<Position, Located<ParseOneLineError>> {
    if text.trim_start().starts_with('[') {
        parse(text, &Python::new(text).board()?, Alphabet::BLANKS)
    } else {
        let mut start = 0;
        let rows: Vec<_> = text
            .split('/')
            .map(|row| {
                let letters = row.char_indices().map(|(offset, letter)| (start + offset, letter));
                let end = start + row.len();
                let row = Row::new(letters, end);
                start = end + 1;
                row
            })
            .collect();
        parse(text, &rows, Alphabet::DOTS)
    }
}

/// The rows of a board joined by slashes: `..../.BW./.WB./....`.
#[must_use]
pub fn slashes(position: &Position) -> String {
    Alphabet::DOTS.rows(position).collect::<Vec<_>>().join("/")
}

/// The rows of a board joined by slashes, and who is to move: `..../.BW./.WB./.... x`.
#[must_use]
pub fn slashes_with_side(position: &Position) -> String {
    format!("{} {}", slashes(position), sides::letter(position.side_to_move()))
}

/// Reads what [`slashes_with_side`] writes; `None` where a text is something else.
#[must_use]
pub fn parse_with_side(text: &str) -> Option<Position> {
    let (rows, letter) = text.split_once(' ')?;
    let side_to_move =
        [Color::Black, Color::White].into_iter().find(|&side| sides::letter(side).to_string() == letter)?;
    Some(parse_rows(rows).ok()?.with_side_to_move(side_to_move))
}

/// A row of letters, and where they stand in the text.
struct Row {
    letters: String,
    /// The byte offset of each letter, and of what follows the last.
    offsets: Vec<usize>,
}

impl Row {
    fn new(letters: impl Iterator<Item = (usize, char)>, end: usize) -> Self {
        let (mut offsets, letters): (Vec<_>, _) = letters.unzip();
        offsets.push(end);
        Self { letters, offsets }
    }
}

/// Reads the rows; a complaint about a square of a row becomes one about its place in the text.
fn parse(text: &str, rows: &[Row], alphabet: Alphabet) -> Result<Position, Located<ParseOneLineError>> {
    let columns = rows.first().map_or(0, |row| row.letters.chars().count());
    let larger = rows.len().max(columns);
    let size = u8::try_from(larger).ok().and_then(Size::new);
    let size = size.ok_or_else(|| at(text, 0, ParseOneLineError::TooLarge { found: larger }))?;
    let lines: Vec<_> = (1..).zip(rows).map(|(number, row)| Line { number, text: &row.letters }).collect();
    alphabet.parse(&lines, size, Color::Black).map_err(|located| {
        let offset = rows.get(located.line - 1).and_then(|row| row.offsets.get(located.column - 1));
        at(text, offset.copied().unwrap_or(text.len()), ParseOneLineError::Board(located.problem))
    })
}

/// A problem at a byte offset. The one line may go over several, where a Python list is laid out that way.
fn at(text: &str, offset: usize, problem: ParseOneLineError) -> Located<ParseOneLineError> {
    let mut lines = text[..offset].rsplit('\n');
    let column = lines.next().map_or(0, |line| line.chars().count()) + 1;
    Located { line: lines.count() + 1, column, problem }
}

/// Reads a Python list of lists of letters.
struct Python<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Python<'a> {
    const fn new(text: &'a str) -> Self {
        Self { text, rest: text }
    }

    /// The whole text: a list of rows.
    fn board(mut self) -> Result<Vec<Row>, Located<ParseOneLineError>> {
        let (rows, _) = self.list(Self::row)?;
        if self.rest.trim_start().is_empty() { Ok(rows) } else { Err(self.expected("nothing behind the list")) }
    }

    fn row(&mut self) -> Result<Row, Located<ParseOneLineError>> {
        let (letters, end) = self.list(Self::letter)?;
        Ok(Row::new(letters.into_iter(), end))
    }

    /// A letter between quotes, and its offset.
    fn letter(&mut self) -> Result<(usize, char), Located<ParseOneLineError>> {
        let mut inside = self.rest.trim_start().chars();
        match (inside.next(), inside.next(), inside.next()) {
            (Some(open @ ('\'' | '"')), Some(letter), Some(close)) if open == close => {
                let rest = inside.as_str();
                let offset = self.text.len() - rest.len() - close.len_utf8() - letter.len_utf8();
                self.rest = rest;
                Ok((offset, letter))
            }
            _ => Err(self.expected("a letter between quotes: 'B', 'W' or ' '")),
        }
    }

    /// A list of items, and the offset of its closing bracket.
    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Located<ParseOneLineError>>,
    ) -> Result<(Vec<T>, usize), Located<ParseOneLineError>> {
        if !self.skip('[') {
            return Err(self.expected("`[`"));
        }
        let mut items = vec![item(self)?];
        while self.skip(',') {
            items.push(item(self)?);
        }
        if self.skip(']') {
            Ok((items, self.text.len() - self.rest.len() - 1))
        } else {
            Err(self.expected("`,` or `]`"))
        }
    }

    /// Goes past a mark and the blanks before it; tells whether it was there.
    fn skip(&mut self, mark: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// What should stand behind the next blanks and does not.
    fn expected(&self, expected: &'static str) -> Located<ParseOneLineError> {
        let offset = self.text.len() - self.rest.trim_start().len();
        at(self.text, offset, ParseOneLineError::Unexpected { expected })
    }
}

/// Why a text is no board in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseOneLineError {
    /// Its rows make no board.
    #[error(transparent)]
    Board(ParseBoardError),
    /// More rows, or more squares in the first row, than any board has.
    #[error("the board has {found} rows or columns; expected at most 8")]
    TooLarge {
        /// Their number.
        found: usize,
    },
    /// Not the sixteen squares of Reversi Tiny.
    #[error("the board has {found} square{}; expected the 16 of a 4x4 board", if *.found == 1 { "" } else { "s" })]
    Squares {
        /// Their number.
        found: usize,
    },
    /// Not a Python list of lists.
    #[error("expected {expected}")]
    Unexpected {
        /// What should stand there.
        expected: &'static str,
    },
}

impl Problem for ParseOneLineError {
    fn suggestion(&self) -> Option<String> {
        match self {
            Self::Board(problem) => problem.suggestion(),
            _ => None,
        }
    }
}
