//! An observer that keeps the line of best play.

use std::convert::Infallible;

use super::{Node, Observer, Update};
use crate::game::{Depth, Value};

/// Keeps the line of best play (principal variation): from the root on, the first best move of each node.
///
/// Alpha-beta with the full window finds the same line as minimax, and as new searches at every step of the line. A
/// node on the line was strictly better for its parent than earlier children, so its value is inside its window. Inside
/// the window, alpha-beta finds the exact value and the first move with this value.
#[derive(Clone, Debug, Default)]
pub struct PrincipalVariation<M> {
    /// For each ply, the line of best play from the latest node at this ply (the triangular table of chess programs).
    from: Vec<Vec<M>>,
}

impl<M> PrincipalVariation<M> {
    /// Makes an observer that has no line yet.
    pub const fn new() -> Self {
        Self { from: Vec::new() }
    }

    /// The moves of the line, including passes, from the root to a leaf; empty if the root was a leaf.
    pub fn moves(&self) -> &[M] {
        self.from.first().map_or(&[], Vec::as_slice)
    }

    #[inline]
    fn start(&mut self, ply: Depth) {
        let ply = ply.plies() as usize;
        match self.from.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.from.push(Vec::new()), // a node comes after its parent, so only the next ply can be new
        }
    }
}

impl<M: Copy, W> Observer<M, W> for PrincipalVariation<M> {
    type Error = Infallible;

    #[inline]
    fn leaf(&mut self, node: Node<M>, _: Value, _: W) -> Result<(), Infallible> {
        self.start(node.ply);
        Ok(())
    }

    #[inline]
    fn enter(&mut self, node: Node<M>, _: Value, _: W) -> Result<(), Infallible> {
        self.start(node.ply);
        Ok(())
    }

    #[inline]
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), Infallible> {
        if update.improved {
            let (parents, children) = self.from.split_at_mut(node.ply.deeper().plies() as usize);
            if let (Some(line), Some(rest)) = (parents.last_mut(), children.first()) {
                line.clear();
                line.push(update.child);
                line.extend_from_slice(rest);
            }
        }
        Ok(())
    }
}
