//! The observer that spells a search row by row, and what it does with the rows: it writes them, or counts them.

use std::{
    convert::Infallible,
    io::{self, Write as _},
    marker::PhantomData,
};

use super::{
    BlockPool, BlockWriter, LogSize,
    pipeline::Block,
    templates::{Field, LastPlyTemplates, RowSink, RowTemplates},
};
use reversi_core::{
    game::Value,
    games::reversi::Move,
    search::{Node, Observer, Update, Window},
};

/// Spells a row for each leaf, for each inner node as it is entered, and for each inner node after each child.
pub struct SpelledRows<'a, S> {
    templates: &'a RowTemplates,
    pub(super) sink: S,
}

/// Writes a spelled log.
pub type LogWriter<'a> = SpelledRows<'a, BlockWriter<'a>>;

/// Counts the rows and bytes of a spelled log, without the header.
pub(super) type LogCounter<'a> = SpelledRows<'a, SizeSoFar<'a>>;

/// Where the rows of a log go.
pub trait LogSink {
    type Error;

    /// What takes in some rows: those of a last ply at most.
    type Rows<'s>: RowSink
    where
        Self: 's;

    /// Takes in the next rows.
    fn rows(&mut self) -> Result<Self::Rows<'_>, Self::Error>;

    /// The log is over; the last bytes of its last row, so many as that line end has, are no part of it.
    fn finish(&mut self, missing_line_end: usize) -> Result<(), Self::Error>;
}

impl<'a> LogWriter<'a> {
    /// Starts a log without a header.
    ///
    /// # Errors
    /// Those of the blocks' writer.
    pub fn new(templates: &'a RowTemplates, blocks: BlockPool<'a>) -> io::Result<Self> {
        Ok(Self { templates, sink: BlockWriter::new(blocks)? })
    }

    /// Starts a log with the header of a search with the window `W`.
    ///
    /// # Errors
    /// Those of the blocks' writer.
    pub fn with_header<W: Window>(templates: &'a RowTemplates, blocks: BlockPool<'a>) -> io::Result<Self> {
        let mut log = Self::new(templates, blocks)?;
        log.sink.write_all(templates.header(W::PRUNES).as_bytes())?;
        Ok(log)
    }
}

impl<'a> LogCounter<'a> {
    /// Counts from 0, and calls `tell` now and then with the number of rows so far.
    pub(super) fn new(templates: &'a RowTemplates, tell: &'a mut dyn FnMut(u64)) -> Self {
        Self { templates, sink: SizeSoFar { size: LogSize::default(), told_at: SizeSoFar::ROWS, tell } }
    }
}

impl<M, W, S> Observer<M, W> for SpelledRows<'_, S>
where
    M: Copy + Into<Move>,
    W: Window,
    S: LogSink,
{
    type Error = S::Error;

    #[inline]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), S::Error> {
        self.templates.row(self.templates.node(node), value, window, &mut self.sink.rows()?);
        Ok(())
    }

    #[inline]
    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), S::Error> {
        self.leaf(node, value, window)
    }

    #[inline]
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), S::Error> {
        self.templates.update(self.templates.node(node), update, &mut self.sink.rows()?);
        Ok(())
    }

    #[inline(always)]
    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> Result<impl Observer<M, W, Error = S::Error>, S::Error> {
        let (templates, mut sink) = (self.templates.last_ply(node), self.sink.rows()?);
        templates.enter(value, window, &mut sink);
        Ok(LastPly { templates, sink, error: PhantomData::<S::Error> })
    }

    fn finish(&mut self) -> Result<(), S::Error> {
        self.sink.finish(self.templates.missing_line_end())
    }
}

/// Spells the rows of the children of one node, all leaves, and those of the node after each child.
struct LastPly<'a, S, E> {
    templates: LastPlyTemplates<'a>,
    sink: S,
    error: PhantomData<E>,
}

impl<M, W, S, E> Observer<M, W> for LastPly<'_, S, E>
where
    M: Copy + Into<Move>,
    W: Window,
    S: RowSink,
{
    type Error = E;

    #[inline(always)]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), E> {
        if let Some(played) = node.reached_by {
            self.templates.leaf(played.into(), value, window, &mut self.sink);
        }
        Ok(())
    }

    #[inline(always)]
    fn update(&mut self, _: Node<M>, update: Update<M, W>) -> Result<(), E> {
        self.templates.update(update, &mut self.sink);
        Ok(())
    }
}

