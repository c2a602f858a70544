//! Counts the rows and bytes of a log without writing it.

use std::convert::Infallible;

use super::{CutWindow, LogColumn, LogSize, Spelling};
use reversi_core::{
    game::Value,
    games::reversi::Move,
    search::{Node, Observer, Update, Window},
};
use reversi_io::files::LineEnding;

/// Adds up the lengths of a log's rows, without the column names.
pub(super) struct RowCounter<'a> {
    pub(super) size: LogSize,
    spelling: &'a Spelling,
    columns: &'a [LogColumn],
    /// The bytes of a row beside the fields: the separators and the line end.
    between: usize,
    /// The bytes of the decimal places, of an infinity, and of the marker of a cut-off.
    decimals: usize,
    infinity: usize,
    marker: usize,
    /// The number of rows at which `tell` is called.
    tell_at: u64,
    tell: &'a mut dyn FnMut(u64),
}

impl<'a> RowCounter<'a> {
    /// The rows between two calls of `tell`: about a tenth of a second.
    const ROWS: u64 = 1 << 24;

    /// Counts from 0, and calls `tell` now and then with the number of rows so far.
    pub(super) fn new<W: Window>(
        spelling: &'a Spelling,
        line_ending: LineEnding,
        tell: &'a mut dyn FnMut(u64),
    ) -> Self {
        let columns = spelling.columns(W::PRUNES);
        Self {
            size: LogSize::default(),
            spelling,
            columns,
            between: spelling.separator.len() * (columns.len() - 1) + line_ending.text().len(),
            decimals: spelling.decimal_places().len(),
            infinity: spelling.infinity.len(),
            marker: spelling.cut_marker.len(),
            tell_at: Self::ROWS,
            tell,
        }
    }

    /// Adds the size of some rows.
    #[inline]
    pub(super) fn add(&mut self, size: LogSize) {
        self.size = self.size.plus(size);
        if self.size.rows >= self.tell_at {
            self.tell();
        }
    }

    #[cold]
    fn tell(&mut self) {
        self.tell_at = self.size.rows + Self::ROWS;
        (self.tell)(self.size.rows);
    }

    #[inline]
    fn row<M: Into<Move>>(&mut self, node: Node<M>, value: Value, window: impl Window, marker: usize) {
        let number = |value: Value| match value.finite() {
            Some(number) => usize::from(number < 0) + digits(number.unsigned_abs()) + self.decimals,
            None => usize::from(value == Value::NEGATIVE_INFINITY) + self.infinity,
        };
        let bounds = window.bounds();
        let name = match node.reached_by.map(Into::into) {
            Some(Move::Place(_)) => 2,
            Some(Move::Pass) => self.spelling.pass.len(),
            None => self.spelling.root.len(),
        };
        let field = |column: &LogColumn| match column {
            LogColumn::Node => name,
            LogColumn::Depth => digits(node.ply.plies() + self.spelling.root_depth),
            LogColumn::Value => number(value),
            LogColumn::Alpha => bounds.map_or(0, |window| number(window.alpha)),
            LogColumn::Beta => bounds.map_or(0, |window| number(window.beta)),
        };
        let bytes = self.columns.iter().map(field).sum::<usize>() + self.between + marker;
        self.add(LogSize { rows: 1, bytes: bytes as u64 });
    }
}

/// The number of digits of a number.
#[inline]
fn digits(number: u32) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

impl<M: Copy + Into<Move>, W: Window> Observer<M, W> for RowCounter<'_> {
    type Error = Infallible;

    #[inline]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), Infallible> {
        self.row(node, value, window, 0);
        Ok(())
    }

    #[inline]
    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), Infallible> {
        self.row(node, value, window, 0);
        Ok(())
    }

    #[inline]
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), Infallible> {
        let window = match self.spelling.cut_window {
            CutWindow::AsSearched if update.cut => update.before,
            CutWindow::AsSearched | CutWindow::Narrowed => update.after,
        };
        self.row(node, update.value, window, if update.cut { self.marker } else { 0 });
        Ok(())
    }
}
