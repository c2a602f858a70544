//! One log written by several threads, each of which searches some of the subtrees.

use std::{
    io::{self, ErrorKind},
    num::NonZero,
    sync::mpsc::{self, Receiver},
    thread,
};

use super::{
    Columns, LogWriter,
    pipeline::{Block, Blocks},
};
use crate::{
    reversi::{DiscValues, Move, Rules},
    search::{Node, Observer, Outcome, Update, search},
    value::{Depth, Value},
};

/// The plies of a subtree: enough that handing over its text costs nothing beside the search, few enough that most of the
/// text fits into the blocks of a thread, so that all threads are at work most of the time.
const PLIES: u32 = 5;

/// The blocks of a thread: 4 MiB.
const BLOCKS: usize = 16;

/// More threads than these are not needed: they search faster than anything can be written.
const THREADS: usize = 4;

/// Searches a game and logs every step, on as many threads as there is use for. The result and the log are those of
/// [`search`].
pub(super) fn search_in_parts<R: Rules, W: Columns>(
    game: &R,
    depth: Depth,
    window: W,
    evaluation: &impl DiscValues,
    mut log: LogWriter,
) -> io::Result<Outcome<R::Move>> {
    let root_ply = depth.plies().saturating_sub(PLIES);
    // A deep search finds out how many threads there are; the others need no more than one.
    let threads = if W::SUBTREES_STAND_ALONE && root_ply > 1 { threads() } else { 1 };
    if threads == 1 {
        let outcome = search(game, depth, window, evaluation, &mut log)?;
        log.finish()?;
        return Ok(outcome);
    }
    let root_ply = Depth::new(root_ply);
    thread::scope(|scope| {
        let mut parts = Vec::new();
        for number in 0..threads {
            let (full, part) = mpsc::channel();
            let log = log.of_subtrees(Blocks::new(BLOCKS, full))?;
            let mut observer = Part { log, root_ply, threads, others: number, is_own: false };
            // An error means that nobody wants the rest.
            scope.spawn(move || search(game, depth, window, evaluation, &mut observer));
            parts.push(part);
        }
        let mut whole = Whole { log, root_ply, parts, subtrees: 0 };
        let outcome = search(game, depth, window, evaluation, &mut whole)?;
        whole.log.finish()?;
        Ok(outcome)
    })
}

fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).min(THREADS)
}

/// Logs the subtrees of one thread: one in turn, as many as there are threads.
struct Part {
    log: LogWriter,
    /// Where the roots of the subtrees are.
    root_ply: Depth,
    threads: usize,
    /// How many subtrees of other threads come before the next of this one.
    others: usize,
    /// Whether the latest subtree is one of this thread.
    is_own: bool,
}

impl<M: Copy + Into<Move>, W: Columns> Observer<M, W> for Part {
    type Error = io::Error;

    fn known(&mut self, node: Node<M>) -> io::Result<Option<Value>> {
        if node.ply != self.root_ply {
            return Ok(None);
        }
        self.is_own = self.others == 0;
        self.others = self.others.checked_sub(1).unwrap_or(self.threads - 1);
        // What others find, and what becomes of it above, does not matter here.
        Ok((!self.is_own).then_some(Value::new(0)))
    }

    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        if node.ply < self.root_ply { Ok(()) } else { self.log.leaf(node, value, window) }
    }

    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        if node.ply < self.root_ply { Ok(()) } else { self.log.enter(node, value, window) }
    }

    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> io::Result<()> {
        if node.ply >= self.root_ply {
            self.log.update(node, update)
        } else if self.is_own && node.ply.deeper() == self.root_ply {
            self.log.end_subtree(update.child_value)
        } else {
            Ok(())
        }
    }

    /// All nodes above the last ply are in subtrees.
    #[inline]
    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> io::Result<impl Observer<M, W, Error = io::Error>> {
        self.log.enter_last_ply(node, value, window)
    }
}

/// Logs what is above the subtrees, and puts those in their places.
struct Whole {
    log: LogWriter,
    /// Where the roots of the subtrees are.
    root_ply: Depth,
    /// The subtrees of each thread.
    parts: Vec<Receiver<Block>>,
    /// How many subtrees there have been.
    subtrees: usize,
}

impl<M: Copy + Into<Move>, W: Columns> Observer<M, W> for Whole {
    type Error = io::Error;

    fn known(&mut self, node: Node<M>) -> io::Result<Option<Value>> {
        if node.ply != self.root_ply {
            return Ok(None);
        }
        let part = &self.parts[self.subtrees % self.parts.len()];
        self.subtrees += 1;
        loop {
            // A thread that has ended before its time has panicked, which the end of the scope makes known.
            let mut block = part.recv().map_err(|_| ErrorKind::BrokenPipe)?;
            let value = block.ends_subtree.take();
            self.log.continue_behind(block)?;
            if value.is_some() {
                return Ok(value);
            }
        }
    }

    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.log.leaf(node, value, window)
    }

    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> io::Result<()> {
        self.log.enter(node, value, window)
    }

    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> io::Result<()> {
        self.log.update(node, update)
    }
}
