//! The children of a node, and nodes whose children several threads search.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use reversi_core::games::reversi::{Board, Square};

/// A child of a node before it is searched.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The square of the move that leads to the child.
    pub square: Square,
    pub board: Board,
    /// The score of the child; the search tries children with high scores first.
    pub ordering_score: i32,
}

impl Child {
    /// Sorts children by descending score; children with equal scores stay in order.
    pub fn sort(children: &mut [Self]) {
        children.sort_by_key(|child| -child.ordering_score);
    }
}

/// The best child so far, with its value.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    /// The highest value so far or, if no value exceeds alpha, the highest bound.
    pub value: i32,
    pub square: Option<Square>,
}

/// The children of a node, which threads take one by one, and the best value so far.
#[derive(Debug)]
pub struct Split<'s> {
    children: &'s [Child],
    /// The number of children that threads have taken.
    handed_out: AtomicUsize,
    /// If a child's value exceeds `alpha`, the remaining children need not be searched.
    pub alpha: i32,
    best: Mutex<Best>,
    over: AtomicBool,
    /// The split node whose subtree contains this split node.
    above: Option<&'s Split<'s>>,
}

impl<'s> Split<'s> {
    /// Makes a split node from the children that have not been searched, in order. `best` is the best child so far.
    pub const fn new(children: &'s [Child], alpha: i32, best: Best, above: Option<&'s Split<'s>>) -> Self {
        let (handed_out, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        Self { children, handed_out, alpha, best: Mutex::new(best), over, above }
    }

    /// True if the remaining children need not be searched: a value exceeds alpha in this split node or an ancestor.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.above.is_some_and(Split::is_over)
    }

    /// True if a child is left to search.
    pub fn has_work(&self) -> bool {
        self.handed_out.load(Ordering::Relaxed) < self.children.len() && !self.is_over()
    }

    /// Takes the next child to search.
    pub fn next(&self) -> Option<&Child> {
        self.children.get(self.handed_out.fetch_add(1, Ordering::Relaxed)).filter(|_| !self.is_over())
    }

    /// Records the value of a child.
    pub fn report(&self, child: Best) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if child.value > best.value {
            *best = child;
            self.over.store(best.value > self.alpha, Ordering::Relaxed);
        }
    }

    /// The best of all children.
    pub fn into_best(self) -> Best {
        self.best.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
