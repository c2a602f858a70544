//! How a protocol writes a square: `d3`, or its row and column in some order, counted from 0 or 1.

use std::str::FromStr;

use reversi_core::games::reversi::Square;
use reversi_io::names::ParseError;

/// A part of a square's text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Row,
    Column,
    /// The column's letter and the row's digit.
    Name,
    Letter(char),
}

/// A text that is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

/// The form of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareForm {
    parts: Vec<Part>,
    /// The number of the first row and column.
    first: i64,
}

impl SquareForm {
    /// `column row`, counted from 0.
    pub fn column_row() -> Self {
        Self { parts: vec![Part::Column, Part::Letter(' '), Part::Row], first: 0 }
    }

    /// The text of a square.
    pub fn write(&self, square: Square) -> String {
        let number = |index: u8| (i64::from(index) + self.first).to_string();
        let text = |part: &Part| match part {
            Part::Row => number(square.row()),
            Part::Column => number(square.column()),
            Part::Name => square.to_string(),
            Part::Letter(letter) => letter.to_string(),
        };
        self.parts.iter().map(text).collect()
    }

    /// The same form with another number for the first row and column.
    pub fn counting_from(self, first: i64) -> Self {
        Self { first, ..self }
    }

    /// Reads a square with any spaces between its parts; `None` if it lies off the largest board.
    ///
    /// # Errors
    /// Returns an error if the text has another form.
    pub fn read(&self, text: &str) -> Result<Option<Square>, NotASquare> {
        let (row, column) = self.read_numbers(text).ok_or(NotASquare)?;
        let index = |number: i64| number.checked_sub(self.first).and_then(|index| u8::try_from(index).ok());
        let square = || Square::new(index(row)?, index(column)?);
        Ok(square())
    }

    /// The numbers of the row and the column.
    fn read_numbers(&self, text: &str) -> Option<(i64, i64)> {
        let mut rest = text.trim();
        let [mut row, mut column] = [0; 2];
        for part in &self.parts {
            let is_space = matches!(part, Part::Letter(letter) if letter.is_whitespace());
            let trimmed = rest.trim_start();
            match part {
                Part::Letter(_) if is_space && trimmed.len() == rest.len() => return None,
                Part::Letter(_) if is_space => rest = trimmed,
                Part::Letter(letter) => rest = trimmed.strip_prefix(*letter)?,
                Part::Name => {
                    let (name, after) = trimmed.split_at_checked(2)?;
                    let square: Square = name.parse().ok()?;
                    (row, column) = (i64::from(square.row()) + self.first, i64::from(square.column()) + self.first);
                    rest = after;
                }
                Part::Row => (row, rest) = number(trimmed)?,
                Part::Column => (column, rest) = number(trimmed)?,
            }
        }
        rest.trim().is_empty().then_some((row, column))
    }
}

/// The number at the beginning of a text, and the rest.
fn number(text: &str) -> Option<(i64, &str)> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    let (number, rest) = text.split_at(text.len() - digits.len() + end);
    Some((number.parse().ok()?, rest))
}

/// Reads `d3`, or a text with `row` and `column`.
impl FromStr for SquareForm {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (mut parts, mut rest) = (Vec::new(), text);
        while let Some(letter) = rest.chars().next() {
            let words = [("row", Part::Row), ("column", Part::Column), ("d3", Part::Name)];
            let word = words.into_iter().find_map(|(word, part)| Some((rest.strip_prefix(word)?, part)));
            let (after, part) = word.unwrap_or((&rest[letter.len_utf8()..], Part::Letter(letter)));
            parts.push(part);
            rest = after;
        }
        let count = |wanted: &Part| parts.iter().filter(|part| *part == wanted).count();
        match [Part::Row, Part::Column, Part::Name].each_ref().map(count) {
            [1, 1, 0] | [0, 0, 1] => Ok(Self { parts, first: 0 }),
            _ => Err("expected d3, or the words row and column, such as \"row column\" or \"(row,column)\"".into()),
        }
    }
}
