//! The observer that keeps what became of every node of a tree.

use std::convert::Infallible;

use crate::{
    game::Value,
    games::tree::{NodeId, Tree},
    search::{Node, Observer, Update},
};

/// What a search did, node by node.
#[derive(Clone, Debug)]
pub struct Trace<W>(Vec<Option<NodeTrace<W>>>);

/// What a search found at a node that it came to.
#[derive(Clone, Copy, Debug)]
pub enum NodeTrace<W> {
    /// A leaf.
    Leaf {
        /// Its number.
        value: Value,
    },
    /// An inner node.
    Inner {
        /// Its value, from the children searched.
        value: Value,
        /// The bounds it held when it returned. A node that returns early has not updated them any more: AIMA's
        /// figure 5.7 tests the value before it does.
        window: W,
        /// Whether it returned early.
        cut: bool,
    },
}

impl<W: Copy> Trace<W> {
    /// Nothing yet of a tree.
    pub fn new(tree: &Tree) -> Self {
        Self(vec![None; tree.len()])
    }

    /// What was found at a node; `None` where the search never came.
    pub fn at(&self, node: NodeId) -> Option<NodeTrace<W>> {
        self.0[node.index()]
    }

    fn note(&mut self, node: Node<NodeId>, visit: NodeTrace<W>) {
        self.0[node.reached_by.unwrap_or(NodeId::ROOT).index()] = Some(visit);
    }
}

impl<W: Copy> Observer<NodeId, W> for Trace<W> {
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
