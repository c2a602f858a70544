//! The format of a log, different for each assignment, and the text of a row.
//!
//! [`RowFormat::write`] writes a row slowly and simply; tests compare the log's writer with it. [`RowFormat::read`] is
//! its inverse.

use std::borrow::Cow;

use super::{Columns, Event, FieldValue, Line, LogColumn, NodeName, Row};
use reversi_core::{game::Depth, games::reversi::Move};
use reversi_io::{files::toml_file::word, names::names};
use serde::{Deserialize, Serialize};

names! {
    /// The window that the row of a cut-off shows.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum CutWindow {
        /// The window after the last child: alpha >= beta.
        #[default]
        Narrowed => "narrowed",
        /// The window before the last child.
        AsSearched => "as-searched",
    }
}

/// The format of a traverse log. The format's texts contain no line endings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowFormat {
    /// The columns of a row from left to right.
    pub columns: Columns,
    /// The names of the columns, separated by commas.
    pub header: Cow<'static, str>,
    pub header_separator: Cow<'static, str>,
    /// The separator between fields in a row.
    pub separator: Cow<'static, str>,
    /// The word for plus infinity; minus infinity has a minus before this word.
    pub infinity: Cow<'static, str>,
    pub root: Cow<'static, str>,
    /// The name of a node that is reached by a pass. All other nodes have the name of their square.
    pub pass: Cow<'static, str>,
    /// The marker at the end of a cut-off's row, before the line ending.
    pub cut_marker: Cow<'static, str>,
    /// The number of zeros after the decimal point in finite numbers; with 0, there is no point.
    pub decimals: usize,
    /// The root's number in the Depth column.
    pub root_depth: u32,
    /// The window that the row of a cut-off shows.
    #[serde(with = "word")]
    pub cut_window: CutWindow,
    pub last_line_end: bool,
    /// The texts of the finite numbers 0, 1, 2 ..., if an explicit tree has its own; empty for an assignment.
    #[serde(skip)]
    pub numbers: Vec<String>,
}

impl RowFormat {
    /// The columns of the log of a search with or without a window, from left to right.
    pub fn columns(&self, has_window: bool) -> &[LogColumn] {
        self.columns.of(has_window)
    }

    /// The name of a column.
    pub fn column_name(&self, column: LogColumn) -> &str {
        let names = self.columns(true).iter().zip(self.header.split(','));
        names.into_iter().find(|(named, _)| **named == column).map_or("", |(_, name)| name)
    }

    /// The first line: the column names of a search with or without a window.
    pub fn column_names(&self, has_window: bool) -> String {
        let names = self.columns(has_window).iter().map(|&column| self.column_name(column));
        names.collect::<Vec<_>>().join(&self.header_separator)
    }

    /// The number of rows in a log, from its number of line endings. The header has one; only the last row may have none.
    pub const fn rows(&self, line_ends: u64) -> u64 {
        (line_ends + !self.last_line_end as u64).saturating_sub(1)
    }

    /// Converts a row of a search to a line.
    pub fn line<M: Copy + Into<Move>>(&self, row: &Row<M>) -> Line {
        let window = match (row.event, self.cut_window) {
            (Event::Update { cut: true, before, .. }, CutWindow::AsSearched) => before,
            _ => row.window,
        };
        let name = row.path.last().map(|&played| played.into()).into();
        let depth = FieldValue(f64::from(self.root_depth) + row.ply() as f64);
        let [alpha, beta] = [window.map(|window| window.alpha.into()), window.map(|window| window.beta.into())];
        let cut_off = row.event.is_cut_off() && !self.cut_marker.is_empty();
        Line::in_columns(self.columns(true), name, [Some(depth), Some(row.value.into()), alpha, beta], cut_off)
    }

    /// The text of a log row, without its line ending.
    pub fn write(&self, line: &Line) -> String {
        let field = |&column: &LogColumn| match column {
            LogColumn::Node => Some(self.name(line.name)),
            LogColumn::Depth => line.depth().map(|FieldValue(depth)| format!("{depth:.0}")),
            column => line.number(column).map(|number| self.number(number)),
        };
        let fields: Vec<String> = self.columns(true).iter().filter_map(field).collect();
        fields.join(&self.separator) + if line.cut_off { &self.cut_marker } else { "" }
    }

    /// The name of a node, or of the node after a move; without a move, the name of the root.
    pub fn name(&self, node: impl Into<NodeName>) -> String {
        match node.into() {
            NodeName::Root => self.root.to_string(),
            NodeName::Pass => self.pass.to_string(),
            NodeName::Square(square) => square.to_string(),
            NodeName::Other(name) => name.into_iter().take_while(|&letter| letter != 0).map(char::from).collect(),
        }
    }

    /// The number in the Depth column for a ply.
    pub fn depth(&self, ply: Depth) -> String {
        (u64::from(ply.plies()) + u64::from(self.root_depth)).to_string()
    }

    /// The text of a number in this format.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a place in a table
    pub fn number(&self, number: impl Into<FieldValue>) -> String {
        match number.into() {
            FieldValue::INFINITY => self.infinity.to_string(),
            FieldValue::NEGATIVE_INFINITY => format!("-{}", self.infinity),
            FieldValue(place) if !self.numbers.is_empty() => self.numbers[place as usize].clone(),
            FieldValue::SMALLEST_POSITIVE => "4.9E-324".to_owned(),
            number if number == -FieldValue::SMALLEST_POSITIVE => "-4.9E-324".to_owned(),
            // This branch writes the same text in half the time: the standard library uses exact arithmetic for
            // decimals.
            FieldValue(whole) if whole.fract() == 0.0 && whole.abs() < 1e15 => {
                whole.to_string() + &self.decimal_places()
            }
            FieldValue(number) => format!("{number:.*}", self.decimals),
        }
    }

    /// The text after the integer part of a finite number: the decimal point and the zeros; empty if there are no
    /// decimals.
    pub fn decimal_places(&self) -> String {
        if self.decimals == 0 { String::new() } else { format!(".{:0<1$}", "", self.decimals) }
    }
}
