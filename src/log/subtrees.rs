//! One search divided among threads, each of which sees some of the subtrees.
//!
//! A minimax subtree is the same whatever has been found outside it. So each thread searches one subtree in turn, as many
//! as there are threads, and one more search, of what is above, gets their values from the threads.

use std::{num::NonZero, thread};

use super::Columns;
use crate::{
    game::{Depth, Value},
    games::reversi::Rules,
    search::{Node, Observer, Update},
};

/// The plies of a subtree: enough that handing over its text costs nothing beside the search, few enough that most of the
/// text fits into the blocks of a thread, so that all threads are at work most of the time.
const PLIES: u32 = 5;

/// More threads than these are not needed: they search faster than anything can be written.
const THREADS: usize = 4;

/// How a search is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    pub(super) threads: usize,
    /// Where the roots of the subtrees are.
    root_ply: Depth,
}

impl Division {
    /// The division of a search of a game to `depth` with windows `W`; `None` where it is not worth it or not possible.
    pub(super) fn of<W: Columns>(game: &impl Rules, depth: Depth) -> Option<Self> {
        let root_ply = depth.plies().min(game.plies_left()).saturating_sub(PLIES);
        if root_ply < 2 || !W::ALWAYS_OPEN {
            return None;
        }
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(THREADS);
        (threads > 1).then_some(Self { threads, root_ply: Depth::new(root_ply) })
    }

    /// What thread `number`, from 0, has the observer of its subtrees see.
    pub(super) fn part<O>(self, number: usize, observer: O) -> Part<O> {
        Part { observer, division: self, others: number, is_own: false }
    }

    /// What the search above the subtrees has its observer see. `value` tells the value of each subtree in turn, and has
    /// the observer make up for its steps; it is given the number of the thread that has searched it.
    pub(super) fn whole<O, F>(self, observer: O, value: F) -> Whole<O, F> {
        Whole { observer, division: self, value, next: 0 }
    }
}

/// Observes subtrees that are searched one after the other.
pub(super) trait SubtreeObserver<M, W>: Observer<M, W> {
    /// The subtree seen last is complete, and this is its value.
    fn end_subtree(&mut self, value: Value) -> Result<(), Self::Error>;
}

/// Shows an observer the subtrees of one thread.
#[derive(Debug)]
pub(super) struct Part<O> {
    pub(super) observer: O,
    division: Division,
    /// How many subtrees of other threads come before the next of this one.
    others: usize,
    /// Whether the latest subtree is one of this thread.
    is_own: bool,
}

impl<M: Copy, W: Copy, O: SubtreeObserver<M, W>> Observer<M, W> for Part<O> {
    type Error = O::Error;

    fn known(&mut self, node: Node<M>) -> Result<Option<Value>, O::Error> {
        if node.ply != self.division.root_ply {
            return Ok(None);
        }
        self.is_own = self.others == 0;
        self.others = self.others.checked_sub(1).unwrap_or(self.division.threads - 1);
        // What others find, and what becomes of it above, does not matter here.
        Ok((!self.is_own).then_some(Value::new(0)))
    }

    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), O::Error> {
        if node.ply < self.division.root_ply { Ok(()) } else { self.observer.leaf(node, value, window) }
    }

    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), O::Error> {
        if node.ply < self.division.root_ply { Ok(()) } else { self.observer.enter(node, value, window) }
    }

    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), O::Error> {
        if node.ply >= self.division.root_ply {
            self.observer.update(node, update)
        } else if self.is_own && node.ply.deeper() == self.division.root_ply {
            self.observer.end_subtree(update.child_value)
        } else {
            Ok(())
        }
    }

    /// Nodes next to the last ply lie in subtrees, and those of other threads are not searched.
    #[inline]
    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> Result<impl Observer<M, W, Error = O::Error>, O::Error> {
        self.observer.enter_last_ply(node, value, window)
    }
}

/// Shows an observer what is above the subtrees.
#[derive(Debug)]
pub(super) struct Whole<O, F> {
    pub(super) observer: O,
    division: Division,
    value: F,
    /// The thread of the next subtree.
    next: usize,
}

impl<M, W, O, F> Observer<M, W> for Whole<O, F>
where
    O: Observer<M, W>,
    F: FnMut(&mut O, usize) -> Result<Value, O::Error>,
{
    type Error = O::Error;

    fn known(&mut self, node: Node<M>) -> Result<Option<Value>, O::Error> {
        if node.ply != self.division.root_ply {
            return Ok(None);
        }
        let number = self.next;
        self.next = (number + 1) % self.division.threads;
        (self.value)(&mut self.observer, number).map(Some)
    }

    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), O::Error> {
        self.observer.leaf(node, value, window)
    }

    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), O::Error> {
        self.observer.enter(node, value, window)
    }

    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), O::Error> {
        self.observer.update(node, update)
    }
}
