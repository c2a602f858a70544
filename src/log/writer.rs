//! The observer that writes a traverse log.

use std::io;

use super::{
    CutWindow, LineEnding, Spelling,
    cell::{Cell, NodeCells, ValueCells},
    pipeline::{Block, Blocks},
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
/// A row is a few cells that have been written before the search. The last row is always still in the block that is
/// being filled, so that [`finish`](LogWriter::finish) can leave out its line end.
#[derive(Debug)]
pub struct LogWriter {
    blocks: Blocks,
    block: Block,
    nodes: NodeCells,
    /// Values inside a row.
    inner: ValueCells,
    /// Values at the end of a row.
    last: ValueCells,
    line_ending: LineEnding,
    spelling: Spelling,
}

impl LogWriter {
    /// Starts a log of a search of `depth` plies with values of at most `largest`, apart from the sign, and writes
    /// its header. The window type of the search is `W`.
    ///
    /// # Errors
    /// Those of the blocks' writer.
    pub fn new<W: Columns>(
        spelling: Spelling,
        line_ending: LineEnding,
        depth: Depth,
        largest: i32,
        blocks: Blocks,
    ) -> io::Result<Self> {
        let block = blocks.empty()?;
        let mut log = Self {
            nodes: NodeCells::new(spelling, depth),
            inner: ValueCells::new(spelling.numbers, spelling.separator, largest),
            last: ValueCells::new(spelling.numbers, line_ending.text(), largest),
            blocks,
            block,
            line_ending,
            spelling,
        };
        log.append(W::NAMES);
        log.append(line_ending.text());
        Ok(log)
    }

    /// Sends off what is left.
    ///
    /// # Errors
    /// Those of the blocks' writer.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.spelling.last_line_end {
            self.block.length -= self.line_ending.text().len();
        }
        self.blocks.send(self.block)
    }

    fn append(&mut self, text: &str) {
        self.block.bytes[self.block.length..][..text.len()].copy_from_slice(text.as_bytes());
        self.block.length += text.len();
    }

    #[cold]
    #[inline(never)]
    fn next_block(&mut self) -> io::Result<()> {
        let full = std::mem::replace(&mut self.block, self.blocks.empty()?);
        self.blocks.send(full)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // a call would cost as much as the row
    fn row<M, W>(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()>
    where
        M: Copy + Into<Move>,
        W: Columns,
    {
        if self.block.length > Block::CAPACITY - ROW {
            self.next_block()?;
        }
        let row = self.block.bytes[self.block.length..].first_chunk_mut().expect("room for a row");
        let mut length = append_cell(row, 0, self.nodes.of(node));
        let mut value = value;
        for next in window.values() {
            length = append_cell(row, length, &self.inner.of(value));
            value = next;
        }
        self.block.length += append_cell(row, length, &self.last.of(value));
        Ok(())
    }

    /// Puts the marker of a cut-off behind the last row.
    fn mark_cut(&mut self) {
        self.block.length -= self.line_ending.text().len();
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

#[allow(clippy::inline_always)] // as for a row
impl<M, W> Observer<M, W> for LogWriter
where
    M: Copy + Into<Move>,
    W: Columns,
{
    type Error = io::Error;

    #[inline(always)]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.row(node, value, window)
    }

    #[inline(always)]
    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.row(node, value, window)
    }

    #[inline(always)]
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
