//! Writes logs fast, by copying texts of fields that were made before the search.
//!
//! A log has far more rows than different texts of fields. The text of each field is made once, with its separator or
//! line end. Writing a row means copying two to five such texts.
//!
//! ```text
//!   columns    Node   Depth │ Value    │ Alpha        │ Beta
//!   row        d3     3     │ -2.0     │ -Infinity    │ 4.0
//!   pieces     "d3 3 "      │ "-2.0 "  │ "-Infinity " │ "4.0\n"
//!              NodeFields     NumberFields of the value and of both bounds
//!              by ply, move   by number
//! ```
//!
//! A [`Field`](super::fields::Field) is 16 bytes: a text of at most 15, and its length. Each copy takes all 16 bytes,
//! because this needs only one instruction. The next field is copied to the end of the text, so the field overwrites
//! the remaining bytes:
//!
//! ```text
//!   block      ...d3 3 -2.0 ..........
//!                      ├─────────────┤  16 bytes are copied,
//!                           ▲           and the next field begins here
//! ```
//!
//! The marker of a cut-off replaces the last line end. If a text of the assignment is too long for a field,
//! [`RowFormat::write`](super::RowFormat::write) writes the rows one by one.
//!
//! The rows are collected in blocks of 1 MiB. A long log is written by a second thread, and the two threads exchange
//! four blocks:
//!
//! ```text
//!   thread of the search                        thread of the caller
//!   fills a block with rows  ── full block ──▶  writes the block to the file
//!                            ◀── empty block ──
//! ```
//!
//! If writing the file fails, the caller drops its end of both channels. After the end of the channels, the search
//! thread can no longer send or receive a block, and ends.

use std::{
    io::{self, ErrorKind, Write},
    mem,
    num::NonZero,
    panic::resume_unwind,
    sync::mpsc,
    thread,
};

use super::{
    BoardSearch, CutWindow, RowFormat,
    board_search::deepest,
    fields::{Extent, Field, NamedFields, NumberFields, Piece},
};
use reversi_core::{
    game::{Depth, Evaluation, Value},
    games::reversi::{Move, Rules},
    search::{Node, Observer, Outcome, Update, Window},
};
use reversi_io::{files::LineEnding, threads};

/// The smallest depth at which a second thread writes the log; such logs have some hundred thousand rows.
const LONG: Depth = Depth::new(7);

/// The texts of a search's rows, made before the search.
pub(super) struct RowTexts {
    header: String,
    pieces: Vec<Piece>,
    /// The marker of a cut-off, with the line end.
    cut_end: String,
    line_end: &'static str,
    cut_window: CutWindow,
    has_last_line_end: bool,
}

impl RowTexts {
    /// The largest allowed length of the marker of a cut-off and its line end, in bytes.
    const LONGEST_END: usize = 128;

    /// The bytes for all rows of a node whose children are leaves: one row, and two rows for each of 63 children.
    const ROOM: usize = 129 * (Piece::MOST * Field::SIZE + Self::LONGEST_END);

    /// Makes the texts for a search; `None` if a text of the assignment is too long.
    pub(super) fn new<R: Rules, W: Window, E: Evaluation<R>>(
        board: &BoardSearch<R, W, E>,
        row_format: &RowFormat,
        line_ending: LineEnding,
    ) -> Option<Self> {
        let line_end = line_ending.text();
        let name = |reached_by: Option<Move>| row_format.name(reached_by.map(|image| board.original(image)));
        let extent = Extent { depth: deepest(&board.search), largest: board.search.evaluation.largest() };
        let cut_end = row_format.cut_marker.to_string() + line_end;
        (cut_end.len() <= Self::LONGEST_END).then_some(Self {
            header: row_format.column_names(W::PRUNES) + line_end,
            pieces: Piece::of_row(row_format, W::PRUNES, line_end, &name, &extent)?,
            cut_end,
            line_end,
            cut_window: row_format.cut_window,
            has_last_line_end: row_format.last_line_end,
        })
    }

