//! Searches a tree and keeps the trace of the search at each node.

use std::convert::Infallible;

use anyhow::Result;

use reversi_core::{
    game::{Depth, Turn, Value},
    games::tree::{LeafValues, NodeId, Tree, TreeGame},
    search::{Node, Observer, Outcome, Search, Update, Window, stack},
};

/// The result of a search, with the trace.
#[derive(Debug)]
pub struct Searched<'a, W> {
    pub tree: &'a Tree<'a>,
    pub outcome: Outcome<NodeId>,
    trace: Trace<W>,
    turn: Turn,
}

#[derive(Debug)]
struct Trace<W>(Vec<Option<NodeTrace<W>>>);

/// The result of a search at a node.
#[derive(Clone, Copy, Debug)]
pub enum NodeTrace<W> {
    Leaf {
        value: Value,
    },
    Inner {
        /// The value from the searched children.
        value: Value,
        /// The bounds when the search left the node. A cut-off does not update the bounds: AIMA's figure 5.7 tests the
        /// value first.
        window: W,
        cut: bool,
    },
}

impl<'a, W: Window> Searched<'a, W> {
    /// Searches a tree of at most [`stack::DEEPEST`] levels down to its leaves.
    pub fn new(tree: &'a Tree, turn: Turn, window: W) -> Result<Self> {
        let mut trace = Trace(vec![None; tree.len()]);
        let root = TreeGame::root(tree, turn);
        let search = Search { root, depth: Depth::UNLIMITED, window, evaluation: &LeafValues };
        let Ok(outcome) = stack::with_deep_stack(|| search.run(&mut trace))?;
        Ok(Self { tree, outcome, trace, turn })
    }

    /// The trace of a node; `None` if the search did not reach the node.
    pub fn at(&self, node: NodeId) -> Option<NodeTrace<W>> {
        self.trace.0[node.index()]
    }

    /// The player to move at a level below the root.
    pub const fn turn_at(&self, level: usize) -> Turn {
        if level.is_multiple_of(2) { self.turn } else { self.turn.opponent() }
    }
}

impl<W> Trace<W> {
    fn note(&mut self, node: Node<NodeId>, visit: NodeTrace<W>) {
        self.0[node.reached_by.unwrap_or(NodeId::ROOT).index()] = Some(visit);
    }
}

impl<W> Observer<NodeId, W> for Trace<W> {
    type Error = Infallible;

    fn leaf(&mut self, node: Node<NodeId>, value: Value, _: W) -> Result<(), Infallible> {
        self.note(node, NodeTrace::Leaf { value });
        Ok(())
    }

    fn update(&mut self, node: Node<NodeId>, update: Update<NodeId, W>) -> Result<(), Infallible> {
        let Update { value, before, after, cut, .. } = update;
        let window = if cut { before } else { after };
        self.note(node, NodeTrace::Inner { value, window, cut });
        Ok(())
    }
}
