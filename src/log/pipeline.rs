//! Blocks of text on their way out: a thread of its own writes one while the next is being filled.

use std::{
    io::{self, ErrorKind, Write},
    mem,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
};

use crate::threads;

/// Bytes of which the first `length` are filled. The default has no room at all, in place of one that has been sent.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) bytes: Box<[u8]>,
    pub(super) length: usize,
    /// Where it goes once it has been written, to be filled again.
    pool: Option<Sender<Block>>,
}

impl Block {
    /// Large enough that handing a block over costs nothing, small enough that a few of them stay in the cache.
    pub(super) const CAPACITY: usize = 1 << 18;

    fn new(pool: Sender<Self>) -> Self {
        Self { bytes: vec![0; Self::CAPACITY].into(), length: 0, pool: Some(pool) }
    }

    /// Sends it back where it came from.
    fn recycle(mut self) {
        self.length = 0;
        if let Some(pool) = self.pool.clone() {
            // Nobody may be left who wants it: that was the last block.
            let _ = pool.send(self);
        }
    }
}

/// The filling end of a pipeline.
pub struct BlockPool {
    /// Sends a full one on its way; `false` where nobody wants it any more.
    send: Box<dyn Fn(Block) -> bool + Send>,
    empty: Receiver<Block>,
    /// How many more blocks may be made, and the pool they go back to; none once there are enough.
    more: Option<(usize, Sender<Block>)>,
}

impl BlockPool {
    /// One that is written, one that is filled, and two for when either is late.
    const FEW: usize = 4;

    /// The filling end of a pipeline with at most `count` blocks, and at least one, on their way at any time. `send` sends
    /// a full one on its way, and returns whether anybody wanted it.
    pub(super) fn new(count: usize, send: impl Fn(Block) -> bool + Send + 'static) -> Self {
        let (pool, empty) = mpsc::channel();
        Self { send: Box::new(send), empty, more: Some((count, pool)) }
    }

    /// An empty block, as soon as there is one. Whoever waits for it holds no other, or would not be told that none comes.
    pub(super) fn empty(&mut self) -> io::Result<Block> {
        if let Ok(block) = self.empty.try_recv() {
            return Ok(block);
        }
        match self.more.take() {
            Some((count, pool)) => {
                let block = Block::new(pool.clone());
                self.more = (count > 1).then_some((count - 1, pool));
                Ok(block)
            }
            None => self.empty.recv().map_err(|_| ErrorKind::BrokenPipe.into()),
        }
    }

    /// Sends a block on its way.
    pub(super) fn send(&self, full: Block) -> io::Result<()> {
        if (self.send)(full) { Ok(()) } else { Err(ErrorKind::BrokenPipe.into()) }
    }
}

/// Fills blocks with whatever is written to it, and sends each on its way when it is full, the last at a flush.
///
/// Its errors only say that the blocks' writer has ended; [`write_behind`] returns the sink's own in their place.
pub struct BlockWriter {
    blocks: BlockPool,
    block: Block,
}

impl BlockWriter {
    /// Begins with an empty block.
    ///
    /// # Errors
    /// Those of the blocks' writer.
    pub fn new(mut blocks: BlockPool) -> io::Result<Self> {
        Ok(Self { block: blocks.empty()?, blocks })
    }
}

impl Write for BlockWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.block.length == self.block.bytes.len() {
            self.flush()?;
        }
        let mut room = &mut self.block.bytes[self.block.length..];
        let written = room.write(bytes)?;
        self.block.length += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.blocks.send(mem::take(&mut self.block))?;
        self.block = self.blocks.empty()?;
        Ok(())
    }
}

/// Lets `fill` fill blocks and writes them to `sink`, each while the next is being filled.
///
/// # Errors
/// The sink's, or else those of `fill`.
pub fn write_behind<T>(sink: impl Write + Send, fill: impl FnOnce(BlockPool) -> io::Result<T>) -> io::Result<T> {
    thread::scope(|scope| {
        let (filled, coming) = mpsc::channel();
        let has_failed = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&has_failed);
        let writer = threads::start(scope, move || write(sink, coming, &has_failed))?;
        let send = move |block| !is_over.load(Ordering::Relaxed) && filled.send(block).is_ok();
        let result = fill(BlockPool::new(BlockPool::FEW, send));
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.and(result)
    })
}

/// After an error, blocks still go back where they came from: whoever fills them may be waiting for one, and is told of the
/// error with the next that is sent.
fn write(mut sink: impl Write, coming: Receiver<Block>, has_failed: &AtomicBool) -> io::Result<()> {
    let mut result = Ok(());
    for block in coming {
        if result.is_ok() {
            result = sink.write_all(&block.bytes[..block.length]);
            has_failed.store(result.is_err(), Ordering::Relaxed);
        }
        block.recycle();
    }
    result.and_then(|()| sink.flush())
}
