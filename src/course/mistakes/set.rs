//! Sets of mistakes that one program makes.

use std::{array, fmt, iter, ops::BitOr, str::FromStr};

use super::{Mistake, PlainMistake, Side};
use reversi_core::{game::Turn, games::reversi::Color};
use reversi_io::names::ParseError;

/// A set of mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mistakes {
    /// The mistakes on both sides, then the mistakes of each side.
    by_side: [PlainMistakes; 1 + Side::ALL.len()],
}

impl Mistakes {
    pub const NONE: Self = Self { by_side: [PlainMistakes::NONE; 1 + Side::ALL.len()] };

    const fn place(side: Option<Side>) -> usize {
        match side {
            None => 0,
            Some(side) => 1 + side as usize,
        }
    }

    const fn on(&self, side: Option<Side>) -> PlainMistakes {
        self.by_side[Self::place(side)]
    }

    /// The mistakes on both sides.
    pub const fn plain(&self) -> PlainMistakes {
        self.on(None)
    }

    /// The mistakes in the searches of a color's steps, and in the discs that this color places.
    pub fn of_color(&self, color: Color) -> PlainMistakes {
        self.plain() | self.on(Some(color.into()))
    }

    /// The mistakes at the nodes of one player in the searches of a color's steps.
    pub fn at_nodes(&self, turn: Turn, color: Color) -> PlainMistakes {
        self.of_color(color) | self.on(Some(turn.into()))
    }

    /// True if the set has this mistake.
    pub fn contains(self, mistake: impl Into<Mistake>) -> bool {
        let mistake = mistake.into();
        self.on(mistake.side()).contains(mistake.plain())
    }

    /// The set with one more mistake.
    #[must_use]
    pub fn with(mut self, mistake: impl Into<Mistake>) -> Self {
        let mistake = mistake.into();
        self.by_side[Self::place(mistake.side())].insert(mistake.plain());
        self
    }

    /// The mistakes that are in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.iter().filter(|mistake| other.contains(*mistake)).collect()
    }

    /// The number of mistakes.
    pub fn len(self) -> usize {
        self.iter().count()
    }

    /// The mistakes in the order of the list, plain mistakes first.
    pub fn iter(self) -> impl Iterator<Item = Mistake> + Clone {
        let sides = iter::once(None).chain(Side::ALL.map(Some));
        sides.flat_map(move |side| self.on(side).iter().map(move |plain| Mistake::new(plain, side)))
    }

    /// True if the set is empty.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

impl<T: Into<Mistake>> From<T> for Mistakes {
    fn from(mistake: T) -> Self {
        Self::NONE.with(mistake)
    }
}

impl<T: Into<Mistake>> FromIterator<T> for Mistakes {
    fn from_iter<I: IntoIterator<Item = T>>(mistakes: I) -> Self {
        mistakes.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Writes the names of the mistakes with `+` between them, or `none`.
impl fmt::Display for Mistakes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Mistake::name).collect();
        formatter.pad(&if names.is_empty() { "none".to_owned() } else { names.join("+") })
    }
}

/// Reads names of mistakes with `+` between them, or `none`.
impl FromStr for Mistakes {
    type Err = ParseError;

    fn from_str(names: &str) -> Result<Self, ParseError> {
        if names == "none" { Ok(Self::NONE) } else { names.split('+').map(str::parse::<Mistake>).collect() }
    }
}

/// The mistakes that hold at one place of a program, with a bit for each mistake of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlainMistakes([u64; Self::WORDS]);

impl PlainMistakes {
    pub const NONE: Self = Self([0; Self::WORDS]);
    const WORDS: usize = PlainMistake::ALL.len().div_ceil(64);

    /// True if the set has this mistake.
    #[inline]
    pub const fn contains(self, mistake: PlainMistake) -> bool {
        self.0[mistake as usize / 64] >> (mistake as usize % 64) & 1 == 1
    }

    /// True if the set has any of these mistakes.
    pub fn contains_any(self, mistakes: &[PlainMistake]) -> bool {
        mistakes.iter().any(|&mistake| self.contains(mistake))
    }

    /// The mistakes in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = PlainMistake> + Clone {
        PlainMistake::ALL.iter().copied().filter(move |&mistake| self.contains(mistake))
    }

    const fn insert(&mut self, mistake: PlainMistake) {
        self.0[mistake as usize / 64] |= 1 << (mistake as usize % 64);
    }
}

impl BitOr for PlainMistakes {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(array::from_fn(|word| self.0[word] | other.0[word]))
    }
}
