//! The log as records, for programs that load it: CSV and JSON lines.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::{Columns, LineEnding};
use crate::{
    game::{Depth, Value},
    games::reversi::Move,
    search::{Node, Observer, Update},
};

/// What happened at a node.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Event {
    /// An inner node was entered.
    Enter,
    /// An inner node has taken in the value of a child.
    Update,
    /// The same, and the window has closed.
    Cut,
    /// A leaf was evaluated.
    Leaf,
}

/// One row. An infinity is `None`: minus infinity for alpha, plus infinity for beta, and for the value of a node
/// without a child yet that of its player.
#[derive(Debug, Serialize)]
pub struct Record<'a> {
    /// The number of the row, from 1.
    row: u64,
    event: Event,
    /// The moves from the root to the node, with blanks between them; empty for the root.
    path: &'a str,
    /// Plies below the root.
    depth: u32,
    value: Option<i32>,
    alpha: Option<i32>,
    beta: Option<i32>,
}

/// A form in which records are written.
pub trait RecordForm {
    /// Writes one record.
    ///
    /// # Errors
    /// Those of the sink.
    fn write(&mut self, record: &Record) -> io::Result<()>;

    /// Writes what is left.
    ///
    /// # Errors
    /// Those of the sink.
    fn finish(&mut self) -> io::Result<()>;
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

impl<S: Write> RecordForm for Csv<S> {
    fn write(&mut self, record: &Record) -> io::Result<()> {
        Ok(self.0.serialize(record)?)
    }

    fn finish(&mut self) -> io::Result<()> {
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

impl<S: Write> RecordForm for JsonLines<S> {
    fn write(&mut self, record: &Record) -> io::Result<()> {
        serde_json::to_writer(&mut self.sink, record)?;
        self.sink.write_all(self.line_ending.text().as_bytes())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// The observer that writes records.
pub struct RecordWriter<'a> {
    form: Box<dyn RecordForm + 'a>,
    rows: u64,
    path: String,
    /// For each ply, the length of the path to the node there.
    lengths: Vec<usize>,
}

impl<'a> RecordWriter<'a> {
    /// Starts a log.
    #[must_use]
    pub fn new(form: Box<dyn RecordForm + 'a>) -> Self {
        Self { form, rows: 0, path: String::new(), lengths: Vec::new() }
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn finish(mut self) -> io::Result<()> {
        self.form.finish()
    }

    /// Makes the path lead to a node that the search has just come to, from its parent, whose path it extends.
    fn descend<M: Into<Move>>(&mut self, node: Node<M>) {
        let Some(played) = node.reached_by else {
            self.path.clear();
            self.lengths = vec![0];
            return;
        };
        self.ascend(node.ply.plies() as usize - 1);
        if !self.path.is_empty() {
            self.path.push(' ');
        }
        self.path += &played.into().to_string();
        self.lengths.push(self.path.len());
    }

    /// Makes the path lead to the open node at `ply`.
    fn ascend(&mut self, ply: usize) {
        self.lengths.truncate(ply + 1);
        self.path.truncate(self.lengths[ply]);
    }

    fn write(&mut self, event: Event, depth: Depth, value: Value, window: impl Columns) -> io::Result<()> {
        self.rows += 1;
        let mut bounds = window.values().into_iter();
        let mut bound = || bounds.next().and_then(Value::finite);
        self.form.write(&Record {
            row: self.rows,
            event,
            path: &self.path,
            depth: depth.plies(),
            value: value.finite(),
            alpha: bound(),
            beta: bound(),
        })
    }
}

impl<M, W> Observer<M, W> for RecordWriter<'_>
where
    M: Copy + Into<Move>,
    W: Columns,
{
    type Error = io::Error;

    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.descend(node);
        self.write(Event::Leaf, node.ply, value, window)
    }

    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.descend(node);
        self.write(Event::Enter, node.ply, value, window)
    }

    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> io::Result<()> {
        self.ascend(node.ply.plies() as usize);
        let event = if update.cut { Event::Cut } else { Event::Update };
        self.write(event, node.ply, update.value, update.after)
    }
}
