//! How large a log would be: its rows and bytes, counted without writing it.

use std::{
    io::{self, ErrorKind, Write},
    panic::resume_unwind,
    thread,
};

use super::{
    Columns, LineEnding, LogFormat, Numbers, Spelling,
    field::NodeFields,
    subtrees::{Division, SubtreeObserver},
    writer::cut_window,
};
use crate::{
    game::{Depth, Value},
    games::reversi::{DiscValues, Move, Rules},
    search::{Node, Observer, Update, search},
};

/// The size of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogSize {
    /// The rows, the header among them.
    pub rows: u64,
    /// The bytes.
    pub bytes: u64,
}

impl LogFormat {
    /// The size of the log that [`search`](LogFormat::search) would write; `None` where it has more than `limit`
    /// bytes, which ends the search.
    #[must_use]
    pub fn size<R: Rules, W: Columns>(
        self,
        game: &R,
        depth: Depth,
        window: W,
        evaluation: &impl DiscValues,
        line_ending: LineEnding,
        limit: u64,
    ) -> Option<LogSize> {
        let size = if let Self::Spelled(spelling) = self {
            let lengths = Lengths::new::<W>(spelling, line_ending, depth, evaluation.largest());
            let counted = if let Some(division) = Division::of::<W>(game, depth) {
                count_divided(division, game, depth, window, evaluation, &lengths, limit)
            } else {
                let mut counter = Counter::new(&lengths, limit);
                search(game, depth, window, evaluation, &mut counter).map(|_| counter.size)
            };
            let LogSize { rows, bytes } = counted.ok()?;
            let LogSize { rows: header_rows, bytes: header_bytes } = lengths.header;
            LogSize { rows: header_rows + rows, bytes: header_bytes + bytes - lengths.missing_line_end }
        } else {
            let mut sink = CountingSink { size: LogSize::default(), limit };
            self.search(game, depth, window, evaluation, line_ending, &mut sink).ok()?;
            sink.size
        };
        (size.bytes <= limit).then_some(size)
    }

    /// At least as many bytes as the longest row of a log of a search of `depth` plies.
    pub(super) fn longest_row<W: Columns>(
        self,
        depth: Depth,
        evaluation: &impl DiscValues,
        line_ending: LineEnding,
    ) -> u64 {
        match self {
            Self::Spelled(spelling) => {
                let lengths = Lengths::new::<W>(spelling, line_ending, depth, evaluation.largest());
                let value = lengths.values.of(Value::NEGATIVE_INFINITY).max(lengths.values.longest);
                let marker = spelling.cut_marker.len() as u64;
                lengths.name(None) + lengths.longest_around_values() + lengths.values_in_row * value + marker
            }
            // Names and punctuation take less than half of this, seven numbers the rest. Then there is the path.
            Self::Csv | Self::JsonLines => 200 + 5 * u64::from(depth.plies().min(NodeFields::LONGEST_GAME)),
        }
    }
}

/// Has each thread count its subtrees, and adds up.
fn count_divided<R: Rules, W: Columns>(
    division: Division,
    game: &R,
    depth: Depth,
    window: W,
    evaluation: &impl DiscValues,
    lengths: &Lengths,
    limit: u64,
) -> Result<LogSize, TooLarge> {
    let parts = thread::scope(|scope| {
        let count = |number| {
            let mut part = division.part(number, Counter::new(lengths, limit));
            search(game, depth, window, evaluation, &mut part).map(|_| part.observer)
        };
        let threads: Vec<_> = (0..division.threads).map(|number| scope.spawn(move || count(number))).collect();
        let counters = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        counters.collect::<Result<Vec<_>, _>>()
    })?;
    let (sizes, mut values): (Vec<LogSize>, Vec<_>) =
        parts.into_iter().map(|counter| (counter.size, counter.subtrees.into_iter())).unzip();
    let mut whole = division.whole(Counter::new(lengths, limit), |_: &mut Counter, number: usize| {
        Ok(values[number].next().expect("the threads have searched all subtrees"))
    });
    search(game, depth, window, evaluation, &mut whole)?;
    let above = whole.observer.size;
    Ok(sizes.iter().fold(above, |sum, part| LogSize { rows: sum.rows + part.rows, bytes: sum.bytes + part.bytes }))
}

/// The log has more bytes than the limit.
struct TooLarge;

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
    header: LogSize,
    spelling: Spelling,
    /// What a row at each ply has besides the name and the values.
    around_values: Vec<u64>,
    /// How many values a row has.
    values_in_row: u64,
    values: ValueLengths,
    /// The line end that the last row does not have.
    missing_line_end: u64,
}

impl Lengths {
    fn new<W: Columns>(spelling: Spelling, line_ending: LineEnding, depth: Depth, largest: i32) -> Self {
        let separators = W::NAMES.matches(',').count();
        let line_end = line_ending.text().len();
        let punctuation = (separators * spelling.separator.len() + line_end) as u64;
        let plies = 0..=depth.plies().min(NodeFields::LONGEST_GAME);
        Self {
            header: LogSize { rows: 1, bytes: (W::NAMES.len() + line_end) as u64 },
            around_values: plies.map(|ply| punctuation + u64::from(digits(ply + spelling.root_depth))).collect(),
            values_in_row: separators as u64 - 1,
            values: ValueLengths::new(spelling.numbers, largest),
            spelling,
            missing_line_end: if spelling.last_line_end { 0 } else { line_end as u64 },
        }
    }

