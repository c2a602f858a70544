//! An observer that counts the steps of a search.

use std::convert::Infallible;

use super::{Node, Observer, Update};
use crate::game::Value;

/// Counts the steps of a search. If several searches use the same counts, their steps are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of searched nodes, including the root and the leaves. A position after a pass counts as a node.
    pub nodes: u64,
    pub leaves: u64,
    /// The number of nodes with alpha >= beta, including cut-offs at the last child, which save nothing.
    pub cut_offs: u64,
}

impl Counts {
    /// The number of log rows that a search with these counts has. Each node has one row when it is entered or
    /// evaluated. Each node except the root also adds one row of its parent.
    pub const fn rows(&self) -> u64 {
        (2 * self.nodes).saturating_sub(1)
    }
}

impl<M, W> Observer<M, W> for Counts {
    type Error = Infallible;

    #[inline]
    fn leaf(&mut self, _: Node<M>, _: Value, _: W) -> Result<(), Infallible> {
        self.nodes += 1;
        self.leaves += 1;
        Ok(())
    }

    #[inline]
    fn enter(&mut self, _: Node<M>, _: Value, _: W) -> Result<(), Infallible> {
        self.nodes += 1;
        Ok(())
    }

    #[inline]
    fn update(&mut self, _: Node<M>, update: Update<M, W>) -> Result<(), Infallible> {
        self.cut_offs += u64::from(update.cut);
        Ok(())
    }
}
