//! Writes the log as records for other programs: CSV and JSON lines.

use std::{
    fmt,
    io::{self, BufWriter, Write},
};

use serde::{Serialize, Serializer};

use super::{Event, Row};
use reversi_core::{
    game::{Depth, Value},
    games::reversi::Color,
};
use reversi_io::files::LineEnding;

/// The data that all rows of a search share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordContext {
    /// The player to move at the root.
    pub side_to_move: Color,
    /// The player who is MAX.
    pub max: Color,
    pub depth: Depth,
}

/// One record; its fields are in the order of the columns.
#[derive(Debug, Serialize)]
#[serde(bound = "")]
struct RowRecord<'a, M: fmt::Display> {
    row: u64,
    /// The event of the row: `enter`, `update`, `cut` or `leaf`.
    event: &'static str,
    /// The reason why a node is a leaf: `depth`, or `end` if the rules end the search before the depth limit.
    leaf: Option<&'static str>,
    path: Path<'a, M>,
    /// The number of plies below the root, from 0.
    ply: usize,
    /// The player to move at the node.
    player: &'static str,
    /// `max` or `min`.
    turn: &'static str,
    value: Number,
    alpha: Option<Number>,
    beta: Option<Number>,
}

/// A value as a number. The infinities are `Infinity` and `-Infinity`, because JSON has no infinite numbers.
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

/// The moves from the root to the node, with spaces between them; empty for the root.
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

impl<'a, M: fmt::Display> RowRecord<'a, M> {
    fn new(row: &Row<'a, M>, context: RecordContext) -> Self {
        let (event, leaf) = match row.event {
            Event::Enter => ("enter", None),
            Event::Leaf if row.ply() == context.depth.plies() as usize => ("leaf", Some("depth")),
            Event::Leaf => ("leaf", Some("end")),
            Event::Update { cut: false, .. } => ("update", None),
            Event::Update { cut: true, .. } => ("cut", None),
        };
        let player = if row.ply().is_multiple_of(2) { context.side_to_move } else { context.side_to_move.opponent() };
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

/// The format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordForm {
    Csv,
    JsonLines,
}

/// Writes rows as records.
pub struct RecordWriter<S: Write> {
    sink: Sink<S>,
    context: RecordContext,
}

enum Sink<S: Write> {
    Csv(Box<csv::Writer<S>>),
    JsonLines(BufWriter<S>, LineEnding),
}

impl<S: Write> RecordWriter<S> {
    /// Starts a file; CSV begins with a header.
    pub fn new(form: RecordForm, sink: S, line_ending: LineEnding, context: RecordContext) -> Self {
        let sink = match form {
            RecordForm::Csv => {
                let terminator = match line_ending {
                    LineEnding::Lf => csv::Terminator::Any(b'\n'),
                    LineEnding::Crlf => csv::Terminator::CRLF,
                };
                Sink::Csv(csv::WriterBuilder::new().terminator(terminator).from_writer(sink).into())
            }
            RecordForm::JsonLines => Sink::JsonLines(BufWriter::new(sink), line_ending),
        };
        Self { sink, context }
    }

    /// Writes one row.
    pub fn write<M: fmt::Display>(&mut self, row: &Row<M>) -> io::Result<()> {
        let record = RowRecord::new(row, self.context);
        match &mut self.sink {
            Sink::Csv(csv) => csv.serialize(record).map_err(|error| match error.into_kind() {
                // The sink itself has failed. The kind of the error shows if a pipe was closed.
                csv::ErrorKind::Io(error) => error,
                kind => io::Error::other(format!("{kind:?}")),
            }),
            Sink::JsonLines(sink, line_ending) => {
                serde_json::to_writer(&mut *sink, &record)?;
                sink.write_all(line_ending.text().as_bytes())
            }
        }
    }

    /// Passes all written data to the sink.
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Csv(csv) => csv.flush(),
            Sink::JsonLines(sink, _) => sink.flush(),
        }
    }
}
