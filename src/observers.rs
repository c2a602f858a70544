//! Observers of general use: what a search counted, and the line of best play it found.

use std::convert::Infallible;

use crate::{
    search::{Node, Observer, Update},
    value::{Depth, Value},
};

/// Counts the steps of a search. Used for a second search, it goes on from the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The nodes searched, root and leaves included; a pass is a node like any other.
    pub nodes: u64,
    /// The nodes that were evaluated.
    pub leaves: u64,
    /// The nodes whose window closed, also those where it closed at the last child and spared nothing.
    pub cut_offs: u64,
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

/// Keeps the line of best play (principal variation): from the root on, the first best move of each node.
///
/// Alpha-beta from the full window keeps the same line as minimax, and as a new search at every step: a node on
/// the line was strictly better for its parent than all before it, so its value lies strictly inside its window, where
/// alpha-beta tells the exact value and the first move that attains it.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// For each ply, the line of the latest node there (the triangular table of chess programs).
    from: Vec<Vec<M>>,
}

impl<M> Line<M> {
    /// No line yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { from: Vec::new() }
    }

    /// The moves, passes included, from the root of the latest search to a leaf; none where the root was a leaf.
    #[must_use]
    pub fn moves(&self) -> &[M] {
        self.from.first().map_or(&[], Vec::as_slice)
    }

    /// A node at `ply` that has no move yet.
    fn start(&mut self, ply: Depth) {
        let ply = ply.plies() as usize;
        match self.from.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.from.push(Vec::new()), // a node comes after its parent, so only the next ply can be new
        }
    }
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Copy, W> Observer<M, W> for Line<M> {
    type Error = Infallible;

    fn leaf(&mut self, node: Node<M>, _: Value, _: W) -> Result<(), Infallible> {
        self.start(node.ply);
        Ok(())
    }

    fn enter(&mut self, node: Node<M>, _: Value, _: W) -> Result<(), Infallible> {
        self.start(node.ply);
        Ok(())
    }

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