/// Room for five fields as long as a byte can say: the compiler does not know that they are shorter.
const ROW: usize = 5 * (u8::MAX as usize + 1);

/// Room for the rows of a last ply: one to begin with and two for each of fewer than 64 children.
const LAST_PLY: usize = 129 * RowTemplates::LONGEST_ROW + ROW;

/// Room in a block for the rows of a last ply.
pub struct Room<'s> {
    bytes: &'s mut [u8; LAST_PLY],
    filled: usize,
    /// What is filled of the block.
    length: &'s mut usize,
}

/// A block that is always sent before the next rows: the last row is still in it when the log is over, and can lose its
/// line end.
impl LogSink for BlockWriter<'_> {
    type Error = io::Error;
    type Rows<'s>
        = Room<'s>
    where
        Self: 's;

    #[inline]
    fn rows(&mut self) -> io::Result<Room<'_>> {
        let Block { bytes, length, .. } = self.block_with_room(LAST_PLY)?;
        let room = bytes[*length..].first_chunk_mut().expect("room for a last ply");
        Ok(Room { bytes: room, filled: 0, length })
    }

    fn finish(&mut self, missing_line_end: usize) -> io::Result<()> {
        self.send_last(missing_line_end)
    }
}

impl RowSink for Room<'_> {
    #[inline(always)]
    fn begin(&mut self) {
        // One comparison, from which the compiler knows that there is room for the row.
        assert!(self.filled <= LAST_PLY - ROW, "room for a row");
    }

    #[inline(always)]
    fn put(&mut self, field: &Field) {
        *self.bytes[self.filled..].first_chunk_mut().expect("room for a field") = field.bytes();
        self.filled += field.len();
    }

    #[inline]
    fn mark_cut(&mut self, end: &str, line_end: usize) {
        self.filled -= line_end;
        self.bytes[self.filled..][..end.len()].copy_from_slice(end.as_bytes());
        self.filled += end.len();
    }
}

impl Drop for Room<'_> {
    #[inline]
    fn drop(&mut self) {
        *self.length += self.filled;
    }
}

/// The size of a log so far.
pub struct SizeSoFar<'a> {
    pub(super) size: LogSize,
    /// The number of rows at which it is told the next time.
    told_at: u64,
    tell: &'a mut dyn FnMut(u64),
}

impl SizeSoFar<'_> {
    /// The rows that are counted between two times: in about a tenth of a second.
    const ROWS: u64 = 1 << 24;

    /// Adds the size of some rows.
    #[inline]
    pub(super) fn add(&mut self, size: LogSize) {
        self.size = self.size.plus(size);
        if self.size.rows >= self.told_at {
            self.say();
        }
    }

    #[cold]
    fn say(&mut self) {
        self.told_at = self.size.rows + Self::ROWS;
        (self.tell)(self.size.rows);
    }
}

/// The size of some rows, which is added to that of the log once they are over.
pub struct RowsSize<'s, 'a> {
    counted: LogSize,
    size: &'s mut SizeSoFar<'a>,
}

impl<'a> LogSink for SizeSoFar<'a> {
    type Error = Infallible;
    type Rows<'s>
        = RowsSize<'s, 'a>
    where
        Self: 's;

    #[inline]
    fn rows(&mut self) -> Result<RowsSize<'_, 'a>, Infallible> {
        Ok(RowsSize { counted: LogSize::default(), size: self })
    }

    fn finish(&mut self, missing_line_end: usize) -> Result<(), Infallible> {
        self.size.bytes -= missing_line_end as u64;
        Ok(())
    }
}

impl RowSink for RowsSize<'_, '_> {
    #[inline]
    fn begin(&mut self) {
        self.counted.rows += 1;
    }

    #[inline]
    fn put(&mut self, field: &Field) {
        self.counted.bytes += field.len() as u64;
    }

    #[inline]
    fn mark_cut(&mut self, end: &str, line_end: usize) {
        self.counted.bytes += (end.len() - line_end) as u64;
    }
}

impl Drop for RowsSize<'_, '_> {
    #[inline]
    fn drop(&mut self) {
        self.size.add(self.counted);
    }
}