    /// A node's name.
    #[inline]
    #[allow(clippy::unused_self)] // a length like the others
    fn name(&self, reached_by: Option<Move>) -> u64 {
        match reached_by {
            Some(Move::Place(_)) => 2,
            Some(Move::Pass) | None => 4,
        }
    }

    /// What a row at a ply has besides the name and the values.
    #[inline]
    fn around_values(&self, ply: Depth) -> u64 {
        self.around_values[ply.plies() as usize]
    }

    /// The same at the last ply.
    fn longest_around_values(&self) -> u64 {
        self.around_values.iter().copied().max().unwrap_or(0)
    }

    /// The values in a row.
    #[inline]
    fn values(&self, value: Value, window: impl Columns) -> u64 {
        window.values().into_iter().fold(self.values.of(value), |sum, value| sum + self.values.of(value))
    }

    /// The values in a row after a child, and the marker of a cut-off.
    #[inline]
    fn update<M, W: Columns>(&self, update: Update<M, W>) -> u64 {
        if update.cut {
            self.values(update.value, cut_window(&self.spelling, update)) + self.spelling.cut_marker.len() as u64
        } else {
            self.values(update.value, update.after)
        }
    }
}

fn digits(number: u32) -> u32 {
    number.checked_ilog10().map_or(1, |power| power + 1)
}

/// The lengths of values.
struct ValueLengths {
    /// The lengths of the values from the first on.
    finite: Vec<u8>,
    first: Value,
    longest: u64,
    numbers: Numbers,
}

impl ValueLengths {
    /// The largest value, apart from its sign, whose length is kept. Other lengths are computed when they are needed.
    const LARGEST: i32 = 1000;

    fn new(numbers: Numbers, largest: i32) -> Self {
        let last = largest.min(Self::LARGEST);
        let finite = (-last..=last).map(|value| length(value, numbers)).collect();
        Self { finite, first: Value::new(-last), longest: length(-largest, numbers).into(), numbers }
    }

    #[inline]
    fn of(&self, value: Value) -> u64 {
        match self.finite.get(value.index_from(self.first)) {
            Some(&length) => length.into(),
            None => self.beyond(value),
        }
    }

    fn beyond(&self, value: Value) -> u64 {
        match value.finite() {
            Some(value) => length(value, self.numbers).into(),
            None if value == Value::INFINITY => "Infinity".len() as u64,
            None => "-Infinity".len() as u64,
        }
    }
}

#[allow(clippy::cast_possible_truncation)] // at most 13
fn length(value: i32, numbers: Numbers) -> u8 {
    let sign = u8::from(value < 0);
    let decimal = if numbers == Numbers::OneDecimal { 2 } else { 0 };
    sign + digits(value.unsigned_abs()) as u8 + decimal
}

/// The observer that counts the rows and bytes of a spelled log.
struct Counter<'a> {
    lengths: &'a Lengths,
    size: LogSize,
    limit: u64,
    /// The values of subtrees that are counted one after the other.
    subtrees: Vec<Value>,
}

impl<'a> Counter<'a> {
    fn new(lengths: &'a Lengths, limit: u64) -> Self {
        Self { lengths, size: LogSize::default(), limit, subtrees: Vec::new() }
    }

    /// Counts one row, where `rest` is the length of its values and marker.
    fn row<M: Into<Move>>(&mut self, node: Node<M>, rest: u64) {
        let name = self.lengths.name(node.reached_by.map(Into::into));
        self.size.rows += 1;
        self.size.bytes += name + self.lengths.around_values(node.ply) + rest;
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

    #[inline]
    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> Result<impl Observer<M, W, Error = TooLarge>, TooLarge> {
        self.enter(node, value, window)?;
        let Self { lengths, size, .. } = self;
        let own = lengths.name(node.reached_by.map(Into::into)) + lengths.around_values(node.ply);
        let child = lengths.around_values(node.ply.deeper());
        Ok(LastPly { lengths, own, child, counted: LogSize::default(), size })
    }
}

impl<M, W> SubtreeObserver<M, W> for Counter<'_>
where
    M: Copy + Into<Move>,
    W: Columns,
{
    fn end_subtree(&mut self, value: Value) -> Result<(), TooLarge> {
        self.subtrees.push(value);
        Ok(())
    }
}

/// Counts the rows of the children of one node, all leaves, and those of the node after each child.
struct LastPly<'a> {
    lengths: &'a Lengths,
    /// What a row of the node has besides the values.
    own: u64,
    /// What a row of a child has besides the name and the values.
    child: u64,
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

    #[inline]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), TooLarge> {
        let name = self.lengths.name(node.reached_by.map(Into::into));
        self.counted.rows += 1;
        self.counted.bytes += name + self.child + self.lengths.values(value, window);
        Ok(())
    }

    #[inline]
    fn update(&mut self, _: Node<M>, update: Update<M, W>) -> Result<(), TooLarge> {
        self.counted.rows += 1;
        self.counted.bytes += self.own + self.lengths.update(update);
        Ok(())
    }
}
