//! How a log is spelled: what assignments do differently, as data, and the text of a row.
//!
//! [`Spelling::write`] spells a row slowly and plainly; the fast writer is proved against it. Rows are read
//! [leniently](super::lenient).

use std::borrow::Cow;

use super::{Event, LogColumn, Row};
use crate::{
    game::{Depth, Value},
    games::reversi::Move,
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
}

/// What the line of a row says: less than the row, which knows the whole path and what came before.
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

    /// The name of the node that a move leads to; the root's where there is no move.
    pub fn name(&self, reached_by: Option<Move>) -> String {
        match reached_by {
            None => self.root.to_string(),
            Some(Move::Pass) => self.pass.to_string(),
            Some(Move::Place(square)) => square.to_string(),
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
}
