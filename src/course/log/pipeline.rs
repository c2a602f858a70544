//! Blocks of text on their way out: threads fill them, and one writes what they have filled, in order.

use std::{
    cell::{Cell, RefCell},
    io::{self, ErrorKind, Write},
    mem,
    sync::mpsc::{self, Receiver, Sender},
    thread::Scope,
};

use reversi_io::threads;

/// Text on its way out: the first `length` of the bytes. `default()` is the placeholder that `mem::take` leaves where a
/// block has been sent.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) bytes: Box<[u8]>,
    pub(super) length: usize,
    /// The pool to which the block returns once it has been written.
    pool: Option<Sender<Block>>,
}

impl Block {
    /// Large enough that handing a block over costs nothing, small enough that a few of them stay in the cache.
    pub(super) const CAPACITY: usize = 1 << 20;

    fn new(pool: Sender<Self>) -> Self {
        Self { bytes: vec![0; Self::CAPACITY].into(), length: 0, pool: Some(pool) }
    }

    /// Writes the text, and returns the empty block to its pool.
    fn write_to(mut self, sink: &mut (impl Write + ?Sized)) -> io::Result<()> {
        sink.write_all(&self.bytes[..self.length])?;
        self.length = 0;
        if let Some(pool) = self.pool.clone() {
            // The pool's receiver is gone where this was the last block: then the block is needed no more.
            let _ = pool.send(self);
        }
        Ok(())
    }
}

/// The source of a thread's empty blocks, and the way out for its filled ones.
pub struct BlockPool<'a> {
    send: Box<dyn FnMut(Block) -> io::Result<()> + 'a>,
    empty: Receiver<Block>,
    /// How many more blocks may be made, and the sender by which written blocks return; `None` once all have been made.
    more: Option<(usize, Sender<Block>)>,
}

impl<'a> BlockPool<'a> {
    /// A pool of at most `count` blocks, and at least one; `send` is given each filled block.
    fn new(count: usize, send: impl FnMut(Block) -> io::Result<()> + 'a) -> Self {
        let (pool, empty) = mpsc::channel();
        Self { send: Box::new(send), empty, more: Some((count, pool)) }
    }

    /// A block that is written to `sink` as soon as it is filled.
    pub fn written_to<S: Write + ?Sized>(sink: &'a RefCell<&mut S>) -> Self {
        Self::new(1, |block| block.write_to(&mut **sink.borrow_mut()))
    }

    /// Waits for an empty block. The caller must hold no block of this pool: a block holds a sender of the pool's channel,
    /// and only when all senders are gone does the wait end with an error.
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

    /// Sends off a filled block.
    pub(super) fn send(&mut self, full: Block) -> io::Result<()> {
        (self.send)(full)
    }
}

/// Fills blocks with the bytes that are written to it, and sends off each block when it is full or the writer is flushed.
pub struct BlockWriter<'a> {
    blocks: BlockPool<'a>,
    block: Block,
}

impl<'a> BlockWriter<'a> {
    /// Begins with an empty block.
    ///
    /// # Errors
    /// Those of the blocks' writer.
    pub fn new(mut blocks: BlockPool<'a>) -> io::Result<Self> {
        Ok(Self { block: blocks.empty()?, blocks })
    }

    /// A block with room for `bytes` more, which are no more than a block has.
    #[inline]
    pub(super) fn block_with_room(&mut self, bytes: usize) -> io::Result<&mut Block> {
        if self.block.length > Block::CAPACITY - bytes {
            self.next_block()?;
        }
        Ok(&mut self.block)
    }

    #[cold]
    #[inline(never)]
    fn next_block(&mut self) -> io::Result<()> {
        self.blocks.send(mem::take(&mut self.block))?;
        self.block = self.blocks.empty()?;
        Ok(())
    }

    /// Sends the last block, without its last `missing` bytes.
    pub(super) fn send_last(&mut self, missing: usize) -> io::Result<()> {
        self.block.length -= missing;
        self.blocks.send(mem::take(&mut self.block))
    }
}

impl Write for BlockWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.block.length == self.block.bytes.len() {
            self.next_block()?;
        }
        let mut room = &mut self.block.bytes[self.block.length..];
        let written = room.write(bytes)?;
        self.block.length += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.next_block()
    }
}

/// A message of a thread: a block of text, and, with the last block of a subtree, what the thread has found there.
struct SentBlock<T> {
    text: Block,
    found: Option<T>,
}

/// What a thread does to write its log. In a box: the start of a thread is not compiled again for each type of search.
type Work<'scope, T> = Box<dyn FnOnce(BlockPool, &Cell<Option<T>>) -> io::Result<()> + Send + 'scope>;

/// The messages of one thread, in the order of its subtrees.
pub(super) struct ThreadLog<T>(Receiver<SentBlock<T>>);

impl<T: Send> ThreadLog<T> {
    /// How many blocks a thread has.
    const BLOCKS: usize = 4;

    /// Starts a thread that does `work`, which is given blocks to fill, and a cell: what it puts into the cell goes out with
    /// the next block that it sends.
    ///
    /// # Errors
    /// No thread to be had.
    pub(super) fn start<'scope>(scope: &'scope Scope<'scope, '_>, work: Work<'scope, T>) -> io::Result<Self>
    where
        T: 'scope,
    {
        let (sender, sent) = mpsc::channel();
        threads::start(scope, move || {
            let found = Cell::new(None);
            let send_block = |text| {
                let block = SentBlock { text, found: found.take() };
                sender.send(block).map_err(|_| ErrorKind::BrokenPipe.into())
            };
            // An error means that the receiver is gone, and the rest is not wanted.
            let _ = work(BlockPool::new(Self::BLOCKS, send_block), &found);
        })?;
        Ok(Self(sent))
    }

    /// Writes the text of the next subtree, and returns what was found there.
    pub(super) fn write_next(&self, sink: &mut (impl Write + ?Sized)) -> io::Result<T> {
        loop {
            // A thread that ends before its last subtree has panicked, and the end of the scope panics, too.
            let SentBlock { text, found } = self.0.recv().map_err(|_| ErrorKind::BrokenPipe)?;
            text.write_to(sink)?;
            if let Some(found) = found {
                return Ok(found);
            }
        }
    }
}
