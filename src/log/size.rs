//! How large a log would be: its rows and bytes, counted without writing it, or estimated where they are too many.

use std::{
    fmt,
    io::{self, Write},
};

use super::{BoardSearch, LogFormat, LoggedSearch as _, RecordForm, known_sizes::KnownSizes, writer::LogCounter};
use crate::{
    files::LineEnding,
    game::{Evaluation, estimate_nodes},
    games::reversi::Rules,
    search::{Node, Observer, Search, Window},
};

/// The size of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogSize {
    /// The rows, without the header.
    pub rows: u64,
    /// The bytes.
    pub bytes: u64,
}

impl LogSize {
    pub(super) const fn plus(self, other: Self) -> Self {
        Self { rows: self.rows + other.rows, bytes: self.bytes + other.bytes }
    }
}

impl LogFormat {
    /// Whether a log begins with a line of column names.
    pub const fn has_header(&self) -> bool {
        !matches!(self, Self::Records(RecordForm::JsonLines))
    }

    /// The rows of a log with a number of line ends.
    pub const fn rows(&self, line_ends: u64) -> u64 {
        let last_line_end = match self {
            Self::Spelled(spelling) => spelling.last_line_end,
            Self::Records(_) => true,
        };
        // The header has a line end, and so has every row but perhaps the last.
        (line_ends + !last_line_end as u64).saturating_sub(self.has_header() as u64)
    }
}

/// The size of the log of a search.
pub(super) fn size<R: Rules, W: Window, E: Evaluation<R> + Evaluation<R::Portable> + Sync>(
    board: &BoardSearch<R, W, E>,
    format: &LogFormat,
    line_ending: LineEnding,
) -> LogSize {
    let templates = match format {
        LogFormat::Spelled(spelling) => board.templates(spelling, line_ending),
        LogFormat::Records(_) => None,
    };
    let Some(templates) = templates else {
        let mut sink = CountingSink::default();
        board.write_log(format, line_ending, &mut sink).expect("the counting sink takes everything");
        return LogSize { rows: format.rows(sink.line_ends), bytes: sink.bytes };
    };
    let (search, mut counter) = (&board.search, LogCounter::new(&templates));
    let Ok(_) = if W::PRUNES {
        search.search_from(&search.root, Node::ROOT, search.window, &mut counter).map(|outcome| outcome.value)
    } else {
        KnownSizes::new().count(search, &search.root, Node::ROOT, &mut counter)
    };
    let Ok(()) = Observer::<R::Move, W>::finish(&mut counter);
    let LogSize { rows, bytes } = counter.sink.0;
    LogSize { rows, bytes: bytes + templates.header(W::PRUNES).len() as u64 }
}

/// An estimate of the number of rows of a log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowEstimate {
    rows: f64,
    /// The factor by which the rows may differ from the estimate, up or down, very bad luck aside.
    margin: f64,
}

impl RowEstimate {
    const PLAYOUTS: u32 = 200;

    /// Logs of more rows are not counted: that would take more than some minutes.
    const COUNTABLE: f64 = 1e12;

    /// The estimate for a search.
    ///
    /// Minimax goes to all nodes. Alpha-beta goes to the square root of their number at best (Knuth and Moore 1975), and
    /// in positional order to more: on the boards that come with this program, at depths 8 to 12, to the power of 0.64 to
    /// 0.74.
    pub(super) fn of<R: Rules, W: Window, E>(search: &Search<R, W, E>) -> Self {
        let nodes = estimate_nodes(&search.root, search.deepest(), Self::PLAYOUTS);
        // In alpha-beta the rows also depend on the order of the moves, which the estimate does not know.
        let (rows, margin) = if W::PRUNES { (2.0 * nodes.powf(0.68), 32.0) } else { (2.0 * nodes, 2.0) };
        Self { rows, margin }
    }

    /// Whether the rows can be counted within minutes.
    pub fn is_countable(self) -> bool {
        self.rows <= Self::COUNTABLE
    }

    /// Whether a log of so many rows may have at most `space` bytes: only of a log that is far larger it is said not to.
    pub fn may_fit(self, space: u64) -> bool {
        /// Hardly any row is shorter: a square, a depth and a value, a separator after each of the first two, a line end.
        const SHORT_ROW: f64 = 7.0;
        self.rows * SHORT_ROW <= self.margin * space as f64
    }
}

/// `about 10^23 rows`.
impl fmt::Display for RowEstimate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "about 10^{:.0} rows", self.rows.log10())
    }
}

/// Counts what comes in.
#[derive(Default)]
struct CountingSink {
    line_ends: u64,
    bytes: u64,
}

impl Write for CountingSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line_ends += bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
