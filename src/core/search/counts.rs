//! An observer that counts.

use std::convert::Infallible;

use super::{Node, Observer, Update};
use crate::game::Value;

/// Counts the steps of a search. Used for a second search, it goes on from the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The nodes searched, root and leaves included; a pass is a node like any other.
    pub nodes: u64,
    pub leaves: u64,
    /// The nodes whose window closed, also those where it closed at the last child and spared nothing.
    pub cut_offs: u64,
}

impl Counts {
    /// The rows of the log of one search: a node has one as it is entered or evaluated, and then its parent has one,
    /// except that of the root.
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
