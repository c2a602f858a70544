//! The common mistakes in programs that print their answers, read from a table.

use std::{fmt, str::FromStr};

use reversi_io::names::{ParseError, nearest};

use super::System;

/// The table: group, name, assignments, what a program with the mistake does.
const TABLE: &str = include_str!("mistakes.tsv");

/// A mistake, by its row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mistake(u8);

/// Writes the name.
impl fmt::Display for Mistake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A set of mistakes that one program makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mistakes(u128);

impl Mistake {
    /// The mistakes that are possible in an assignment, in the order of the table.
    pub fn all(system: System) -> impl Iterator<Item = Self> {
        let is_possible = move |(_, row): &(u8, [&str; 4])| row[2].split(' ').any(|name| name == system.name());
        rows().filter(is_possible).map(|(index, _)| Self(index))
    }

    /// The group of the mistake, such as `captures`.
    pub fn group(self) -> &'static str {
        self.row()[0]
    }

    /// The name of the mistake.
    pub fn name(self) -> &'static str {
        self.row()[1]
    }

    /// A clause on what a program with this mistake does.
    pub fn text(self) -> &'static str {
        self.row()[3]
    }

    fn row(self) -> [&'static str; 4] {
        rows().nth(usize::from(self.0)).expect("a row of the table").1
    }

    /// The mistake with this name. The compiler evaluates the search, and refuses an unknown name.
    ///
    /// # Panics
    /// Panics if the table does not contain the name.
    pub const fn named(name: &str) -> Self {
        let (table, name) = (TABLE.as_bytes(), name.as_bytes());
        let (mut at, mut index) = (end_of_line(table, 0), 0);
        while at < table.len() {
            at = end_of_cell(table, at);
            let mut length = 0;
            while length < name.len() && table[at + length] == name[length] {
                length += 1;
            }
            if length == name.len() && table[at + length] == b'\t' {
                return Self(index);
            }
            (at, index) = (end_of_line(table, at), index + 1);
        }
        panic!("the table has no such mistake")
    }
}

const fn end_of_line(table: &[u8], mut at: usize) -> usize {
    while table[at] != b'\n' {
        at += 1;
    }
    at + 1
}

const fn end_of_cell(table: &[u8], mut at: usize) -> usize {
    while table[at] != b'\t' {
        at += 1;
    }
    at + 1
}

fn rows() -> impl Iterator<Item = (u8, [&'static str; 4])> {
    let cells = |line: &'static str| {
        let mut cells = line.split('\t');
        std::array::from_fn(|_| cells.next().expect("four cells in each row"))
    };
    (0..).zip(TABLE.lines().skip(1).map(cells))
}

impl Mistakes {
    pub const NONE: Self = Self(0);

    /// True if the set contains the mistake.
    pub const fn contains(self, mistake: Mistake) -> bool {
        self.0 >> mistake.0 & 1 == 1
    }

    /// The mistakes of either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The mistakes of the set, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Mistake> {
        (0..128).map(Mistake).filter(move |&mistake| self.contains(mistake))
    }
}

impl FromIterator<Mistake> for Mistakes {
    fn from_iter<I: IntoIterator<Item = Mistake>>(mistakes: I) -> Self {
        Self(mistakes.into_iter().fold(0, |set, mistake| set | 1 << mistake.0))
    }
}

/// Writes the names, joined by `+`, or `none`.
impl fmt::Display for Mistakes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Mistake::name).collect();
        formatter.pad(&if names.is_empty() { "none".to_owned() } else { names.join("+") })
    }
}

/// Reads names joined by `+`, or `none`.
impl FromStr for Mistakes {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let names = text.split('+').filter(|name| *name != "none");
        let mistake = |name| {
            let known = rows().find(|(_, row)| row[1] == name).map(|(index, _)| Mistake(index));
            known.ok_or_else(|| {
                let meant = nearest(name, rows().map(|(_, row)| row[1]));
                let meant = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
                ParseError::from(format!("`{name}` is not a mistake in printed answers{meant}"))
            })
        };
        names.map(mistake).collect()
    }
}

/// True if a set of mistakes contains at least one of the named mistakes.
macro_rules! makes {
    ($set:expr, $($name:literal),+) => {
        false $(|| $set.contains(const { $crate::answers::Mistake::named($name) }))+
    };
}

pub(super) use makes;
