//! How large a log would be: its rows and bytes, counted without writing it.

use std::{
    io::{self, ErrorKind, Write},
    thread,
};

use super::{
    Columns, EachRow, LogFormat, LoggedSearch as _, Row, Spelling,
    division::Division,
    field::{PlyFields, ValueFields},
    known_sizes::KnownSizes,
    writer::{Rows, cut_window},
};
use crate::{
    files::LineEnding,
    game::{Evaluation, Value},
    games::reversi::{Move, Rules},
    search::{Node, Observer, Search, Update},
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
    #[must_use]
    pub const fn has_header(self) -> bool {
        !matches!(self, Self::JsonLines)
    }

    /// The rows of a log with a number of line ends.
    #[must_use]
    pub const fn rows(self, line_ends: u64) -> u64 {
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
pub(super) fn size<R: Rules, W: Columns, E: Evaluation<R> + Evaluation<R::Portable> + Sync>(
    search: &Search<R, W, E>,
    format: LogFormat,
    line_ending: LineEnding,
    limit: u64,
) -> io::Result<Option<LogSize>> {
    let size = if let LogFormat::Spelled(spelling) = format {
        let lengths = Lengths::new(search, spelling, line_ending);
        let counted = match Division::of(search, PLIES) {
            Some(division) if !W::PRUNES => count_divided(search, division, &lengths, limit),
            _ => {
                let mut counter = Counter::new(&lengths, limit);
                search.run(&mut counter).map(|_| counter.size)
            }
        };
        let Ok(LogSize { rows, bytes }) = counted else { return Ok(None) };
        LogSize { rows, bytes: lengths.header + bytes - lengths.missing_line_end }
    } else {
        let mut sink = CountingSink { size: LogSize::default(), limit };
        match search.write_log(format, line_ending, &mut sink) {
            Err(error) if NoThread::explains(&error) => return Err(error),
            Err(_) => return Ok(None),
            Ok(_) => {}
        }
        let header = u64::from(format.has_header());
        LogSize { rows: sink.size.rows - header, ..sink.size }
    };
    Ok((size.bytes <= limit).then_some(size))
}

/// At least as many bytes as the longest row of a log.
pub(super) fn longest_row<R: Rules, W: Columns, E: Evaluation<R> + Evaluation<R::Portable> + Sync>(
    search: &Search<R, W, E>,
    format: LogFormat,
    line_ending: LineEnding,
) -> u64 {
    match format {
        LogFormat::Spelled(spelling) => Lengths::new(search, spelling, line_ending).longest_row::<W>(),
        // Names and punctuation take less than half of this, seven numbers the rest. Then there is the path.
        LogFormat::Csv | LogFormat::JsonLines => 200 + 5 * u64::from(search.deepest().plies()),
    }
}

/// Has each thread count subtrees of a minimax search, and adds up.
fn count_divided<R: Rules, W: Columns, E: Evaluation<R> + Sync>(
    search: &Search<R, W, E>,
    division: Division,
    lengths: &Lengths,
    limit: u64,
) -> Result<LogSize, TooLarge> {
    let known = KnownSizes::new(search.deepest().plies());
    let parts = thread::scope(|scope| {
        let (known, mut parts) = (&known, Vec::new());
        for number in 0..division.threads {
            parts.push(threads::spawn_or_inline(scope, move || {
                let (mut counter, mut values) = (Counter::new(lengths, limit), Vec::new());
                let mut above = EachRow::new(|_: &Row<_>| Ok(()));
                division.search_above(search, &mut above, |_, subtree| {
                    if division.thread_of(&subtree) == number {
                        values.push(known.count(search, subtree.game, subtree.node, &mut counter)?);
                    }
                    Ok(Value::INFINITY) // minimax searches the same nodes whatever the values
                })?;
                Ok((counter.size, values.into_iter()))
            }));
        }
        parts.into_iter().map(SpawnedOrInline::join).collect::<Result<Vec<_>, _>>()
    })?;
    let (sizes, mut values): (Vec<LogSize>, Vec<_>) = parts.into_iter().unzip();
    let mut above = Counter::new(lengths, limit);
    division.search_above(search, &mut above, |_, subtree| {
        Ok(values[division.thread_of(&subtree)].next().expect("the threads have searched all subtrees"))
    })?;
    Ok(sizes.into_iter().fold(above.size, LogSize::plus))
}

/// The log has more bytes than the limit.
pub(super) struct TooLarge;

/// Counts what comes in.
struct CountingSink {
    size: LogSize,
    limit: u64,
}

impl Write for CountingSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.size.rows += bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        self.size.bytes += bytes.len() as u64;
        if self.size.bytes > self.limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lengths of a spelled log's parts in bytes.
struct Lengths {
    header: u64,
    rows: Rows,
    inner: ValueLengths,
    last: ValueLengths,
    marker: u64,
    /// The line end that the last row does not have.
    missing_line_end: u64,
}

impl Lengths {
    fn new<R: Rules, W: Columns, E: Evaluation<R> + Evaluation<R::Portable> + Sync>(
        search: &Search<R, W, E>,
        spelling: Spelling,
        line_ending: LineEnding,
    ) -> Self {
        let rows = Rows::new(spelling, line_ending, search.deepest(), Evaluation::<R>::largest(search.evaluation));
        let line_end = line_ending.text().len() as u64;
        Self {
            header: Spelling::header(W::COUNT > 0).len() as u64 + line_end,
            inner: ValueLengths::new(&rows.inner),
            last: ValueLengths::new(&rows.last),
            marker: spelling.cut_marker.len() as u64,
            missing_line_end: if spelling.last_line_end { 0 } else { line_end },
            rows,
        }
    }

    /// A node's name and depth, and the separators after them.
    #[inline]
    fn node<M: Into<Move>>(&self, node: Node<M>) -> u64 {
        self.rows.nodes.of(node).len().into()
    }

    /// The values in a row and what is after them.
    #[inline]
    fn values(&self, mut value: Value, window: impl Columns) -> u64 {
        let mut sum = 0;
        for next in window.values() {
            sum += self.inner.of(&self.rows.inner, value);
            value = next;
        }
        sum + self.last.of(&self.rows.last, value)
    }

    /// The same in a row after a child, and the marker of a cut-off.
    #[inline]
    fn update<M, W: Columns>(&self, update: Update<M, W>) -> u64 {
        if update.cut {
            self.values(update.value, cut_window(&self.rows.spelling, update)) + self.marker
        } else {
            self.values(update.value, update.after)
        }
    }

    /// At least as many bytes as any row.
    fn longest_row<W: Columns>(&self) -> u64 {
        let columns = W::COUNT as u64;
        self.rows.nodes.longest() + columns * self.inner.longest + self.last.longest + self.marker
    }
}

/// The lengths of values.
struct ValueLengths {
    /// The lengths of the values from the first on, those that are written out before the search.
    finite: Vec<u8>,
    first: Value,
    longest: u64,
}

impl ValueLengths {
    fn new(fields: &ValueFields) -> Self {
        Self { finite: fields.lens(), first: fields.first(), longest: fields.longest().into() }
    }

    /// The length of a value, which is one of the `fields` that these lengths come from.
    #[inline]
    fn of(&self, fields: &ValueFields, value: Value) -> u64 {
        match self.finite.get(value.index_from(self.first)) {
            Some(&length) => length.into(),
            None => fields.len(value).into(),
        }
    }
}

/// The observer that counts the rows and bytes of a spelled log.
pub(super) struct Counter<'a> {
    lengths: &'a Lengths,
    pub(super) size: LogSize,
    limit: u64,
}

impl<'a> Counter<'a> {
    fn new(lengths: &'a Lengths, limit: u64) -> Self {
        Self { lengths, size: LogSize::default(), limit }
    }

    /// Counts one row, where `rest` is the length of its values and marker.
    fn row<M: Into<Move>>(&mut self, node: Node<M>, rest: u64) {
        self.size.rows += 1;
        self.size.bytes += self.lengths.node(node) + rest;
    }
}

impl<M, W> Observer<M, W> for Counter<'_>
where
    M: Copy + Into<Move>,
    W: Columns,
{
    type Error = TooLarge;

    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), TooLarge> {
        self.row(node, self.lengths.values(value, window));
        Ok(())
    }

    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), TooLarge> {
        self.row(node, self.lengths.values(value, window));
        if self.size.bytes > self.limit { Err(TooLarge) } else { Ok(()) }
    }

    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), TooLarge> {
        self.row(node, self.lengths.update(update));
        Ok(())
    }

    #[inline(always)]
    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> Result<impl Observer<M, W, Error = TooLarge>, TooLarge> {
        self.enter(node, value, window)?;
        let Self { lengths, size, .. } = self;
        let children = lengths.rows.nodes.at(node.ply.deeper());
        Ok(LastPly { lengths, own: lengths.node(node), children, counted: LogSize::default(), size })
    }
}

/// Counts the rows of the children of one node, all leaves, and those of the node after each child.
struct LastPly<'a> {
    lengths: &'a Lengths,
    /// What a row of the node has besides the values.
    own: u64,
    children: PlyFields<'a>,
    counted: LogSize,
    size: &'a mut LogSize,
}

impl Drop for LastPly<'_> {
    #[inline]
    fn drop(&mut self) {
        self.size.rows += self.counted.rows;
        self.size.bytes += self.counted.bytes;
    }
}

impl<M, W> Observer<M, W> for LastPly<'_>
where
    M: Copy + Into<Move>,
    W: Columns,
{
    type Error = TooLarge;

    #[inline(always)]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), TooLarge> {
        let name = node.reached_by.map_or(0, |played| self.children.of(played.into()).len());
        self.counted.rows += 1;
        self.counted.bytes += u64::from(name) + self.lengths.values(value, window);
        Ok(())
    }

    #[inline(always)]
    fn update(&mut self, _: Node<M>, update: Update<M, W>) -> Result<(), TooLarge> {
        self.counted.rows += 1;
        self.counted.bytes += self.own + self.lengths.update(update);
        Ok(())
    }
}
