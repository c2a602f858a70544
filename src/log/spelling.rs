//! How a log is spelled: what assignments do differently, as data, and the text of a row.
//!
//! [`Spelling::write`] spells a row slowly and plainly; the fast writer is proved against it, and [`Spelling::parse`] is
//! its inverse.

use std::borrow::Cow;

use thiserror::Error;

use super::{Event, LogColumn, Row};
use crate::{
    game::{Depth, Value},
    games::reversi::{Move, MoveOrder},
    names::names,
    search::AlphaBeta,
};

names! {
    /// The window shown by the row of a cut-off.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum CutWindow {
        /// As narrowed by the child that caused it, so that alpha >= beta.
        #[default]
        Narrowed => "narrowed",
        /// As that child was searched with.
        AsSearched => "as-searched",
    }
}

/// The spelling of a traverse log. No text in it has a line end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    /// The names of the [columns](LogColumn), which the first line shows with commas between them.
    pub header: [Cow<'static, str>; 5],
    /// What stands between two fields of a row.
    pub separator: Cow<'static, str>,
    /// The larger of the two infinities; the other one has a minus before it.
    pub infinity: Cow<'static, str>,
    /// The name of the root.
    pub root: Cow<'static, str>,
    /// The name of a node that a pass leads to. Other nodes are called by their square.
    pub pass: Cow<'static, str>,
    /// What ends a cut-off's row, before the line end.
    pub cut_marker: Cow<'static, str>,
    /// How many digits finite numbers have after the point, all of them 0; without any there is no point.
    pub decimals: usize,
    /// What the Depth column shows for the root.
    pub root_depth: u32,
    /// The window of a cut-off's row.
    pub cut_window: CutWindow,
    /// Whether the last row has a line end.
    pub last_line_end: bool,
    /// The order of the moves: nodes are called by the squares of the true board.
    pub order: MoveOrder,
}

/// What the line of a row says: less than the row, which knows the whole path and what came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move that leads to the node, on the board that is searched; `None` for the root.
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
    /// The first line: the names of the columns of a search with or without a window.
    pub fn column_names(&self, has_window: bool) -> String {
        self.header[..LogColumn::of(has_window).len()].join(",")
    }

    /// What the line of a row says in this spelling.
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
    pub fn write(&self, line: &Line) -> String {
        let window = line.window.unwrap_or(AlphaBeta::FULL);
        let field = |column: &LogColumn| match column {
            LogColumn::Node => self.name(line.reached_by),
            LogColumn::Depth => self.depth(line.ply),
            LogColumn::Value => self.number(line.value),
            LogColumn::Alpha => self.number(window.alpha),
            LogColumn::Beta => self.number(window.beta),
        };
        let fields: Vec<String> = LogColumn::of(line.window.is_some()).iter().map(field).collect();
        fields.join(&self.separator) + if line.cut_off { &self.cut_marker } else { "" }
    }

    /// The name of the node that a move of the board that is searched leads to; the root's where there is no move.
    pub fn name(&self, reached_by: Option<Move>) -> String {
        match reached_by {
            None => self.root.to_string(),
            Some(Move::Pass) => self.pass.to_string(),
            Some(Move::Place(square)) => self.order.square(square).to_string(),
        }
    }

    /// The Depth column of a node so many plies below the root.
    pub fn depth(&self, ply: Depth) -> String {
        (u64::from(ply.plies()) + u64::from(self.root_depth)).to_string()
    }

    /// A number in this spelling.
    pub fn number(&self, value: Value) -> String {
        match value {
            Value::INFINITY => self.infinity.to_string(),
            Value::NEGATIVE_INFINITY => format!("-{}", self.infinity),
            finite => finite.to_string() + &self.decimal_places(),
        }
    }

    /// What stands after the whole part of a finite number: the point and its zeros.
    pub fn decimal_places(&self) -> String {
        if self.decimals == 0 { String::new() } else { format!(".{:0<1$}", "", self.decimals) }
    }

    /// Reads the text of a row, without its line end: the inverse of [`write`](Spelling::write). Nothing is forgiven.
    ///
    /// # Errors
    /// The first field, from the left, that is not as this spelling has it.
    pub fn parse(&self, text: &str) -> Result<Line, ParseLineError> {
        let cut_off = text.strip_suffix(&*self.cut_marker).filter(|_| !self.cut_marker.is_empty());
        match cut_off.map(|fields| self.parse_fields(fields)) {
            None => self.parse_fields(text),
            Some(Ok(line)) => Ok(Line { cut_off: true, ..line }),
            // A number that is spelled with letters can end in the marker.
            Some(Err(error)) => self.parse_fields(text).map_err(|_| error),
        }
    }

    fn parse_fields(&self, text: &str) -> Result<Line, ParseLineError> {
        let fields: Vec<&str> = text.split(&*self.separator).collect();
        let columns =
            [LogColumn::of(false), LogColumn::of(true)].into_iter().find(|columns| columns.len() == fields.len());
        let columns = columns.ok_or(ParseLineError::FieldCount)?;
        let (mut reached_by, mut ply) = (None, Depth::ZERO);
        let [mut value, mut alpha, mut beta] = [Value::INFINITY; 3];
        for (&column, &field) in columns.iter().zip(&fields) {
            let number = || self.parse_number(field);
            let read = match column {
                LogColumn::Node => self.parse_name(field).map(|node| reached_by = node),
                LogColumn::Depth => self.parse_depth(field).map(|depth| ply = depth),
                LogColumn::Value => number().map(|number| value = number),
                LogColumn::Alpha => number().map(|number| alpha = number),
                LogColumn::Beta => number().map(|number| beta = number),
            };
            read.ok_or(ParseLineError::Field(column))?;
        }
        let window = columns.contains(&LogColumn::Alpha).then_some(AlphaBeta { alpha, beta });
        Ok(Line { reached_by, ply, value, window, cut_off: false })
    }

    /// The move that leads to a node of a name; `Some(None)` for the root.
    #[allow(clippy::option_option)] // no move leads to the root, and no name is no node
    fn parse_name(&self, name: &str) -> Option<Option<Move>> {
        let node = match name {
            name if name == self.root => None,
            name if name == self.pass => Some(Move::Pass),
            name => Some(Move::Place(self.order.square(name.parse().ok()?))),
        };
        // A square has one name, and a number one form.
        (self.name(node) == name).then_some(node)
    }

    fn parse_depth(&self, text: &str) -> Option<Depth> {
        let depth = Depth::new(text.parse::<u32>().ok()?.checked_sub(self.root_depth)?);
        (self.depth(depth) == text).then_some(depth)
    }

    fn parse_number(&self, text: &str) -> Option<Value> {
        let infinity =
            [Value::INFINITY, Value::NEGATIVE_INFINITY].into_iter().find(|&value| self.number(value) == text);
        infinity.or_else(|| {
            let value = Value::new(text.strip_suffix(&self.decimal_places())?.parse().ok()?);
            (self.number(value) == text).then_some(value)
        })
    }
}

/// Why a text is no row of a spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseLineError {
    /// Neither three fields nor five.
    #[error("expected 3 fields (node, depth, value) or 5 (and alpha, beta)")]
    FieldCount,
    /// A field that its column never shows in this spelling.
    #[error("expected {0}")]
    Field(LogColumn),
}
