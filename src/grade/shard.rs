//! One of several equal parts of a class.

use std::{fmt, num::NonZeroUsize, str::FromStr};

use thiserror::Error;

/// The K-th of N parts of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// K, from 1.
    number: usize,
    /// N.
    of: NonZeroUsize,
}

impl Shard {
    /// The whole class.
    pub const WHOLE: Self = Self { number: 1, of: NonZeroUsize::MIN };

    /// Whether the student at this place of the list, from 0, belongs to it.
    #[must_use]
    pub fn has(self, place: usize) -> bool {
        place % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.of)
    }
}

/// A text that is no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected K/N, the K-th of N parts, such as 1/3")]
pub struct ParseShardError;

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let shard = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.parse().ok()?, of.parse::<NonZeroUsize>().ok()?);
            (1..=of.get()).contains(&number).then_some(Self { number, of })
        };
        shard().ok_or(ParseShardError)
    }
}
