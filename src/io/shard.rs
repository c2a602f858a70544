//! One of several equal parts of a job: machines run the parts, and the files are merged later.

use std::{fmt, num::NonZeroUsize, str::FromStr};

use crate::names::ParseError;

/// The K-th of N parts: every N-th item of a list, beginning with the K-th item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// K, from 1.
    number: usize,
    of: NonZeroUsize,
}

impl Shard {
    pub const WHOLE: Self = Self { number: 1, of: NonZeroUsize::MIN };

    /// The items of a list that belong to the shard, in order.
    pub fn of<T>(self, items: &[T]) -> impl Iterator<Item = &T> {
        items.iter().skip(self.number - 1).step_by(self.of.get())
    }
}

/// Writes `1/3`.
impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.of)
    }
}

/// Reads `1/3`: the first of three parts.
impl FromStr for Shard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let shard = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.parse().ok()?, of.parse::<NonZeroUsize>().ok()?);
            (1..=of.get()).contains(&number).then_some(Self { number, of })
        };
        shard().ok_or_else(|| "expected K/N, the K-th of N parts, such as 1/3".into())
    }
}
