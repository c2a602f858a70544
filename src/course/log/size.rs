//! Counts the rows and bytes of a log without writing it, or estimates the rows of a large log.

use std::{
    fmt,
    io::{self, Write},
};

use super::board_search::deepest;
use reversi_core::{
    game::{Depth, Evaluation, NodeEstimate, estimate_nodes},
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
    /// The range that contains the number of rows in most cases.
    range: [f64; 2],
    /// The real number of rows differs from the estimate by at most this factor, except in very rare cases.
    margin: f64,
}

impl RowEstimate {
    const PLAYOUTS: u32 = 200;

    /// The usual [`power`](Self::power).
    const USUAL_POWER: f64 = 0.7;

    /// The largest expected difference between the number of nodes and its estimate, in standard errors.
    const ERRORS: f64 = 3.0;

    /// If a tree has more nodes than this, the tree is not searched for an estimate.
    const SOON_SEARCHED: f64 = 1e7;

    /// Estimates the number of rows in the log of a search.
    pub(super) fn of<R: Rules, W: Window, E: Evaluation<R>>(search: &Search<R, W, E>) -> Self {
        let NodeEstimate { nodes, error } = estimate_nodes(&search.root, deepest(search), Self::PLAYOUTS);
        let (fewest, most) = ((nodes - Self::ERRORS * error).max(1.0), nodes + Self::ERRORS * error);
        // In alpha-beta, the number of rows also depends on the order of good and bad moves, which is unknown here.
        let ([least, usual, greatest], margin) = if W::PRUNES {
            let power = if nodes > Self::SOON_SEARCHED { Self::power(search) } else { Self::USUAL_POWER };
            ([power - 0.11, power - 0.05, power + 0.01], 32.0)
        } else {
            ([1.0; 3], 2.0)
        };
        let rows = |nodes: f64, power: f64| 2.0 * nodes.powf(power);
        Self { rows: rows(nodes, usual), range: [rows(fewest, least), rows(most, greatest)], margin }
    }

    /// Minimax visits n nodes and alpha-beta n^e nodes; this function returns the exponent e. The exponent is measured
    /// by a search that is an even number of plies less deep. The smallest possible exponent is 0.5 (Knuth and Moore
    /// 1975). On the boards of this program, the exponent is 0.58 to 0.95. For depths 9 to 12, the whole search was
    /// also measured. In 32 of 33 searches, its exponent was between 0.11 lower and 0.01 higher.
    fn power<R: Rules, W: Window, E: Evaluation<R>>(search: &Search<R, W, E>) -> f64 {
        let Search { root, window, evaluation, .. } = *search;
        let shallower = (1..deepest(search).plies()).rev().skip(1).step_by(2).map(Depth::new);
        let nodes = |depth| estimate_nodes(&root, depth, Self::PLAYOUTS).nodes;
        let soon_searched =
            shallower.map(|depth| (depth, nodes(depth))).find(|(_, nodes)| *nodes <= Self::SOON_SEARCHED);
        let Some((depth, nodes)) = soon_searched.filter(|(_, nodes)| *nodes > 1.0) else { return Self::USUAL_POWER };
        let mut counts = Counts::default();
        let Ok(_) = Search { root, depth, window, evaluation }.run(&mut counts);
        (counts.nodes as f64).ln() / nodes.ln()
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

/// Writes `about 4.2 billion rows (3.6 to 4.9 billion)`.
impl fmt::Display for RowEstimate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [fewest, most] = self.range.map(rounded);
        write!(formatter, "about {} rows ({fewest} to {most})", rounded(self.rows))
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