    /// Searches and writes every row.
    pub(super) fn write<R: Rules, W: Window, E: Evaluation<R> + Sync>(
        &self,
        board: &BoardSearch<R, W, E>,
        sink: &mut dyn Write,
    ) -> io::Result<Outcome<R::Move>> {
        sink.write_all(self.header.as_bytes())?;
        let search = |swap: Swap| board.search.run(&mut LogWriter { rows: self, block: Block::new(), swap });
        let has_processors = thread::available_parallelism().is_ok_and(|processors| processors > NonZero::<usize>::MIN);
        if deepest(&board.search) >= LONG && has_processors {
            return in_second_thread(sink, Box::new(search));
        }
        search(Box::new(|block| block.written_to(sink)))
    }

    /// Appends a row to `text`, which must have enough free bytes.
    #[inline(always)]
    fn append<M: Copy + Into<Move>>(&self, node: Node<M>, value: Value, window: impl Window, text: &mut Room) {
        for piece in &self.pieces {
            text.put(piece.field(node, value, window.bounds()));
        }
    }

    /// Appends the row that a node has after a child.
    #[inline(always)]
    fn append_update<M: Copy + Into<Move>, W: Window>(&self, node: Node<M>, update: &Update<M, W>, text: &mut Room) {
        let window = match self.cut_window {
            CutWindow::AsSearched if update.cut => update.before,
            CutWindow::AsSearched | CutWindow::Narrowed => update.after,
        };
        self.append(node, update.value, window, text);
        if update.cut {
            text.length -= self.line_end.len();
            text.bytes[text.length..][..self.cut_end.len()].copy_from_slice(self.cut_end.as_bytes());
            text.length += self.cut_end.len();
        }
    }
}

/// A block of log text: the first `length` bytes are used.
#[derive(Default)]
struct Block {
    bytes: Box<[u8]>,
    length: usize,
}

impl Block {
    /// With this size, passing blocks between threads costs little time, and some blocks stay in the processor's cache.
    const CAPACITY: usize = 1 << 20;

    fn new() -> Self {
        Self { bytes: vec![0; Self::CAPACITY].into(), length: 0 }
    }

    /// Writes the block's text to the sink, and returns the empty block.
    fn written_to(self, sink: &mut dyn Write) -> io::Result<Self> {
        sink.write_all(&self.bytes[..self.length])?;
        Ok(Self { length: 0, ..self })
    }
}

/// The free bytes of a block while rows are appended.
struct Room<'a> {
    bytes: &'a mut [u8],
    /// The number of bytes used so far. The block gets this number at the end, so that the number can stay in a
    /// register.
    length: usize,
    block_length: &'a mut usize,
}

impl Room<'_> {
    #[inline(always)]
    fn put(&mut self, field: Field) {
        *self.bytes[self.length..].first_chunk_mut().expect("room for a field") = field.bytes();
        self.length += field.len();
    }

    /// Appends two fields with a single check of the free bytes.
    #[inline(always)]
    fn put_both(&mut self, first: Field, second: Field) {
        let bytes: &mut [u8; 2 * Field::SIZE] =
            self.bytes[self.length..].first_chunk_mut().expect("room for two fields");
        *bytes.first_chunk_mut().expect("half of the bytes") = first.bytes();
        *bytes[first.len() % Field::SIZE..].first_chunk_mut().expect("half of the bytes") = second.bytes();
        self.length += first.len() + second.len();
    }
}

impl Drop for Room<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.block_length += self.length;
    }
}

/// A function that takes a full block and returns an empty block.
type Swap<'a> = Box<dyn FnMut(Block) -> io::Result<Block> + 'a>;

/// A search that fills blocks with rows. The search is boxed, so that the code with the second thread is compiled only
/// once.
type Work<'a, T> = Box<dyn FnOnce(Swap) -> io::Result<T> + Send + 'a>;

