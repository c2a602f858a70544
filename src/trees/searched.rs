//! A tree and everything that a search made of it.

use std::convert::Infallible;

use anyhow::Result;

use super::Trace;
use crate::{
    game::{Depth, Turn},
    games::tree::{LeafValues, NodeId, Position, Tree},
    search::stack,
    search::{Counts, Outcome, Search, Window},
};

/// A search that has been made.
#[derive(Debug)]
pub struct Searched<'a, W> {
    /// The tree.
    pub tree: &'a Tree<'a>,
    /// What became of every node.
    pub trace: Trace<W>,
    /// What was counted.
    pub counts: Counts,
    /// The value of the root, and its first best child.
    pub outcome: Outcome<NodeId>,
    turn: Turn,
}

impl<'a, W: Window + Send + Sync> Searched<'a, W> {
    /// Searches a tree of at most [`stack::DEEPEST`] levels down to its leaves.
    ///
    /// # Errors
    /// A system that has no room for it.
    pub fn new(tree: &'a Tree, turn: Turn, window: W) -> Result<Self> {
        let mut observer = (Trace::new(tree), Counts::default());
        let root = Position::root(tree, turn);
        let outcome: Result<_, Infallible> = stack::with_deep_stack(|| {
            Search { root, depth: Depth::UNLIMITED, window, evaluation: &LeafValues }.run(&mut observer)
        })?;
        let (Ok(outcome), (trace, counts)) = (outcome, observer);
        Ok(Self { tree, trace, counts, outcome, turn })
    }
}

impl<W> Searched<'_, W> {
    /// The player to move at a level below the root.
    pub const fn turn_at(&self, level: usize) -> Turn {
        if level.is_multiple_of(2) { self.turn } else { self.turn.opponent() }
    }
}
