//! Blocks of text on their way out: threads fill them, and one writes what they have filled, in order.

use std::{
    cell::{Cell, RefCell},
    io::{self, ErrorKind, Write},
    mem,
    sync::mpsc::{self, Receiver, Sender},
    thread::Scope,
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
    pub(super) const CAPACITY: usize = 1 << 20;

    fn new(pool: Sender<Self>) -> Self {
        Self { bytes: vec![0; Self::CAPACITY].into(), length: 0, pool: Some(pool) }
    }

    /// Writes what is filled, and sends it back where it came from.
    fn write_to(mut self, sink: &mut (impl Write + ?Sized)) -> io::Result<()> {
        sink.write_all(&self.bytes[..self.length])?;
        self.length = 0;
        if let Some(pool) = self.pool.clone() {
            // Nobody may be left who wants it: that was the last block.
            let _ = pool.send(self);
        }
        Ok(())
    }
}

/// Where blocks come from, empty, and where they go, filled.
pub struct BlockPool<'a> {
    send: Box<dyn FnMut(Block) -> io::Result<()> + 'a>,
    empty: Receiver<Block>,
    /// How many more blocks may be made, and the pool they go back to; none once there are enough.
    more: Option<(usize, Sender<Block>)>,
}

impl<'a> BlockPool<'a> {
    /// At most `count` blocks, and at least one, on their way at any time.
    fn new(count: usize, send: impl FnMut(Block) -> io::Result<()> + 'a) -> Self {
        let (pool, empty) = mpsc::channel();
        Self { send: Box::new(send), empty, more: Some((count, pool)) }
    }

    /// A block that is written to `sink` as soon as it is filled.
    pub fn written_to<S: Write + ?Sized>(sink: &'a RefCell<&mut S>) -> Self {
        Self::new(1, |block| block.write_to(&mut **sink.borrow_mut()))
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
    pub(super) fn send(&mut self, full: Block) -> io::Result<()> {
        (self.send)(full)
    }
}

/// Fills blocks with whatever is written to it, and sends each on its way when it is full, the last at a flush.
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
}

impl Write for BlockWriter<'_> {
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

/// What a thread sends: text, and with the end of the text of a subtree what it has found there.
struct Part<T> {
    text: Block,
    found: Option<T>,
}

/// What a thread has written and found.
pub(super) struct Parts<T>(Receiver<Part<T>>);

impl<T: Send> Parts<T> {
    /// The blocks of a thread.
    const BLOCKS: usize = 4;

    /// Starts a thread, which is given blocks to fill, and a place for what it has found: that goes with the next block.
    ///
    /// # Errors
    /// No thread to be had.
    pub(super) fn of_thread<'scope>(
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce(BlockPool, &Cell<Option<T>>) -> io::Result<()> + Send + 'scope,
    ) -> io::Result<Self>
    where
        T: 'scope,
    {
        let (sender, parts) = mpsc::channel();
        threads::start(scope, move || {
            let found = Cell::new(None);
            let send = |text| {
                let part = Part { text, found: found.take() };
                sender.send(part).map_err(|_| ErrorKind::BrokenPipe.into())
            };
            // An error means that nobody wants the rest.
            let _ = work(BlockPool::new(Self::BLOCKS, send), &found);
        })?;
        Ok(Self(parts))
    }

    /// Writes the text of the next subtree, and returns what was found there.
    pub(super) fn write_next(&self, sink: &mut (impl Write + ?Sized)) -> io::Result<T> {
        loop {
            // A thread that has ended before its time has panicked, which the end of the scope makes known.
            let Part { text, found } = self.0.recv().map_err(|_| ErrorKind::BrokenPipe)?;
            text.write_to(sink)?;
            if let Some(found) = found {
                return Ok(found);
            }
        }
    }
}
