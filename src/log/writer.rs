//! The observer that writes a traverse log.

use std::{io, mem};

use super::{
    Columns, CutWindow, Spelling,
    field::{Field, NodeFields, NodeRows, PlyFields, PlyRows, ValueFields, WholeRows},
    pipeline::{Block, BlockPool},
};
use crate::{
    files::LineEnding,
    game::{Depth, Value},
    games::reversi::Move,
    search::{Node, Observer, Update},
};

/// Writes a row for each leaf, for each inner node as it is entered, and for each inner node after each child.
///
/// A row is a few fields that have been written before the search. The last row is always still in the block that is
/// being filled, so that [`finish`](Observer::finish) can leave out its line end.
pub struct LogWriter<'a> {
    rows: &'a Rows,
    blocks: BlockPool<'a>,
    block: Block,
}

impl<'a> LogWriter<'a> {
    /// Starts a log without a header.
    ///
    /// # Errors
    /// Those of the blocks' writer.
    pub fn new(rows: &'a Rows, mut blocks: BlockPool<'a>) -> io::Result<Self> {
        Ok(Self { rows, block: blocks.empty()?, blocks })
    }

    /// Starts a log with the header of a search with the window `W`.
    ///
    /// # Errors
    /// Those of the blocks' writer.
    pub fn with_header<W: Columns>(rows: &'a Rows, blocks: BlockPool<'a>) -> io::Result<Self> {
        let mut log = Self::new(rows, blocks)?;
        log.append(Spelling::header(W::COUNT > 0));
        log.append(rows.line_end);
        Ok(log)
    }

    /// Sends off what there is.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.next_block()
    }

    fn append(&mut self, text: &str) {
        self.block.bytes[self.block.length..][..text.len()].copy_from_slice(text.as_bytes());
        self.block.length += text.len();
    }

    /// Makes room for all rows of a last ply, in the next block if need be.
    #[inline]
    fn make_room(&mut self) -> io::Result<()> {
        if self.block.length > Block::CAPACITY - LAST_PLY { self.next_block() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn next_block(&mut self) -> io::Result<()> {
        self.blocks.send(mem::take(&mut self.block))?;
        self.block = self.blocks.empty()?;
        Ok(())
    }

    /// Writes one row.
    #[inline]
    fn row<M: Copy + Into<Move>>(&mut self, node: Node<M>, value: Value, window: impl Columns) -> io::Result<()> {
        self.make_room()?;
        let Block { bytes, length, .. } = &mut self.block;
        *length += self.rows.write(&mut bytes[*length..], self.rows.nodes.of(node), value, window);
        Ok(())
    }
}

/// Room for four fields as long as a byte can say: the compiler does not know that they are shorter.
const ROW: usize = 4 * (u8::MAX as usize + 1);
/// At least as long as any row: four fields and a marker.
const LONGEST_ROW: usize = 96;
/// Room for the rows of a last ply: one to begin with and two for each child, of which there are fewer than 64.
const LAST_PLY: usize = 129 * LONGEST_ROW + ROW;

/// What rows are made of.
#[derive(Debug)]
pub struct Rows {
    pub(super) nodes: NodeFields,
    whole: Option<WholeRows>,
    /// Values inside a row.
    pub(super) inner: ValueFields,
    /// Values at the end of a row.
    pub(super) last: ValueFields,
    pub(super) line_end: &'static str,
    pub(super) spelling: Spelling,
}

impl Rows {
    /// The rows of a search of `depth` plies, which is no deeper than the game lasts, with values of at most `largest`,
    /// apart from the sign.
    #[must_use]
    pub fn new(spelling: Spelling, line_ending: LineEnding, depth: Depth, largest: i32) -> Self {
        Self {
            nodes: NodeFields::new(spelling, depth),
            whole: None,
            inner: ValueFields::new(spelling.numbers, spelling.separator, largest),
            last: ValueFields::new(spelling.numbers, line_ending.text(), largest),
            line_end: line_ending.text(),
            spelling,
        }
    }

    /// The same, with more of them written out beforehand, which is worth it from some ten thousand rows on. Only minimax
    /// has a use for it.
    #[must_use]
    pub fn for_many(self) -> Self {
        Self { whole: WholeRows::new(&self.nodes, self.spelling.numbers, self.line_end), ..self }
    }

    /// Writes a row to the beginning of `room` and returns its length.
    #[inline(always)]
    fn write(&self, room: &mut [u8], node: &Field, mut value: Value, window: impl Columns) -> usize {
        let row: &mut [u8; ROW] = room.first_chunk_mut().expect("room for a row");
        let mut length = node.copy(row, 0);
        for next in window.values() {
            length = self.inner.copy(value, row, length);
            value = next;
        }
        self.last.copy(value, row, length)
    }

    /// Puts the marker of a cut-off between the last row of `room`, which ends at `length`, and its line end. Returns
    /// the new length.
    #[inline]
    fn mark_cut(&self, room: &mut [u8], length: usize) -> usize {
        let row = length - self.line_end.len();
        let end = [self.spelling.cut_marker, self.line_end].concat();
        room[row..][..end.len()].copy_from_slice(end.as_bytes());
        row + end.len()
    }
}

/// Writes the rows of the children of one node, all leaves, and those of the node after each child.
struct LastPly<'a> {
    rows: &'a Rows,
    /// The node's own field.
    node: &'a Field,
    children: PlyFields<'a>,
    /// The rows of the node and of its children as a whole, where they are written out beforehand.
    whole: Option<(&'a NodeRows, PlyRows<'a>)>,
    room: &'a mut [u8; LAST_PLY],
    /// What is filled of the room.
    filled: usize,
    /// What is filled of the block that the room is part of.
    length: &'a mut usize,
}

