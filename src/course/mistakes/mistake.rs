//! Names a mistake that a program makes on both sides, or on one side only.

use std::{borrow::Cow, fmt, str::FromStr};

use super::{Group, Mistakes, PlainMistake, System};
use crate::assignment::Assignment;
use reversi_core::{game::Turn, games::reversi::Color};
use reversi_io::names::{ParseError, names, nearest};

names! {
    /// The side on which a program makes a mistake, if it is right on the other side.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Side {
        Max => "max",
        Min => "min",
        /// The searches of black's steps; for captures, the discs that black places.
        Black => "black",
        /// The searches of white's steps; for captures, the discs that white places.
        White => "white",
    }
}

impl Side {
    /// The side that the mistake leaves right.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl From<Turn> for Side {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::Max => Self::Max,
            Turn::Min => Self::Min,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// A mistake of a student, on both sides or on one side only. The order is the order of the list, plain mistakes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mistake {
    side: Option<Side>,
    plain: PlainMistake,
}

impl Mistake {
    pub(super) const fn new(plain: PlainMistake, side: Option<Side>) -> Self {
        Self { side, plain }
    }

    /// The mistake on both sides.
    pub const fn plain(self) -> PlainMistake {
        self.plain
    }

    /// The only side on which the program makes the mistake; `None` for both sides.
    pub const fn side(self) -> Option<Side> {
        self.side
    }

    /// All mistakes on both sides, in the order of the list.
    pub fn all_plain() -> impl Iterator<Item = Self> + Clone {
        PlainMistake::ALL.iter().copied().map(Self::from)
    }

    /// The same mistake on each side alone; nothing for a mistake that is already on one side.
    pub fn on_each_side(self) -> impl Iterator<Item = Self> + Clone {
        let sides = if self.side.is_none() { self.plain.sides() } else { &[] };
        sides.iter().map(move |&side| Self { side: Some(side), ..self })
    }

    /// The mistakes on both sides that are possible in an assignment, in the order of the list.
    pub fn of(assignment: &Assignment) -> impl Iterator<Item = Self> + Clone {
        Self::all_plain().filter(|mistake| mistake.is_possible_in(assignment))
    }

    /// The mistakes that are possible in programs of a system, in the order of the list.
    pub fn printed_by(system: System) -> impl Iterator<Item = Self> + Clone {
        Self::all_plain().filter(move |mistake| mistake.plain.is_possible_of(system))
    }

    /// Mistakes of few real programs. `check` tries them after all others, and sets of cases need not catch them.
    pub const RARE: [Self; 8] = [
        Self::new(PlainMistake::BoundIsNodeValue, None),
        Self::new(PlainMistake::WindowResetByPass, None),
        Self::new(PlainMistake::LargestValuePlayed, None),
        Self::new(PlainMistake::TwoPassesWithoutAMove, None),
        Self::new(PlainMistake::NoRowAfterPass, None),
        Self::new(PlainMistake::PlaysHeaviestSquare, None),
        Self::new(PlainMistake::PassSetsBound, None),
        Self::new(PlainMistake::RootMoveFromGrandchild, None),
    ];

    /// True if the mistake is one of [`RARE`](Self::RARE).
    pub fn is_rare(&self) -> bool {
        Self::RARE.contains(self)
    }

    /// The mistakes that are open readings of an assignment.
    pub fn open_in(assignment: &Assignment) -> Mistakes {
        let is_open = |mistake: &Self| assignment.open_readings.iter().any(|reading| reading.name() == mistake.name());
        Self::all_plain().filter(is_open).collect()
    }

    /// The part of a job that the mistake changes.
    pub const fn group(self) -> Group {
        self.plain.group()
    }

    /// The name in commands and reports.
    pub fn name(self) -> Cow<'static, str> {
        let plain = self.plain.name();
        self.side.map_or(Cow::Borrowed(plain), |side| format!("{plain}-for-{side}").into())
    }

    /// True if the mistake is possible in an assignment.
    pub fn is_possible_in(self, assignment: &Assignment) -> bool {
        self.plain.is_possible_in(assignment)
    }

    /// True if no program can make both mistakes, for example two wrong depths.
    pub fn excludes(self, other: Self) -> bool {
        use PlainMistake::{
            AlphaNotPassed, BetaNotPassed, DepthMinusOne, DepthPlusOne, OneBoundPassed, WindowNotPassed,
        };
        if self.side.is_some_and(|side| other.side == Some(side.opposite())) {
            return false;
        }
        let window_of_child = [WindowNotPassed, AlphaNotPassed, BetaNotPassed, OneBoundPassed];
        self.plain == other.plain
            || self.group() == Group::Captures && other.group() == Group::Captures
            || [&window_of_child[..], &[DepthPlusOne, DepthMinusOne]]
                .iter()
                .any(|line| line.contains(&self.plain) && line.contains(&other.plain))
    }
}

impl From<PlainMistake> for Mistake {
    fn from(plain: PlainMistake) -> Self {
        Self { side: None, plain }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.name())
    }
}

impl FromStr for Mistake {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        let known = || Self::all_plain().chain(Self::all_plain().flat_map(Self::on_each_side));
        known().find(|mistake| mistake.name() == name).ok_or_else(|| {
            let names: Vec<_> = known().map(Self::name).collect();
            let help = match nearest(name, names.iter().map(AsRef::as_ref)) {
                Some(nearest) => format!("did you mean {nearest}?"),
                None => "expected a name of `reversi mistakes list`".to_owned(),
            };
            format!("no mistake has this name; {help}").into()
        })
    }
}
