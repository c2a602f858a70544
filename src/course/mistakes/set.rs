//! A set of mistakes that one program makes.

use std::{fmt, iter, str::FromStr};

use super::Mistake;
use reversi_io::names::ParseError;

/// A set of mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mistakes(u128);

// The set has one bit for each mistake.
const _: () = assert!(Mistake::ALL.len() <= u128::BITS as usize);

impl Mistakes {
    pub const NONE: Self = Self(0);

    /// True if the set has this mistake.
    #[inline]
    pub const fn contains(self, mistake: Mistake) -> bool {
        self.0 >> (mistake as u8) & 1 == 1
    }

    /// True if the set has any of these mistakes.
    pub fn contains_any(self, mistakes: &[Mistake]) -> bool {
        mistakes.iter().any(|&mistake| self.contains(mistake))
    }

    /// The set with one more mistake.
    pub const fn with(self, mistake: Mistake) -> Self {
        Self(self.0 | 1 << (mistake as u8))
    }

    /// The mistakes that are in both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The number of mistakes.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The mistakes in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = Mistake> + Clone {
        let mut left = self.0;
        iter::from_fn(move || {
            let first = Mistake::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*first)
        })
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl From<Mistake> for Mistakes {
    fn from(mistake: Mistake) -> Self {
        Self::NONE.with(mistake)
    }
}

impl FromIterator<Mistake> for Mistakes {
    fn from_iter<I: IntoIterator<Item = Mistake>>(mistakes: I) -> Self {
        mistakes.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Writes the names of the mistakes with `+` between them, or `none`.
impl fmt::Display for Mistakes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Mistake::name).collect();
        formatter.pad(&if names.is_empty() { "none".to_owned() } else { names.join("+") })
    }
}

/// Reads names of mistakes with `+` between them, or `none`.
impl FromStr for Mistakes {
    type Err = ParseError;

    fn from_str(names: &str) -> Result<Self, ParseError> {
        if names == "none" { Ok(Self::NONE) } else { names.split('+').map(str::parse).collect() }
    }
}