/// Runs a search in a second thread, and writes its blocks in this thread.
fn in_second_thread<T: Send>(sink: &mut dyn Write, work: Work<T>) -> io::Result<T> {
    /// The number of blocks that the two threads exchange.
    const BLOCKS: usize = 4;
    thread::scope(|scope| {
        let (full_sender, full) = mpsc::channel();
        let (empty_sender, empty) = mpsc::channel();
        let thread = threads::start(scope, move || {
            let mut left = BLOCKS - 1;
            work(Box::new(move |block| {
                full_sender.send(block).map_err(|_| ErrorKind::BrokenPipe)?;
                if left > 0 {
                    left -= 1;
                    return Ok(Block::new());
                }
                empty.recv().map_err(|_| ErrorKind::BrokenPipe.into())
            }))
        })?;
        let written = full.into_iter().try_for_each(|block: Block| {
            // If the search has ended, the empty block is not needed any more.
            let _ = empty_sender.send(block.written_to(sink)?);
            Ok(())
        });
        drop(empty_sender);
        let found = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        written.and(found)
    })
}

/// An observer that writes a row for each leaf, for each entered inner node, and for each inner node after each child.
struct LogWriter<'a> {
    rows: &'a RowTexts,
    block: Block,
    swap: Swap<'a>,
}

impl LogWriter<'_> {
    /// Free bytes for the next rows. If the block is full, an empty block first replaces the full block. The last block
    /// is not exchanged, because the log's last row may lose its line end.
    #[inline(always)]
    fn room(&mut self) -> io::Result<Room<'_>> {
        if self.block.length > Block::CAPACITY - RowTexts::ROOM {
            self.swap()?;
        }
        let Block { bytes, length } = &mut self.block;
        Ok(Room { bytes: &mut bytes[*length..], length: 0, block_length: length })
    }

    #[cold]
    #[inline(never)]
    fn swap(&mut self) -> io::Result<()> {
        self.block = (self.swap)(mem::take(&mut self.block))?;
        Ok(())
    }
}

impl<M: Copy + Into<Move>, W: Window> Observer<M, W> for LogWriter<'_> {
    type Error = io::Error;

    #[inline]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        let rows = self.rows;
        rows.append(node, value, window, &mut self.room()?);
        Ok(())
    }

    #[inline]
    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.leaf(node, value, window)
    }

    #[inline]
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> io::Result<()> {
        let rows = self.rows;
        rows.append_update(node, &update, &mut self.room()?);
        Ok(())
    }

    #[inline(always)]
    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> io::Result<impl Observer<M, W, Error = io::Error>> {
        let rows = self.rows;
        let mut room = self.room()?;
        rows.append(node, value, window, &mut room);
        // An alpha-beta log may have the same columns as minimax, but its rows may have a marker.
        let minimax = match (&rows.pieces[..], window.bounds()) {
            ([Piece::Node(nodes), Piece::Value(values)], None) => Some((nodes.of(node), nodes.below(node), values)),
            _ => None,
        };
        Ok(LastPly { rows, room, minimax })
    }

    fn finish(&mut self) -> io::Result<()> {
        self.block.length -= if self.rows.has_last_line_end { 0 } else { self.rows.line_end.len() };
        self.swap()
    }
}

/// Writes the rows of a node whose children are leaves. Nearly all rows of a log belong to such nodes.
struct LastPly<'a> {
    rows: &'a RowTexts,
    room: Room<'a>,
    /// The fields for rows of minimax, which are the most frequent rows: for the node, its children, and values.
    minimax: Option<(Field, &'a NamedFields, &'a NumberFields)>,
}

impl<M: Copy + Into<Move>, W: Window> Observer<M, W> for LastPly<'_> {
    type Error = io::Error;

    #[inline(always)]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        match self.minimax {
            Some((_, children, values)) => self.room.put_both(children.of(node.reached_by), values.of(value)),
            None => self.rows.append(node, value, window, &mut self.room),
        }
        Ok(())
    }

    #[inline(always)]
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> io::Result<()> {
        match self.minimax {
            Some((field, _, values)) => self.room.put_both(field, values.of(update.value)),
            None => self.rows.append_update(node, &update, &mut self.room),
        }
        Ok(())
    }
}
