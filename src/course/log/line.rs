//! The content of a log row: a node and numbers, independent of the format.

use std::{fmt, ops::Neg};

use super::LogColumn;
use reversi_core::{
    game::Value,
    games::reversi::{Move, Square},
};

/// The content of a log row. A [row](super::Row) of a search contains more: the path to the node and the event. A line
/// can contain wrong values, so it can also represent rows of students and of programs with mistakes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub name: NodeName,
    /// The numbers by column; `None` for the node column, and for columns that the line does not have.
    pub numbers: [Option<FieldValue>; LogColumn::ALL.len()],
    /// True if the line ends in the marker of a cut-off. In a format without such a marker, this field is always false.
    pub cut_off: bool,
}

/// The node that a line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeName {
    Root,
    /// A node reached by a pass.
    Pass,
    /// A node reached by a disc on a square.
    Square(Square),
    /// A wrong name such as `a0`, from a program with a mistake in its names: at most four lower-case letters or
    /// digits.
    Other([u8; 4]),
}

/// A number in a row; only its value counts, not its format. In a correct log, each number is whole or infinite.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct FieldValue(pub f64);

/// A field of a line, identified by its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineField {
    Column(LogColumn),
    Marker,
}

impl Line {
    /// A line with the numbers of a row, in the order of [`LogColumn::ALL`]. Only the log's columns are kept.
    pub fn in_columns(
        columns: &[LogColumn],
        name: NodeName,
        [depth, value, alpha, beta]: [Option<FieldValue>; 4],
        cut_off: bool,
    ) -> Self {
        let mut numbers = [None, depth, value, alpha, beta];
        if columns.len() < LogColumn::ALL.len() {
            numbers = LogColumn::ALL.map(|column| numbers[column as usize].filter(|_| columns.contains(&column)));
        }
        Self { name, numbers, cut_off }
    }

    /// The number in a column; `None` for the node column, or if the line does not have the column.
    pub const fn number(&self, column: LogColumn) -> Option<FieldValue> {
        self.numbers[column as usize]
    }

    /// The number in the depth column, if the line has it.
    pub const fn depth(&self) -> Option<FieldValue> {
        self.number(LogColumn::Depth)
    }

    /// The value of the node, which every log shows.
    pub fn value(&self) -> FieldValue {
        self.number(LogColumn::Value).unwrap_or(FieldValue(0.0))
    }

    /// The fields in which two lines differ: first the columns from left to right, then the marker of a cut-off.
    pub fn differences(&self, other: &Self, columns: &[LogColumn]) -> impl Iterator<Item = LineField> {
        let differs = |field: &LineField| match *field {
            LineField::Column(LogColumn::Node) => self.name != other.name,
            LineField::Column(column) => self.number(column) != other.number(column),
            LineField::Marker => self.cut_off != other.cut_off,
        };
        LineField::of(columns).filter(differs)
    }
}

impl LineField {
    /// The fields of a line: first the columns from left to right, then the marker of a cut-off.
    pub fn of(columns: &[LogColumn]) -> impl Iterator<Item = Self> {
        columns.iter().map(|&column| Self::Column(column)).chain([Self::Marker])
    }
}

/// Writes the name of the column, or `cut-off`.
impl fmt::Display for LineField {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(column) => column.fmt(formatter),
            Self::Marker => formatter.pad("cut-off"),
        }
    }
}

impl NodeName {
    /// The name of a square, from its letter (0 is `a`) and its digit. A program with a mistake in names may name a
    /// square outside the board.
    pub fn of(letter: u8, digit: u8) -> Self {
        let square = digit.checked_sub(1).and_then(|row| Square::new(row, letter));
        square.map_or(Self::Other([b'a' + letter, b'0' + digit, 0, 0]), Self::Square)
    }

    /// The move that leads to the named node: `Some(None)` stands for the root. The result is `None` if the name does
    /// not name a node.
    #[allow(clippy::option_option)] // no move leads to the root, and no name is no node
    pub const fn reached_by(self) -> Option<Option<Move>> {
        match self {
            Self::Root => Some(None),
            Self::Pass => Some(Some(Move::Pass)),
            Self::Square(square) => Some(Some(Move::Place(square))),
            Self::Other(_) => None,
        }
    }
}

/// The name of the node after a move; without a move, the name of the root.
impl From<Option<Move>> for NodeName {
    fn from(reached_by: Option<Move>) -> Self {
        match reached_by {
            None => Self::Root,
            Some(Move::Pass) => Self::Pass,
            Some(Move::Place(square)) => Self::Square(square),
        }
    }
}

impl FieldValue {
    pub const INFINITY: Self = Self(f64::INFINITY);
    pub const NEGATIVE_INFINITY: Self = Self(f64::NEG_INFINITY);
    /// `Double.MIN_VALUE` in Java, which is the smallest positive number. Some students' programs use this number as
    /// the lowest number by mistake.
    pub const SMALLEST_POSITIVE: Self = Self(4.9e-324);

    /// The larger of two numbers.
    pub const fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The smaller of two numbers.
    pub const fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// True if a right or mistaken search can write this number.
    pub fn is_written(self) -> bool {
        self.0.is_infinite() || self.0.fract() == 0.0 || Self(self.0.abs()) == Self::SMALLEST_POSITIVE
    }

    /// Reads a number in the format of most languages: `25`, `25.0`, `+25`, `2.5E1`, `-inf`, `Infinity`, `∞`. A number
    /// is infinite only if it is written as an infinity. The sign of zero is dropped.
    pub fn read(field: &[u8]) -> Option<Self> {
        let text = str::from_utf8(field).ok()?;
        let (sign, digits) = match text.as_bytes().first()? {
            b'-' => (-1.0, &text[1..]),
            b'+' => (1.0, &text[1..]),
            _ => (1.0, text),
        };
        if digits.eq_ignore_ascii_case("inf") || digits.eq_ignore_ascii_case("infinity") || digits == "∞" {
            return Some(Self(sign * f64::INFINITY));
        }
        // The standard library also accepts texts with a second sign and `nan`.
        if !digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            return None;
        }
        let number: f64 = digits.parse().ok()?;
        Some(Self(sign * number.min(f64::MAX) + 0.0))
    }
}

impl Neg for FieldValue {
    type Output = Self;

    fn neg(self) -> Self {
        Self(0.0 - self.0)
    }
}

impl From<Value> for FieldValue {
    fn from(value: Value) -> Self {
        match value {
            Value::INFINITY => Self::INFINITY,
            Value::NEGATIVE_INFINITY => Self::NEGATIVE_INFINITY,
            finite => Self(finite.finite().unwrap_or_default().into()),
        }
    }
}
