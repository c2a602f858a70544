//! The values that a search compares, and the depths that it counts.

use std::{fmt, str::FromStr};

use reversi_io::names::ParseError;

/// The value of a position, from MAX's point of view.
///
/// A finite value comes from an evaluation and fits an `i32`. The two infinities are below and above every finite
/// value. They are not numbers and cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i64);

impl Value {
    /// Plus infinity, above every finite value: the start value of MIN, and beta of the full window.
    pub const INFINITY: Self = Self(i64::MAX);
    /// Minus infinity, below every finite value: the start value of MAX, and alpha of the full window.
    pub const NEGATIVE_INFINITY: Self = Self(i64::MIN);

    /// A finite value.
    pub const fn new(value: i32) -> Self {
        Self(value as i64)
    }

    /// The number, if the value is finite.
    pub fn finite(self) -> Option<i32> {
        i32::try_from(self.0).ok()
    }

    /// The index of this value in a table whose first entry belongs to the value `first`. An infinity gets an index
    /// that is larger than any table.
    #[inline]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // wraps to a place beyond any table
    pub const fn index_from(self, first: Self) -> usize {
        let distance = self.0.wrapping_sub(first.0) as u64;
        // WebAssembly has 32-bit addresses, and the low half of a large distance could be a valid index there.
        if distance > usize::MAX as u64 { usize::MAX } else { distance as usize }
    }
}

/// Writes a finite value as an integer and the infinities as `Infinity` and `-Infinity`.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::INFINITY => formatter.pad("Infinity"),
            Self::NEGATIVE_INFINITY => formatter.pad("-Infinity"),
            Self(finite) => finite.fmt(formatter),
        }
    }
}

/// A number of plies: a depth limit of a search, or the depth of a node below the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(u32);

impl Depth {
    /// Zero plies, which is the depth of the root. A search to this depth only evaluates the root.
    pub const ZERO: Self = Self(0);
    /// A depth larger than the length of any game, with which the search goes to the end of the game.
    pub const UNLIMITED: Self = Self(u32::MAX);

    /// A depth of this number of plies.
    pub const fn new(plies: u32) -> Self {
        Self(plies)
    }

    /// The number of plies.
    pub const fn plies(self) -> u32 {
        self.0
    }

    /// The depth plus one ply.
    pub const fn deeper(self) -> Self {
        Self(self.0 + 1)
    }

    /// The depth that is left for a child; `None` if no depth is left.
    pub const fn below(self) -> Option<Self> {
        match self.0.checked_sub(1) {
            Some(plies) => Some(Self(plies)),
            None => None,
        }
    }
}

/// Reads a depth limit in the format of the assignments: a whole number of plies, at least 1. If the number is too
/// large for a depth, it means the whole game.
impl FromStr for Depth {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let depth = if is_number { text.parse().map_or(Self::UNLIMITED, Self) } else { Self::ZERO };
        if depth == Self::ZERO { Err("expected a whole number of plies, at least 1".into()) } else { Ok(depth) }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