impl LastPly<'_> {
    #[inline(always)]
    fn row<W: Columns>(&mut self, whole: Option<&NodeRows>, node: &Field, value: Value, window: W) {
        // One comparison, from which the compiler knows that there is room for the row.
        assert!(self.filled <= LAST_PLY - ROW, "room for a row");
        match whole.and_then(|whole| whole.with(value)) {
            Some(row) if W::COUNT == 0 => self.filled = row.copy(&mut self.room[..], self.filled),
            _ => self.filled += self.rows.write(&mut self.room[self.filled..], node, value, window),
        }
    }
}

impl Drop for LastPly<'_> {
    #[inline]
    fn drop(&mut self) {
        *self.length += self.filled;
    }
}

/// The window that the row of a cut-off shows.
pub(super) fn cut_window<M, W>(spelling: &Spelling, update: Update<M, W>) -> W {
    match spelling.cut_window {
        CutWindow::Narrowed => update.after,
        CutWindow::AsSearched => update.before,
    }
}

impl<M, W> Observer<M, W> for LogWriter<'_>
where
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
        self.row(node, update.value, cut_window(&self.rows.spelling, update))?;
        let Block { bytes, length, .. } = &mut self.block;
        *length = self.rows.mark_cut(bytes, *length);
        Ok(())
    }

    #[inline(always)]
    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> io::Result<impl Observer<M, W, Error = io::Error>> {
        self.make_room()?;
        let Block { bytes, length, .. } = &mut self.block;
        let whole = node.reached_by.zip(self.rows.whole.as_ref());
        let mut last_ply = LastPly {
            rows: self.rows,
            node: self.rows.nodes.of(node),
            children: self.rows.nodes.at(node.ply.deeper()),
            whole: whole.map(|(played, whole)| {
                let (nodes, children) = whole.last_plies();
                (nodes.of(played.into()), children)
            }),
            room: bytes[*length..].first_chunk_mut().expect("room for a last ply"),
            filled: 0,
            length,
        };
        last_ply.row(None, last_ply.node, value, window);
        Ok(last_ply)
    }

    /// Sends off what is left.
    fn finish(&mut self) -> io::Result<()> {
        if !self.rows.spelling.last_line_end {
            self.block.length -= self.rows.line_end.len();
        }
        self.blocks.send(mem::take(&mut self.block))
    }
}

impl<M, W> Observer<M, W> for LastPly<'_>
where
    M: Copy + Into<Move>,
    W: Columns,
{
    type Error = io::Error;

    #[inline(always)]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        if let Some(played) = node.reached_by {
            let whole = self.whole.map(|(_, children)| children.of(played.into()));
            self.row(whole, self.children.of(played.into()), value, window);
        }
        Ok(())
    }

    #[inline(always)]
    fn update(&mut self, _: Node<M>, update: Update<M, W>) -> io::Result<()> {
        if update.cut {
            self.row(self.whole.map(|(own, _)| own), self.node, update.value, cut_window(&self.rows.spelling, update));
            self.filled = self.rows.mark_cut(&mut self.room[..], self.filled);
        } else {
            self.row(self.whole.map(|(own, _)| own), self.node, update.value, update.after);
        }
        Ok(())
    }
}
