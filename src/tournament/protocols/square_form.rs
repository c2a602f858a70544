//! The form of squares in a protocol: `d3`, or row and column in any order, counted from 0 or 1.

use reversi_core::games::reversi::Square;
use serde::Deserialize;

use crate::conversation::Trouble;

/// The form of squares.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub enum SquareForm {
    /// `d3`.
    Name,
    /// A text in which the words `row` and `column` stand for numbers.
    Numbers(String),
}

impl SquareForm {
    pub fn column_row() -> Self {
        Self::Numbers("column row".to_owned())
    }

    /// The text of a square; `first` is the number of the first row and column.
    pub fn write(&self, square: Square, first: i64) -> String {
        let number = |index: u8| (i64::from(index) + first).to_string();
        match self {
            Self::Name => square.to_string(),
            Self::Numbers(form) => {
                form.replace("column", &number(square.column())).replace("row", &number(square.row()))
            }
        }
    }

    /// Reads a square with any spaces between its parts; `None` if it lies off the largest board.
    pub fn read(&self, text: &str, first: i64) -> Result<Option<Square>, Trouble> {
        let index = |number: i64| u8::try_from(number).ok();
        let square = |(row, column)| Square::new(index(row)?, index(column)?);
        self.numbers(text.trim(), first).map(square).ok_or_else(|| {
            let example = self.write(Square::new(2, 3).unwrap_or(Square::A1), first);
            match self {
                Self::Name => Trouble::unreadable(text, &format!("a square such as {example}")),
                Self::Numbers(form) => Trouble::unreadable(text, &format!("{form:?}, such as {example}")),
            }
        })
    }

    /// The numbers of the row and the column, from 0.
    fn numbers(&self, text: &str, first: i64) -> Option<(i64, i64)> {
        match self {
            Self::Name => {
                let column = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
                Some((text[1..].parse::<i64>().ok()?.saturating_sub(1), i64::from(column.to_ascii_lowercase() - b'a')))
            }
            Self::Numbers(form) => {
                let (shape, numbers) = shape(text);
                let [one, two] = numbers.try_into().ok().filter(|_| shape == self::shape(&digits(form)).0)?;
                let [one, two] = [one, two].map(|number: i64| number.saturating_sub(first));
                Some(if form.find("row") < form.find("column") { (one, two) } else { (two, one) })
            }
        }
    }
}

/// A form with digits instead of the words.
fn digits(form: &str) -> String {
    form.replace("column", "0").replace("row", "0")
}

/// A text without spaces and with `#` for each number, and the numbers.
fn shape(text: &str) -> (String, Vec<i64>) {
    let (mut shape, mut numbers, mut rest) = (String::new(), Vec::new(), text);
    while let Some(letter) = rest.chars().next() {
        let sign = usize::from(letter == '-');
        let digits = rest[sign..].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len() - sign);
        if let Ok(number) = rest[..sign + digits].parse() {
            shape.push('#');
            numbers.push(number);
            rest = &rest[sign + digits..];
        } else {
            shape.extend(Some(letter).filter(|letter| !letter.is_whitespace()));
            rest = &rest[letter.len_utf8()..];
        }
    }
    (shape, numbers)
}

/// Reads `d3`, or a text with `row` and `column`.
impl TryFrom<String> for SquareForm {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let words = ["row", "column"].map(|word| text.matches(word).count());
        match (&*text, words) {
            ("d3", _) => Ok(Self::Name),
            (_, [1, 1]) if shape(&digits(&text)).1.len() == 2 => Ok(Self::Numbers(text)),
            _ => Err("expected d3, or the words row and column, such as \"row column\" or \"(row,column)\""),
        }
    }
}
