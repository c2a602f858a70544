//! Writes the rows of a log by copying texts of fields that were made before the search.
//!
//! A log has far more rows than different texts of fields. Each text begins with the separator or line ending before it.
//! Node and depth, if they are neighbours, have one text:
//!
//! ```text
//!   columns    Node Depth    Value     Alpha           Beta      marker
//!   texts      "\nd3 3"      " -2.0"   " -Infinity"    " 4.0"    " CUT-OFF"
//! ```
//!
//! The rows are collected in blocks. A second thread makes the rows of a long log, and the two threads exchange blocks:
//!
//! ```text
//!   thread of the search                        thread of the caller
//!   fills a block with rows  ── full block ──▶  writes the block to the file
//!                            ◀── empty block ──
//! ```
//!
//! If writing the file fails, the caller drops its end of both channels. The search thread can then no longer send or
//! receive a block, and ends.

use std::{
    array,
    io::{self, ErrorKind, Write},
    mem,
    num::NonZero,
    panic::resume_unwind,
    sync::mpsc,
    thread,
};

use super::{BoardSearch, CutWindow, LogColumn, RowFormat, board_search::deepest};
use reversi_core::{
    game::{Depth, Evaluation, Value},
    games::reversi::{Move, Rules, Square},
    search::{AlphaBeta, Node, Observer, Outcome, Update, Window},
};
use reversi_io::{files::LineEnding, threads};

/// The smallest depth at which a second thread makes the rows; such logs have some hundred thousand rows.
const LONG: Depth = Depth::new(7);

pub(super) fn write_rows<R: Rules, W: Window, E: Evaluation<R> + Sync>(
    board: &BoardSearch<R, W, E>,
    row_format: &RowFormat,
    line_ending: LineEnding,
    sink: &mut dyn Write,
) -> io::Result<Outcome<R::Move>> {
    let texts = RowTexts::new(board, row_format, line_ending.text());
    sink.write_all(row_format.column_names(W::PRUNES).as_bytes())?;
    let longest_row = texts.longest_row();
    let search = |swap: Swap| board.search.run(&mut LogWriter { texts: &texts, block: Block::new(longest_row), swap });
    let has_processors = thread::available_parallelism().is_ok_and(|processors| processors > NonZero::<usize>::MIN);
    let outcome = if deepest(&board.search) >= LONG && has_processors {
        in_second_thread(sink, longest_row, Box::new(search))?
    } else {
        search(Box::new(|block| block.written_to(sink)))?
    };
    sink.write_all(if row_format.last_line_end { line_ending.text() } else { "" }.as_bytes())?;
    Ok(outcome)
}

/// The text of a part of a row. Copying a text always copies 16 bytes, because this takes one instruction. The next text
/// overwrites the surplus bytes. Longer texts are rare: their other bytes are copied after the first 16.
#[derive(Clone, Debug)]
struct Text {
    start: [u8; Self::START],
    rest: Box<[u8]>,
    length: usize,
}

impl Text {
    const START: usize = 16;

    fn new(text: &str) -> Self {
        let (start, rest) = text.as_bytes().split_at(text.len().min(Self::START));
        let mut bytes = [0; Self::START];
        bytes[..start.len()].copy_from_slice(start);
        Self { start: bytes, rest: rest.into(), length: text.len() }
    }
}

