//! An observer that keeps the line of best play.

use std::convert::Infallible;

use super::{Node, Observer, Update};
use crate::game::{Depth, Value};

/// Keeps the line of best play (principal variation): from the root on, the first best move of each node.
///
/// Alpha-beta from the full window keeps the same line as minimax, and the same line as a new search at every step. A
/// node on the line was strictly better for its parent than all before it, so its value lies strictly inside its
/// window. There alpha-beta finds the exact value and the first move with it.
#[derive(Clone, Debug, Default)]
pub struct PrincipalVariation<M> {
    /// For each ply, the line of the latest node there (the triangular table of chess programs).
    from: Vec<Vec<M>>,
}

impl<M> PrincipalVariation<M> {
    /// An observer without a line yet.
    pub const fn new() -> Self {
        Self { from: Vec::new() }
    }

    /// The moves, passes included, from the root of the latest search to a leaf; none if the root was a leaf.
    pub fn moves(&self) -> &[M] {
        self.from.first().map_or(&[], Vec::as_slice)
    }

    /// Clears the line of a node at `ply`.
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
