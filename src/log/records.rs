//! The log as records, for programs that load it: CSV and JSON lines.

use std::{
    fmt,
    io::{self, BufWriter, Write},
};

use serde::{Serialize, Serializer};

use super::{Event, Row};
use crate::files::LineEnding;

/// One row, as it is written. An infinity is `None`: minus infinity for alpha, plus infinity for beta, and for the value
/// of a node without a child yet that of its player.
#[derive(Debug, Serialize)]
#[serde(bound = "")]
struct Record<'a, M: fmt::Display> {
    /// The number of the row, from 1.
    row: u64,
    event: &'static str,
    path: Path<'a, M>,
    /// Plies below the root.
    depth: usize,
    value: Option<i32>,
    alpha: Option<i32>,
    beta: Option<i32>,
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

impl<'a, M: fmt::Display> From<&Row<'a, M>> for Record<'a, M> {
    fn from(row: &Row<'a, M>) -> Self {
        let event = match row.event {
            Event::Enter => "enter",
            Event::Leaf => "leaf",
            Event::Update { cut: false, .. } => "update",
            Event::Update { cut: true, .. } => "cut",
        };
        Self {
            row: row.number,
            event,
            path: Path(row.path),
            depth: row.ply(),
            value: row.value.finite(),
            alpha: row.window.and_then(|window| window.alpha.finite()),
            beta: row.window.and_then(|window| window.beta.finite()),
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
pub struct Csv<S: Write>(csv::Writer<S>);

impl<S: Write> Csv<S> {
    /// Starts a CSV file.
    #[must_use]
    pub fn new(sink: S, line_ending: LineEnding) -> Self {
        let terminator = match line_ending {
            LineEnding::Lf => csv::Terminator::Any(b'\n'),
            LineEnding::Crlf => csv::Terminator::CRLF,
        };
        Self(csv::WriterBuilder::new().terminator(terminator).from_writer(sink))
    }
}

impl<S: Write> RecordWriter for Csv<S> {
    fn write<M: fmt::Display>(&mut self, row: &Row<M>) -> io::Result<()> {
        Ok(self.0.serialize(Record::from(row))?)
    }

    fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Records as JSON, an object a line.
pub struct JsonLines<S: Write> {
    sink: BufWriter<S>,
    line_ending: LineEnding,
}

impl<S: Write> JsonLines<S> {
    /// Starts a file of JSON lines.
    #[must_use]
    pub fn new(sink: S, line_ending: LineEnding) -> Self {
        Self { sink: BufWriter::new(sink), line_ending }
    }
}

impl<S: Write> RecordWriter for JsonLines<S> {
    fn write<M: fmt::Display>(&mut self, row: &Row<M>) -> io::Result<()> {
        serde_json::to_writer(&mut self.sink, &Record::from(row))?;
        self.sink.write_all(self.line_ending.text().as_bytes())
    }

    fn finish(mut self) -> io::Result<()> {
        self.sink.flush()
    }
}
