//! Blocks of text on their way out: a thread of its own writes one while the next is being filled.

use std::{
    io::{self, ErrorKind, Write},
    sync::mpsc::{self, Receiver, SyncSender},
    thread,
};

/// Bytes of which the first `length` are filled.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) bytes: Box<[u8; Block::CAPACITY]>,
    pub(super) length: usize,
}

impl Block {
    /// Large enough that handing a block over costs nothing, small enough that all of them stay in the cache.
    pub(super) const CAPACITY: usize = 1 << 18;
    /// One that is written, one that is filled, and two for when either is late.
    const COUNT: usize = 4;

    fn new() -> Self {
        let bytes = vec![0; Self::CAPACITY].try_into().expect("as many bytes as a block has");
        Self { bytes, length: 0 }
    }
}

/// The filling end of a pipeline.
#[derive(Debug)]
pub struct Blocks {
    full: SyncSender<Block>,
    empty: Receiver<Block>,
}

impl Blocks {
    /// An empty block, as soon as there is one.
    pub(super) fn empty(&self) -> io::Result<Block> {
        self.empty.recv().map_err(|_| ErrorKind::BrokenPipe.into())
    }

    /// Sends a block on its way.
    pub(super) fn send(&self, full: Block) -> io::Result<()> {
        self.full.send(full).map_err(|_| ErrorKind::BrokenPipe.into())
    }
}

/// Fills blocks with whatever is written to it, and sends each on its way when it is full, the last at a flush.
///
/// Its errors only say that the blocks' writer has ended; [`write_behind`] returns the sink's own in their place.
#[derive(Debug)]
pub struct BlockWriter {
    blocks: Blocks,
    block: Block,
}

impl BlockWriter {
    /// Begins with an empty block.
    ///
    /// # Errors
    /// Those of the blocks' writer.
    pub fn new(blocks: Blocks) -> io::Result<Self> {
        Ok(Self { block: blocks.empty()?, blocks })
    }
}

impl Write for BlockWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.block.length == Block::CAPACITY {
            self.flush()?;
        }
        let mut room = &mut self.block.bytes[self.block.length..];
        let written = room.write(bytes)?;
        self.block.length += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let filled = std::mem::replace(&mut self.block, self.blocks.empty()?);
        self.blocks.send(filled)
    }
}

/// Lets `fill` fill blocks and writes them to `sink`, each while the next is being filled.
///
/// # Errors
/// The sink's, or else those of `fill`.
pub fn write_behind<T>(sink: impl Write + Send, fill: impl FnOnce(Blocks) -> io::Result<T>) -> io::Result<T> {
    thread::scope(|scope| {
        let (filled, coming) = mpsc::sync_channel(Block::COUNT);
        let (emptied, empty) = mpsc::sync_channel(Block::COUNT);
        let writer = scope.spawn(move || {
            for _ in 0..Block::COUNT {
                let _ = emptied.send(Block::new());
            }
            write(sink, coming, &emptied)
        });
        let result = fill(Blocks { full: filled, empty });
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.and(result)
    })
}

fn write(mut sink: impl Write, coming: Receiver<Block>, emptied: &SyncSender<Block>) -> io::Result<()> {
    for mut block in coming {
        sink.write_all(&block.bytes[..block.length])?;
        block.length = 0;
        // Nobody may be left who wants it: that was the last block.
        let _ = emptied.send(block);
    }
    sink.flush()
}
