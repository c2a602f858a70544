//! Walks through a tree, each node before its children, with the names that people know the nodes by.

use std::{fmt::Write as _, ops::Range};

use super::{Kind, NodeId, Tree};

/// A walk from the root through all nodes, depth first.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    tree: &'a Tree<'a>,
    next: NodeId,
    /// The inner nodes that the walk is inside of, from the root on.
    open: Vec<Open>,
    /// The names of these and of the node that came last, each next to, or a continuation of, the one before.
    names: String,
}

#[derive(Clone, Debug)]
struct Open {
    node: NodeId,
    end: NodeId,
    /// Where its name stands in the names.
    name: Range<usize>,
    /// Its children so far.
    children: usize,
}

/// A node on a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The node.
    pub node: NodeId,
    /// Its parent; `None` for the root.
    pub parent: Option<NodeId>,
    /// Plies below the root.
    pub level: usize,
    /// Its name. A node without one is called after its place: the root `.`, its second child `.2`, the first child
    /// of a node `B` `B.1`.
    pub name: &'a str,
}

impl<'a> Walk<'a> {
    /// A walk that has not begun.
    pub const fn new(tree: &'a Tree) -> Self {
        Self { tree, next: NodeId::ROOT, open: Vec::new(), names: String::new() }
    }

    /// Goes to the next node; `None` after the last.
    pub fn step(&mut self) -> Option<Step<'_>> {
        let node = self.next;
        let entry = self.tree.nodes.get(node.0)?;
        self.next = NodeId(node.0 + 1);
        while self.open.pop_if(|open| open.end <= node).is_some() {}
        let level = self.open.len();
        let parent = self.open.last().map(|parent| parent.node);
        let name = self.name(entry.name);
        if let Kind::Inner { end } = entry.kind {
            self.open.push(Open { node, end, name: name.clone(), children: 0 });
        }
        Some(Step { node, parent, level, name: &self.names[name] })
    }

    /// Goes around all that lies below a node.
    pub fn skip_below(&mut self, node: NodeId) {
        self.next = self.tree.end(node);
    }

    /// Writes down the name of the next child of the last open node.
    fn name(&mut self, own: Option<&str>) -> Range<usize> {
        let above = self.open.last_mut().map_or(0..0, |parent| {
            parent.children += 1;
            parent.name.clone()
        });
        self.names.truncate(above.end);
        let start = match (own, self.open.last()) {
            (Some(own), _) => {
                self.names += own;
                above.end
            }
            (None, None) => {
                self.names.push('.');
                above.start
            }
            (None, Some(parent)) => {
                let dot = if self.names[above.clone()] == *"." { "" } else { "." };
                write!(self.names, "{dot}{}", parent.children).expect("a string takes everything");
                above.start
            }
        };
        start..self.names.len()
    }
}
