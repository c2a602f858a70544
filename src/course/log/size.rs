//! Counts the rows and bytes of a log without writing it, or estimates the rows of a large log.

use std::{
    fmt,
    io::{self, Write},
};

use super::board_search::deepest;
use reversi_core::{
    game::{Depth, Evaluation},
    games::reversi::Rules,
    search::{Counts, Search, Window},
};
use reversi_io::{names::rounded, terminal::line_ends};

/// The size of a log in rows and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogSize {
    pub rows: u64,
    pub bytes: u64,
}

/// An estimate of the number of rows of a log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowEstimate {
    rows: f64,
    /// The real number of rows differs from the estimate by at most this factor, except in very rare cases.
    margin: f64,
}

impl RowEstimate {
    /// Counting so many rows takes some milliseconds.
    const SOON_COUNTED: f64 = 3e5;

    /// Counts the rows while they are soon counted, then multiplies them by a factor for each ply. Factors grow as those
    /// of the counted plies did, each the mean of two plies: alpha-beta saves more at every second one.
    pub(super) fn of<R: Rules, W: Window, E: Evaluation<R>>(search: &Search<R, W, E>) -> Self {
        let Search { root, window, evaluation, .. } = *search;
        let (empty, deepest) = (root.position().empty().len(), deepest(search).plies());
        let (mut depth, mut rows, mut factors) = (0, [1.0; 3], [1.0; 3]);
        while depth < deepest && rows[2] * factors[2] <= Self::SOON_COUNTED {
            depth += 1;
            let mut counts = Counts::default();
            let Ok(_) = Search { root, depth: Depth::new(depth), window, evaluation }.run(&mut counts);
            rows = [rows[1], rows[2], counts.rows() as f64];
            factors = [factors[1], factors[2], f64::sqrt(rows[2] / rows[0])];
        }
        let growth = f64::max((factors[2] - factors[0]) / 2.0, 0.0);
        let factor = |ply| factors[2] + growth * f64::from(ply + 1 - depth);
        let further = (depth..deepest).map(|ply| factor(ply).min(f64::from(empty.saturating_sub(ply).max(1))));
        Self { rows: rows[2] * further.product::<f64>(), margin: if W::PRUNES { 32.0 } else { 8.0 } }
    }

    /// The estimated number of rows.
    pub const fn rows(self) -> f64 {
        self.rows
    }

    /// Returns false only if a log with this many rows is almost certainly larger than `space` bytes.
    pub fn may_fit(self, space: u64) -> bool {
        /// The bytes of a short row: a square, a depth, a value, two separators and a line ending.
        const SHORT_ROW: f64 = 7.0;
        self.rows * SHORT_ROW <= self.margin * space as f64
    }
}

/// Writes `about 4.2 billion rows`.
impl fmt::Display for RowEstimate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "about {} rows", rounded(self.rows))
    }
}

/// A sink that counts the bytes and line endings of a log. `tell` is called from time to time with the line endings so far.
pub(super) struct CountingSink<'a> {
    pub(super) line_ends: u64,
    pub(super) bytes: u64,
    pub(super) tell: &'a mut dyn FnMut(u64),
}

impl Write for CountingSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line_ends += line_ends(bytes);
        self.bytes += bytes.len() as u64;
        (self.tell)(self.line_ends);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
