//! The observer that writes a traverse log.

use std::io::{self, Write};

use super::{
    CutWindow, LineEnding, Spelling,
    cell::{Cell, Cells},
};
use crate::{
    reversi::Move,
    search::{AlphaBeta, Node, Observer, Open, Update, Window},
    value::{Depth, Value},
};

/// A window as columns of a log: minimax has none, alpha-beta has two.
pub trait Columns: Window {
    /// The names of all columns of such a log.
    const NAMES: &'static str;

    /// The values of the window's columns, left to right.
    fn values(self) -> impl IntoIterator<Item = Value>;
}

impl Columns for Open {
    const NAMES: &'static str = "Node,Depth,Value";

    fn values(self) -> impl IntoIterator<Item = Value> {
        []
    }
}

impl Columns for AlphaBeta {
    const NAMES: &'static str = "Node,Depth,Value,Alpha,Beta";

    fn values(self) -> impl IntoIterator<Item = Value> {
        [self.alpha, self.beta]
    }
}

/// Writes a row for each leaf, for each inner node as it is entered, and for each inner node after each child.
///
/// Rows gather in a buffer, which goes out in blocks of about a mebibyte. The last row is always still in it, so that
/// [`finish`](LogWriter::finish) can leave out its line end.
#[derive(Debug)]
pub struct LogWriter<S> {
    sink: S,
    cells: Cells,
    line_ending: LineEnding,
    spelling: Spelling,
    buffer: Box<[u8]>,
    length: usize,
}

impl<S: Write> LogWriter<S> {
    const CAPACITY: usize = 1 << 20;
    /// Starts a log of a search of `depth` plies with values of at most `largest`, apart from the sign, and writes
    /// its header. The window type of the search is `W`.
    #[must_use]
    pub fn new<W: Columns>(spelling: Spelling, line_ending: LineEnding, depth: Depth, largest: i32, sink: S) -> Self {
        let mut log = Self {
            sink,
            cells: Cells::new(spelling, line_ending, depth, largest),
            line_ending,
            spelling,
            buffer: vec![0; Self::CAPACITY].into_boxed_slice(),
            length: 0,
        };
        log.append(W::NAMES);
        log.append(line_ending.text());
        log
    }

    /// Writes what is left and returns the sink.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn finish(mut self) -> io::Result<S> {
        if !self.spelling.last_line_end {
            self.length -= self.line_ending.text().len();
        }
        self.empty_buffer()?;
        Ok(self.sink)
    }

    fn append(&mut self, text: &str) {
        self.buffer[self.length..][..text.len()].copy_from_slice(text.as_bytes());
        self.length += text.len();
    }

    #[cold]
    #[inline(never)]
    fn empty_buffer(&mut self) -> io::Result<()> {
        self.sink.write_all(&self.buffer[..self.length])?;
        self.length = 0;
        Ok(())
    }

    #[inline]
    fn row<M, W>(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()>
    where
        M: Copy + Into<Move>,
        W: Columns,
    {
        if self.length > Self::CAPACITY - ROW {
            self.empty_buffer()?;
        }
        let row = self.buffer[self.length..].first_chunk_mut().expect("room for a row");
        let mut length = append_cell(row, 0, self.cells.nodes.of(node));
        let mut value = value;
        for next in window.values() {
            length = append_cell(row, length, &self.cells.inner.of(value));
            value = next;
        }
        self.length += append_cell(row, length, &self.cells.last.of(value));
        Ok(())
    }

    /// Puts the marker of a cut-off behind the last row.
    fn mark_cut(&mut self) {
        self.length -= self.line_ending.text().len();
        self.append(self.spelling.cut_marker);
        self.append(self.line_ending.text());
    }
}

/// Room for the longest row: four cells, a marker and a line end.
const ROW: usize = 4 * Cell::ROOM + 32;

/// Copies a cell to a place in a row and returns the place behind it.
#[inline]
fn append_cell(row: &mut [u8; ROW], place: usize, cell: &Cell) -> usize {
    row[place..][..Cell::ROOM].copy_from_slice(cell.room());
    place + cell.len()
}

impl<S, M, W> Observer<M, W> for LogWriter<S>
where
    S: Write,
    M: Copy + Into<Move>,
    W: Columns,
{
    type Error = io::Error;

    #[inline]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.row(node, value, window)
    }

    #[inline]
    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.row(node, value, window)
    }

    #[inline]
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> io::Result<()> {
        if !update.cut {
            return self.row(node, update.value, update.after);
        }
        let window = match self.spelling.cut_window {
            CutWindow::Narrowed => update.after,
            CutWindow::AsSearched => update.before,
        };
        self.row(node, update.value, window)?;
        self.mark_cut();
        Ok(())
    }
}
