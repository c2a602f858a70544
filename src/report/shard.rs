//! Parts of a report that are measured apart, on several machines perhaps.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A part of a plan: every `of`-th board and start, from the `number`-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// The only part: the whole plan.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Those of a list that belong to it.
    #[must_use]
    pub fn of<T: Clone>(self, items: &[T]) -> Vec<T> {
        items.iter().skip(self.number - 1).step_by(self.of).cloned().collect()
    }
}

/// Reads `2/3`: the second of three parts.
impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let (number, of) = text.split_once('/').ok_or(ParseShardError)?;
        let [number, of] = [number, of].map(|text| text.parse().map_err(|_| ParseShardError));
        let (number, of) = (number?, of?);
        if 1 <= number && number <= of { Ok(Self { number, of }) } else { Err(ParseShardError) }
    }
}

/// `2/3`.
impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.of)
    }
}

/// A text that names no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a part and how many there are, such as 2/3")]
pub struct ParseShardError;
