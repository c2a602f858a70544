//! How large a log would be: its rows and bytes, counted without writing it, or estimated where they are too many.

use std::{
    fmt,
    io::{self, ErrorKind, Write},
    thread,
};

use super::{
    EachRow, LogFormat, LoggedSearch as _, Row,
    division::Division,
    known_sizes::KnownSizes,
    templates::RowTemplates,
    writer::{LogCounter, TooLarge},
};
use crate::{
    files::LineEnding,
    game::{Evaluation, Value, estimate_nodes},
    games::reversi::Rules,
    search::{Search, Window},
    threads::{self, NoThread, SpawnedOrInline},
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
        !matches!(self, Self::JsonLines)
    }

    /// The rows of a log with a number of line ends.
    pub const fn rows(&self, line_ends: u64) -> u64 {
        let last_line_end = match self {
            Self::Spelled(spelling) => spelling.last_line_end,
            Self::Csv | Self::JsonLines => true,
        };
        // The header has a line end, and so has every row but perhaps the last.
        (line_ends + !last_line_end as u64).saturating_sub(self.has_header() as u64)
    }
}

/// The plies of the subtrees that threads count.
const PLIES: u32 = 5;

/// The size of the log of a search; `None` where it has more than `limit` bytes, which ends the search.
///
/// # Errors
/// A thread that cannot be had.
pub(super) fn size<R: Rules, W: Window, E: Evaluation<R> + Evaluation<R::Portable> + Sync>(
    search: &Search<R, W, E>,
    format: &LogFormat,
    line_ending: LineEnding,
    limit: u64,
) -> io::Result<Option<LogSize>> {
    let templates = match format {
        LogFormat::Spelled(spelling) => search.templates(spelling, line_ending),
        LogFormat::Csv | LogFormat::JsonLines => None,
    };
    let size = if let Some(templates) = templates {
        let counted = match Division::of(search, PLIES) {
            Some(division) if !W::PRUNES => count_divided(search, division, &templates, limit),
            _ => {
                let mut counter = LogCounter::new(&templates, limit);
                search.run(&mut counter).map(|_| counter.sink.size)
            }
        };
        let Ok(LogSize { rows, bytes }) = counted else { return Ok(None) };
        LogSize { rows, bytes: bytes + templates.header(W::PRUNES).len() as u64 }
    } else {
        let mut sink = CountingSink { line_ends: 0, bytes: 0, limit };
        match search.write_log(format, line_ending, &mut sink) {
            Err(error) if NoThread::explains(&error) => return Err(error),
            Err(_) => return Ok(None),
            Ok(_) => LogSize { rows: format.rows(sink.line_ends), bytes: sink.bytes },
        }
    };
    Ok((size.bytes <= limit).then_some(size))
}

/// An estimate of the number of rows of a log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowEstimate(f64);

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
        Self(2.0 * if W::PRUNES { nodes.powf(0.68) } else { nodes })
    }

    /// Whether the rows can be counted in a time that somebody would wait.
    pub fn is_countable(self) -> bool {
        self.0 <= Self::COUNTABLE
    }
}

/// `about 10^23 rows`.
impl fmt::Display for RowEstimate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "about 10^{:.0} rows", self.0.log10())
    }
}

/// Whether a log seems to have at most `space` bytes. It is counted where the estimate is near the space and the count takes
/// no time; a larger one is refused only where the estimate is so far beyond the space that it is no matter of chance.
///
/// # Errors
/// A thread that cannot be had.
pub(super) fn seems_to_fit<R: Rules, W: Window, E: Evaluation<R> + Evaluation<R::Portable> + Sync>(
    search: &Search<R, W, E>,
    format: &LogFormat,
    line_ending: LineEnding,
    space: u64,
) -> io::Result<bool> {
    /// Rows that are counted in a few hundredths of a second.
    const FEW: f64 = 1e7;
    /// Hardly any row is shorter: a square, a depth and a value, a separator after each of the first two, a line end.
    const SHORT_ROW: f64 = 7.0;
    /// Hardly any row is longer, a record with its path among them.
    const LONG_ROW: f64 = 250.0;
    // A log of minimax has less than half of the rows, or more than twice as many, by chance alone in no tree of ours; that
    // of alpha-beta also depends on the order of the moves, which the estimate does not know.
    let margin = if W::PRUNES { 32.0 } else { 2.0 };
    let RowEstimate(rows) = RowEstimate::of(search);
    #[allow(clippy::cast_precision_loss)] // an estimate
    let bytes = space as f64;
    if rows > FEW {
        return Ok(rows * SHORT_ROW <= margin * bytes);
    }
    Ok(margin * rows * LONG_ROW <= bytes || size(search, format, line_ending, space)?.is_some())
}

/// Has each thread count subtrees of a minimax search, and adds up.
fn count_divided<R: Rules, W: Window, E: Evaluation<R> + Sync>(
    search: &Search<R, W, E>,
    division: Division,
    templates: &RowTemplates,
    limit: u64,
) -> Result<LogSize, TooLarge> {
    let known = KnownSizes::new(search.deepest().plies());
    let parts = thread::scope(|scope| {
        let (known, mut parts) = (&known, Vec::new());
        for number in 0..division.threads {
            parts.push(threads::spawn_or_inline(scope, move || {
                let (mut counter, mut values) = (LogCounter::new(templates, limit), Vec::new());
                let mut above = EachRow::new(|_: &Row<_>| Ok(()));
                division.search_above(search, &mut above, |_, subtree| {
                    if division.thread_of(&subtree) == number {
                        values.push(known.count(search, subtree.game, subtree.node, &mut counter)?);
                    }
                    Ok(Value::INFINITY) // minimax searches the same nodes whatever the values
                })?;
                Ok((counter.sink.size, values.into_iter()))
            }));
        }
        parts.into_iter().map(SpawnedOrInline::join).collect::<Result<Vec<_>, _>>()
    })?;
    let (sizes, mut values): (Vec<LogSize>, Vec<_>) = parts.into_iter().unzip();
    let mut above = LogCounter::new(templates, limit);
    division.search_above(search, &mut above, |_, subtree| {
        Ok(values[division.thread_of(&subtree)].next().expect("the threads have searched all subtrees"))
    })?;
    Ok(sizes.into_iter().fold(above.sink.size, LogSize::plus))
}

/// Counts what comes in.
struct CountingSink {
    line_ends: u64,
    bytes: u64,
    limit: u64,
}

impl Write for CountingSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line_ends += bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        self.bytes += bytes.len() as u64;
        if self.bytes > self.limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
