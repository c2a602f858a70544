//! The log as records, for programs that load it: CSV and JSON lines.

use std::{
    fmt,
    io::{self, BufWriter, Write},
};

use serde::{Serialize, Serializer};

use super::{Event, Row};
use crate::{
    files::LineEnding,
    game::{Depth, Value},
    games::reversi::Color,
};

/// What the rows of one search have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordContext {
    /// Who is to move at the root.
    pub mover: Color,
    /// The player who wants a high value.
    pub max: Color,
    /// The cut-off.
    pub depth: Depth,
}

/// One row, as it is written.
#[derive(Debug, Serialize)]
#[serde(bound = "")]
struct Record<'a, M: fmt::Display> {
    /// The number of the row, from 1.
    row: u64,
    /// `enter`, `update`, `cut` or `leaf`.
    event: &'static str,
    /// Why a leaf is one: `depth`, or `end` where the search ends before the cut-off, for want of a move or by two passes
    /// in a row or a colour without discs, as the rules have it.
    leaf: Option<&'static str>,
    path: Path<'a, M>,
    /// Plies below the root, from 0.
    ply: usize,
    /// The player to move at the node.
    player: &'static str,
    /// `max` or `min`.
    turn: &'static str,
    value: Number,
    alpha: Option<Number>,
    beta: Option<Number>,
}

/// A value as a number or, since JSON has none for them, the infinities as `Infinity` and `-Infinity`.
#[derive(Clone, Copy, Debug)]
struct Number(Value);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.finite() {
            Some(finite) => serializer.serialize_i32(finite),
            None => serializer.collect_str(&self.0),
        }
    }
}

/// The moves from the root to the node, with blanks between them; empty for the root.
#[derive(Debug)]
struct Path<'a, M>(&'a [M]);

impl<M: fmt::Display> fmt::Display for Path<'_, M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        self.0.iter().try_for_each(|played| write!(formatter, "{}{played}", std::mem::replace(&mut separator, " ")))
    }
}

impl<M: fmt::Display> Serialize for Path<'_, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'a, M: fmt::Display> Record<'a, M> {
    fn new(row: &Row<'a, M>, context: RecordContext) -> Self {
        let (event, leaf) = match row.event {
            Event::Enter => ("enter", None),
            Event::Leaf if row.ply() == context.depth.plies() as usize => ("leaf", Some("depth")),
            Event::Leaf => ("leaf", Some("end")),
            Event::Update { cut: false, .. } => ("update", None),
            Event::Update { cut: true, .. } => ("cut", None),
        };
        let player = if row.ply().is_multiple_of(2) { context.mover } else { context.mover.opponent() };
        Self {
            row: row.number,
            event,
            leaf,
            path: Path(row.path),
            ply: row.ply(),
            player: player.name(),
            turn: if player == context.max { "max" } else { "min" },
            value: Number(row.value),
            alpha: row.window.map(|window| Number(window.alpha)),
            beta: row.window.map(|window| Number(window.beta)),
        }
    }
}

/// Writes rows as records.
pub trait RecordWriter {
    /// Writes one row.
    ///
    /// # Errors
    /// Those of the sink.
    fn write<M: fmt::Display>(&mut self, row: &Row<M>) -> io::Result<()>;

    /// Writes what is left.
    ///
    /// # Errors
    /// Those of the sink.
    fn finish(self) -> io::Result<()>;
}

/// Records as CSV with a header.
pub struct Csv<S: Write> {
    writer: csv::Writer<S>,
    context: RecordContext,
}

impl<S: Write> Csv<S> {
    /// Starts a CSV file.
    #[must_use]
    pub fn new(sink: S, line_ending: LineEnding, context: RecordContext) -> Self {
        let terminator = match line_ending {
            LineEnding::Lf => csv::Terminator::Any(b'\n'),
            LineEnding::Crlf => csv::Terminator::CRLF,
        };
        Self { writer: csv::WriterBuilder::new().terminator(terminator).from_writer(sink), context }
    }
}

impl<S: Write> RecordWriter for Csv<S> {
    fn write<M: fmt::Display>(&mut self, row: &Row<M>) -> io::Result<()> {
        Ok(self.writer.serialize(Record::new(row, self.context))?)
    }

    fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Records as JSON, an object a line.
pub struct JsonLines<S: Write> {
    sink: BufWriter<S>,
    line_ending: LineEnding,
    context: RecordContext,
}

impl<S: Write> JsonLines<S> {
    /// Starts a file of JSON lines.
    #[must_use]
    pub fn new(sink: S, line_ending: LineEnding, context: RecordContext) -> Self {
        Self { sink: BufWriter::new(sink), line_ending, context }
    }
}

impl<S: Write> RecordWriter for JsonLines<S> {
    fn write<M: fmt::Display>(&mut self, row: &Row<M>) -> io::Result<()> {
        serde_json::to_writer(&mut self.sink, &Record::new(row, self.context))?;
        self.sink.write_all(self.line_ending.text().as_bytes())
    }

    fn finish(mut self) -> io::Result<()> {
        self.sink.flush()
    }
}
