//! The form of squares in a protocol: `d3`, or row and column in any order, counted from 0 or 1.

use reversi_core::games::reversi::{Move, Square};
use serde::Deserialize;

use crate::game::Forfeit;

#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub enum SquareForm {
    /// `d3`.
    Name,
    /// A text in which the words `row` and `column` stand for numbers.
    Numbers(String),
}

impl SquareForm {
    /// The text of a square; `first` is the number of the first row and column.
    pub fn write(&self, square: Square, first: i64) -> String {
        let number = |index: u8| (i64::from(index) + first).to_string();
        match self {
            Self::Name => square.to_string(),
            Self::Numbers(form) => filled(form, &number(square.row()), &number(square.column())),
        }
    }

    /// Reads a move to a square with any spaces between its parts; `None` if the square lies off the largest board.
    pub fn read(&self, text: &str, first: i64) -> Result<Option<Move>, Forfeit> {
        let index = |number: i64| u8::try_from(number).ok();
        let square = |(row, column)| Square::new(index(row)?, index(column)?).map(Move::Place);
        self.numbers(text.trim(), first).map(square).ok_or_else(|| {
            let example = self.write(Square::new(2, 3).unwrap_or(Square::A1), first);
            let form = if let Self::Numbers(form) = self { format!("{form:?},") } else { "a square".to_owned() };
            Forfeit::unreadable(text, &format!("{form} such as {example}"))
        })
    }

    /// The numbers of the row and the column, from 0.
    fn numbers(&self, text: &str, first: i64) -> Option<(i64, i64)> {
        let Self::Numbers(form) = self else {
            let column = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
            let row: i64 = text[1..].parse().ok()?;
            return Some((row.saturating_sub(1), i64::from(column.to_ascii_lowercase() - b'a')));
        };
        let is_between = |letter: char| !letter.is_ascii_digit() && letter != '-';
        let numbers: Vec<&str> = text.split(is_between).filter(|number| !number.is_empty()).collect();
        let [one, two] = numbers.try_into().ok()?;
        let (row, column) = if form.find("row") < form.find("column") { (one, two) } else { (two, one) };
        let without_spaces = |text: String| text.replace(char::is_whitespace, "");
        let is_of_form = without_spaces(filled(form, row, column)) == without_spaces(text.to_owned());
        let number = |text: &str| text.parse::<i64>().ok().map(|number| number.saturating_sub(first));
        Some((number(row)?, number(column)?)).filter(|_| is_of_form)
    }
}

fn filled(form: &str, row: &str, column: &str) -> String {
    form.replace("column", column).replace("row", row)
}

/// Reads `d3`, or a text with `row` and `column`.
impl TryFrom<String> for SquareForm {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let form = if text == "d3" { Self::Name } else { Self::Numbers(text) };
        let is_clear = form.read(&form.write(Square::A1, 0), 0).is_ok();
        is_clear
            .then_some(form)
            .ok_or("expected d3, or the words row and column, such as \"row column\" or \"(row,column)\"")
    }
}