enum Part<'a> {
    /// The node column, the depth column, or both if they are neighbours: the texts of the names at each ply.
    Node(Vec<[Text; NAMES]>),
    Value(NumberTexts<'a>),
    Alpha(NumberTexts<'a>),
    Beta(NumberTexts<'a>),
}

/// The number of names of nodes: the squares, the pass and the root.
const NAMES: usize = 66;
const PASS: usize = 64;
const ROOT: usize = 65;

/// The texts of a search's rows, made before the search.
struct RowTexts<'a> {
    parts: Vec<Part<'a>>,
    cut_marker: Text,
    row_format: &'a RowFormat,
}

impl<'a> RowTexts<'a> {
    fn new<R: Rules, W: Window, E: Evaluation<R>>(
        board: &BoardSearch<R, W, E>,
        row_format: &'a RowFormat,
        line_end: &'a str,
    ) -> Self {
        let name = |place: usize| match place {
            ROOT => row_format.name(None),
            PASS => row_format.name(Some(Move::Pass)),
            square => row_format.name(Square::all().nth(square).map(|square| board.original(Move::Place(square)))),
        };
        let names: [String; NAMES] = array::from_fn(name);
        let is_of_node = |column| matches!(column, LogColumn::Node | LogColumn::Depth);
        let columns = row_format.columns(W::PRUNES);
        let part = |columns: &[LogColumn]| {
            let lead =
                |column| if column == row_format.columns(W::PRUNES)[0] { line_end } else { &row_format.separator };
            let numbers = || NumberTexts::new(lead(columns[0]), row_format, board.search.evaluation.largest());
            let of_ply = |ply| {
                let depth = row_format.depth(Depth::new(ply));
                let field =
                    |name, &column| lead(column).to_owned() + if column == LogColumn::Depth { &depth } else { name };
                names
                    .each_ref()
                    .map(|name| Text::new(&columns.iter().map(|column| field(name, column)).collect::<String>()))
            };
            match columns[0] {
                LogColumn::Node | LogColumn::Depth => {
                    Part::Node((0..=deepest(&board.search).plies()).map(of_ply).collect())
                }
                LogColumn::Value => Part::Value(numbers()),
                LogColumn::Alpha => Part::Alpha(numbers()),
                LogColumn::Beta => Part::Beta(numbers()),
            }
        };
        let parts = columns.chunk_by(|&one, &next| is_of_node(one) && is_of_node(next)).map(part).collect();
        Self { parts, cut_marker: Text::new(&row_format.cut_marker), row_format }
    }

    /// The bytes that a row needs at most, with the surplus of its last text.
    fn longest_row(&self) -> usize {
        let longest = |part: &Part| match part {
            Part::Node(names) => names.iter().flatten().map(|text| text.length).max().unwrap_or_default(),
            Part::Value(numbers) | Part::Alpha(numbers) | Part::Beta(numbers) => numbers.longest(),
        };
        self.parts.iter().map(longest).sum::<usize>() + self.cut_marker.length + Text::START
    }
}

/// The texts of numbers with the separator before them.
struct NumberTexts<'a> {
    /// The texts of finite numbers, from `first` upwards.
    finite: Vec<Text>,
    first: Value,
    infinity: Text,
    negative_infinity: Text,
    lead: &'a str,
    row_format: &'a RowFormat,
}

impl<'a> NumberTexts<'a> {
    /// The largest number whose text is made before the search. The weights of the built-in assignments have the sum
    /// 784. The texts of larger numbers are made during the search.
    const LARGEST: i32 = 1000;

    fn new(lead: &'a str, row_format: &'a RowFormat, largest: i32) -> Self {
        let last = largest.min(Self::LARGEST);
        let text = |number: Value| Text::new(&(lead.to_owned() + &row_format.number(number)));
        Self {
            finite: (-last..=last).map(|number| text(Value::new(number))).collect(),
            first: Value::new(-last),
            infinity: text(Value::INFINITY),
            negative_infinity: text(Value::NEGATIVE_INFINITY),
            lead,
            row_format,
        }
    }

    /// Makes the text of a finite number.
    #[cold]
    fn make(&self, number: Value) -> Text {
        Text::new(&(self.lead.to_owned() + &self.row_format.number(number)))
    }

    /// The length of the longest text. No finite number is longer than the least one.
    fn longest(&self) -> usize {
        self.negative_infinity.length.max(self.make(Value::new(i32::MIN)).length)
    }
}

/// A block of log text: the first `length` bytes are used.
#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    length: usize,
}

impl Block {
    /// A block of this size is full. Passing such blocks between threads costs little time, and some blocks stay in the
    /// processor's cache.
    const FULL: usize = 1 << 20;

    /// A block with room for one more row after it is full.
    fn new(longest_row: usize) -> Self {
        Self { bytes: vec![0; Self::FULL + longest_row], length: 0 }
    }

