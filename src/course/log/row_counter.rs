//! Counts the rows and bytes of a log without writing it.

use std::convert::Infallible;

use super::{CutWindow, LogColumn, LogSize, RowFormat};
use reversi_core::{
    game::{Depth, Value},
    games::reversi::Move,
    search::{AlphaBeta, Node, Observer, Update, Window},
};
use reversi_io::files::LineEnding;

/// Adds up the lengths of a log's rows, without the header.
pub(super) struct RowCounter<'a> {
    pub(super) size: LogSize,
    row_format: &'a RowFormat,
    /// For each ply, the bytes of a row without the node's name and the numbers: depth, separators and line end.
    of_ply: Vec<usize>,
    /// The number of bytes after the integer part of a finite number.
    decimal_places: usize,
    has_alpha: bool,
    has_beta: bool,
    /// The number of rows at which `tell` is called next.
    tell_at: u64,
    tell: &'a mut dyn FnMut(u64),
}

impl<'a> RowCounter<'a> {
    /// The number of rows between two calls of `tell`; counting so many rows takes about a tenth of a second.
    const ROWS: u64 = 1 << 24;

    /// Makes a counter for a search to a depth; the counts start from 0. `tell` is called from time to time with the
    /// number of rows so far.
    pub(super) fn new<W: Window>(
        row_format: &'a RowFormat,
        line_ending: LineEnding,
        depth: Depth,
        tell: &'a mut dyn FnMut(u64),
    ) -> Self {
        let columns = row_format.columns(W::PRUNES);
        let between = row_format.separator.len() * (columns.len() - 1) + line_ending.text().len();
        let has = |column| columns.contains(&column);
        let depth_at = |ply| if has(LogColumn::Depth) { row_format.depth(Depth::new(ply)).len() } else { 0 };
        Self {
            size: LogSize::default(),
            row_format,
            of_ply: (0..=depth.plies()).map(|ply| between + depth_at(ply)).collect(),
            decimal_places: row_format.decimal_places().len(),
            has_alpha: has(LogColumn::Alpha),
            has_beta: has(LogColumn::Beta),
            tell_at: Self::ROWS,
            tell,
        }
    }

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
    fn row<M: Into<Move>>(&mut self, node: Node<M>, value: Value, window: impl Window, cut: bool) {
        let name = match node.reached_by.map(Into::into) {
            Some(Move::Place(_)) => 2,
            Some(Move::Pass) => self.row_format.pass.len(),
            None => self.row_format.root.len(),
        };
        let mut bytes = self.of_ply[node.ply.plies() as usize] + name + self.number(value);
        if let Some(AlphaBeta { alpha, beta }) = window.bounds() {
            bytes += if self.has_alpha { self.number(alpha) } else { 0 };
            bytes += if self.has_beta { self.number(beta) } else { 0 };
        }
        bytes += if cut { self.row_format.cut_marker.len() } else { 0 };
        self.add(LogSize { rows: 1, bytes: bytes as u64 });
    }

    #[inline]
    fn number(&self, number: Value) -> usize {
        let Some(finite) = number.finite() else {
            return self.row_format.infinity.len() + usize::from(number == Value::NEGATIVE_INFINITY);
        };
        let digits = match finite.unsigned_abs() {
            0..10 => 1,
            10..100 => 2,
            100..1000 => 3,
            large => large.ilog10() as usize + 1,
        };
        usize::from(finite < 0) + digits + self.decimal_places
    }
}

impl<M: Copy + Into<Move>, W: Window> Observer<M, W> for RowCounter<'_> {
    type Error = Infallible;

    #[inline]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), Infallible> {
        self.row(node, value, window, false);
        Ok(())
    }

    #[inline]
    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), Infallible> {
        self.row(node, value, window, false);
        Ok(())
    }

    #[inline]
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), Infallible> {
        let window = match self.row_format.cut_window {
            CutWindow::AsSearched if update.cut => update.before,
            CutWindow::AsSearched | CutWindow::Narrowed => update.after,
        };
        self.row(node, update.value, window, update.cut);
        Ok(())
    }
}
