//! Selects rows of a log by their numbers or by their node.

use std::{fmt, str::FromStr};

use reversi_core::games::reversi::Move;
use reversi_io::names::ParseError;

/// A selection of rows of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowRange {
    Numbers(RowNumbers),
    /// All rows of the node at the end of this path from the root.
    Path(Vec<Move>),
}

/// A range of row numbers, counted from 1. The header does not have a row number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowNumbers {
    pub first: u64,
    /// The last row; `None` for the end of the log.
    pub last: Option<u64>,
}

/// Writes `17`, `17..20` or `17..`.
impl fmt::Display for RowNumbers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last } = self;
        match last {
            Some(last) if last == first => write!(formatter, "{first}"),
            Some(last) => write!(formatter, "{first}..{last}"),
            None => write!(formatter, "{first}.."),
        }
    }
}

impl FromStr for RowNumbers {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|&number: &u64| is_number && number > 0);
            number.ok_or("expected a row such as 17, or rows such as 17..20 or 17.., counted from 1")
        };
        let (first, last) = match text.split_once("..") {
            None => (number(text)?, Some(number(text)?)),
            Some((first, "")) => (number(first)?, None),
            Some((first, last)) => (number(first)?, Some(number(last)?)),
        };
        if last.is_some_and(|last| last < first) {
            return Err("the last row comes before the first; expected rows such as 17..20".into());
        }
        Ok(Self { first, last })
    }
}
