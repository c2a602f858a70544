//! How a log is spelled: what the years of the assignment do differently, as data, and the rows in it.
//!
//! [`Spelling::write`] spells a row slowly and plainly; the fast writer is proved against it, and [`Spelling::parse`] is
//! its inverse.

use std::fmt;

use thiserror::Error;

use super::{Event, Row};
use crate::{
    game::{Depth, Value},
    games::reversi::Move,
    search::AlphaBeta,
};

/// How finite numbers are written. The infinities are `Infinity` and `-Infinity` everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// `25.0`.
    OneDecimal,
    /// `25`.
    Integer,
}

impl Numbers {
    /// What stands after the digits.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::OneDecimal => ".0",
            Self::Integer => "",
        }
    }
}

/// The window shown by the row of a cut-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutWindow {
    /// As narrowed by the child that caused it, so that alpha >= beta.
    Narrowed,
    /// As that child was searched with.
    AsSearched,
}

/// The spelling of a traverse log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// Between two fields of a row. The header has commas everywhere.
    pub separator: &'static str,
    /// The form of finite numbers.
    pub numbers: Numbers,
    /// What the Depth column shows for the root.
    pub root_depth: u32,
    /// The window of a cut-off's row.
    pub cut_window: CutWindow,
    /// What ends a cut-off's row, before the line end.
    pub cut_marker: &'static str,
    /// Whether the last row has a line end.
    pub last_line_end: bool,
}

/// What the line of a row says: less than the row, since of the path it has the last move and the length alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move that leads to the node; `None` for the root.
    pub reached_by: Option<Move>,
    /// Plies below the root.
    pub ply: Depth,
    /// The value.
    pub value: Value,
    /// The window, as the spelling shows it; none in minimax.
    pub window: Option<AlphaBeta>,
    /// Whether the line ends in the marker of a cut-off. A spelling without a marker never says so.
    pub cut_off: bool,
}

impl Spelling {
    /// The column names, for a search with or without a window.
    #[must_use]
    pub const fn header(window: bool) -> &'static str {
        if window { "Node,Depth,Value,Alpha,Beta" } else { "Node,Depth,Value" }
    }

    /// What the line of a row says in this spelling.
    #[must_use]
    pub fn line<M: Copy + Into<Move>>(&self, row: &Row<M>) -> Line {
        let window = match (row.event, self.cut_window) {
            (Event::Update { cut: true, before, .. }, CutWindow::AsSearched) => before,
            _ => row.window,
        };
        Line {
            reached_by: row.path.last().map(|&played| played.into()),
            ply: Depth::new(u32::try_from(row.ply()).unwrap_or(u32::MAX)),
            value: row.value,
            window,
            cut_off: row.event.is_cut_off() && !self.cut_marker.is_empty(),
        }
    }

    /// The text of a line, without its line end.
    #[must_use]
    pub fn write(&self, line: &Line) -> String {
        let name = line.reached_by.map_or("root".to_owned(), |played| played.to_string());
        let mut fields = vec![name, (line.ply.plies() + self.root_depth).to_string(), self.number(line.value)];
        fields.extend(line.window.into_iter().flat_map(|window| [window.alpha, window.beta]).map(|v| self.number(v)));
        fields.join(self.separator) + if line.cut_off { self.cut_marker } else { "" }
    }

    /// A number in this spelling.
    #[must_use]
    pub fn number(&self, value: Value) -> String {
        let suffix = if value.finite().is_some() { self.numbers.suffix() } else { "" };
        format!("{value}{suffix}")
    }

    /// Reads the text of a row, without its line end: the inverse of [`write`](Spelling::write). Nothing is forgiven.
    ///
    /// # Errors
    /// The first field, from the left, that is not as this spelling has it.
    pub fn parse(&self, text: &str) -> Result<Line, ParseLineError> {
        let (text, cut_off) = match text.strip_suffix(self.cut_marker) {
            Some(fields) if !self.cut_marker.is_empty() => (fields, true),
            _ => (text, false),
        };
        let fields: Vec<&str> = text.split(self.separator).collect();
        let (&[name, depth, value], bounds) = fields.split_first_chunk().ok_or(ParseLineError::FieldCount)?;
        let window = match bounds {
            [] => None,
            &[alpha, beta] => Some(AlphaBeta {
                alpha: self.parse_number(alpha).ok_or(ParseLineError::Bound(Bound::Alpha))?,
                beta: self.parse_number(beta).ok_or(ParseLineError::Bound(Bound::Beta))?,
            }),
            _ => return Err(ParseLineError::FieldCount),
        };
        let reached_by = match name {
            "root" => None,
            name => Some(name.parse().map_err(|_| ParseLineError::Node)?),
        };
        // A square has one name, and a number one form.
        if reached_by.is_some_and(|played: Move| played.to_string() != name) {
            return Err(ParseLineError::Node);
        }
        let ply = depth.parse().ok().filter(|number: &u32| number.to_string() == depth);
        let ply = ply.and_then(|number| number.checked_sub(self.root_depth)).ok_or(ParseLineError::Depth)?;
        let value = self.parse_number(value).ok_or(ParseLineError::Value)?;
        Ok(Line { reached_by, ply: Depth::new(ply), value, window, cut_off })
    }

    fn parse_number(&self, text: &str) -> Option<Value> {
        let value = match text {
            "Infinity" => Value::INFINITY,
            "-Infinity" => Value::NEGATIVE_INFINITY,
            finite => Value::new(finite.strip_suffix(self.numbers.suffix())?.parse().ok()?),
        };
        (self.number(value) == text).then_some(value)
    }
}

/// One of the two bounds of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// What max has secured.
    Alpha,
    /// What min has secured.
    Beta,
}

/// `alpha` or `beta`.
impl fmt::Display for Bound {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Alpha => "alpha",
            Self::Beta => "beta",
        })
    }
}

/// Why a text is no row of a spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseLineError {
    /// Neither three fields nor five.
    #[error("expected 3 fields (node, depth, value) or 5 (and alpha, beta)")]
    FieldCount,
    /// The first field is no node.
    #[error("expected `root`, `pass` or a square")]
    Node,
    /// The second is no depth.
    #[error("expected a depth")]
    Depth,
    /// The third is no number of this spelling.
    #[error("expected a value")]
    Value,
    /// The fourth or fifth is no number of this spelling.
    #[error("expected {0}")]
    Bound(Bound),
}