    /// Writes the block's text to the sink, and returns the empty block.
    fn written_to(self, sink: &mut dyn Write) -> io::Result<Self> {
        sink.write_all(&self.bytes[..self.length])?;
        Ok(Self { length: 0, ..self })
    }
}

/// Copies a text to `bytes` from the index `start`, and returns the index after the text. The callers keep this index in
/// a register.
#[inline(always)]
fn put(bytes: &mut [u8], start: usize, text: &Text) -> usize {
    *bytes[start..].first_chunk_mut().expect("a block has room for a row") = text.start;
    if text.length > Text::START {
        put_rest(&mut bytes[start + Text::START..], &text.rest);
    }
    start + text.length
}

#[cold]
#[inline(never)]
fn put_rest(bytes: &mut [u8], rest: &[u8]) {
    bytes[..rest.len()].copy_from_slice(rest);
}

#[inline(always)]
fn put_number(bytes: &mut [u8], start: usize, numbers: &NumberTexts, value: Value) -> usize {
    match numbers.finite.get(value.index_from(numbers.first)) {
        Some(text) => put(bytes, start, text),
        None if value == Value::INFINITY => put(bytes, start, &numbers.infinity),
        None if value == Value::NEGATIVE_INFINITY => put(bytes, start, &numbers.negative_infinity),
        None => put(bytes, start, &numbers.make(value)),
    }
}

/// A function that takes a full block and returns an empty block.
type Swap<'a> = Box<dyn FnMut(Block) -> io::Result<Block> + 'a>;

/// A search that fills blocks with rows. The search is boxed, so that the code with the second thread is compiled only
/// once.
type Work<'a, T> = Box<dyn FnOnce(Swap) -> io::Result<T> + Send + 'a>;

/// Runs a search in a second thread, and writes its blocks in this thread.
fn in_second_thread<T: Send>(sink: &mut dyn Write, longest_row: usize, work: Work<T>) -> io::Result<T> {
    /// The number of blocks that the two threads exchange.
    const BLOCKS: usize = 4;
    thread::scope(|scope| {
        let (full_sender, full) = mpsc::channel();
        let (empty_sender, empty) = mpsc::channel();
        // The search has the first block already.
        (1..BLOCKS).try_for_each(|_| empty_sender.send(Block::new(longest_row))).expect("the receiver is here");
        let thread = threads::start(scope, move || {
            work(Box::new(move |block| {
                full_sender.send(block).map_err(|_| ErrorKind::BrokenPipe)?;
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
    texts: &'a RowTexts<'a>,
    block: Block,
    swap: Swap<'a>,
}

impl LogWriter<'_> {
    #[inline(always)]
    fn row<M: Into<Move>>(&mut self, node: Node<M>, value: Value, window: Option<AlphaBeta>) -> io::Result<()> {
        if self.block.length > Block::FULL {
            self.swap()?;
        }
        let name = match node.reached_by.map(Into::into) {
            Some(Move::Place(square)) => usize::from(square.index()),
            Some(Move::Pass) => PASS,
            None => ROOT,
        };
        let Block { bytes, length } = &mut self.block;
        let mut end = *length;
        for part in &self.texts.parts {
            end = match (part, window) {
                (Part::Node(names), _) => put(bytes, end, &names[node.ply.plies() as usize][name]),
                (Part::Value(numbers), _) => put_number(bytes, end, numbers, value),
                (Part::Alpha(numbers), Some(window)) => put_number(bytes, end, numbers, window.alpha),
                (Part::Beta(numbers), Some(window)) => put_number(bytes, end, numbers, window.beta),
                (Part::Alpha(_) | Part::Beta(_), None) => end,
            };
        }
        *length = end;
        Ok(())
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

    #[inline(always)]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.row(node, value, window.bounds())
    }

    #[inline]
    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.row(node, value, window.bounds())
    }

    #[inline(always)]
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> io::Result<()> {
        let window = match self.texts.row_format.cut_window {
            CutWindow::AsSearched if update.cut => update.before,
            CutWindow::AsSearched | CutWindow::Narrowed => update.after,
        };
        self.row(node, update.value, window.bounds())?;
        if update.cut {
            self.block.length = put(&mut self.block.bytes, self.block.length, &self.texts.cut_marker);
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.swap()
    }
}
