//! Observers, which receive each step of a search.

use std::convert::Infallible;

use crate::game::{Depth, Value};

/// A node of the search: the move that leads to the node, and its ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<M> {
    /// The move that leads to this node; `None` at the root.
    pub reached_by: Option<M>,
    pub ply: Depth,
}

impl<M> Node<M> {
    pub const ROOT: Self = Self { reached_by: None, ply: Depth::ZERO };

    /// The child node after a move.
    #[inline]
    pub const fn child(&self, played: M) -> Self
    where
        M: Copy,
    {
        Self { reached_by: Some(played), ply: self.ply.deeper() }
    }
}

/// The change of a node after one of its children was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update<M, W> {
    pub child: M,
    pub child_value: Value,
    /// The parent's value after this child.
    pub value: Value,
    /// True if this child is strictly better than all earlier children.
    pub improved: bool,
    /// The parent's window before this child.
    pub before: W,
    pub after: W,
    /// True if alpha >= beta after this child: a cut-off, so this child is the last.
    pub cut: bool,
}

/// Receives every step of a search, but cannot change the search.
///
/// For each leaf, the search calls [`leaf`](Observer::leaf) once. For each inner node, the search calls
/// [`enter`](Observer::enter) first. For each child in search order, the calls for the child's subtree follow, and then
/// one [`update`](Observer::update) of the node. After an update in which `cut` is true, there are no further children.
/// After the root is complete, the search calls [`finish`](Observer::finish). An error from the observer ends the
/// search at once and becomes the result.
pub trait Observer<M, W> {
    /// The type of the observer's error; [`Infallible`] if the observer only counts.
    type Error;

    /// Receives a leaf, the leaf's evaluation, and its window.
    #[inline]
    fn leaf(&mut self, _: Node<M>, _: Value, _: W) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Receives an inner node before its first child, with the node's start value.
    #[inline]
    fn enter(&mut self, _: Node<M>, _: Value, _: W) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Receives an inner node after one of its children was searched.
    #[inline]
    fn update(&mut self, _: Node<M>, _: Update<M, W>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Receives the end of a search without an error.
    fn finish(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl<M, W> Observer<M, W> for () {
    type Error = Infallible;
}

/// Two observers of one search, both of which receive all steps. The second observer cannot return an error.
impl<M: Copy, W: Copy, A, B> Observer<M, W> for (&mut A, &mut B)
where
    A: Observer<M, W>,
    B: Observer<M, W, Error = Infallible>,
{
    type Error = A::Error;

    #[inline]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), A::Error> {
        let Ok(()) = self.1.leaf(node, value, window);
        self.0.leaf(node, value, window)
    }

    #[inline]
    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), A::Error> {
        let Ok(()) = self.1.enter(node, value, window);
        self.0.enter(node, value, window)
    }

    #[inline]
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), A::Error> {
        let Ok(()) = self.1.update(node, update);
        self.0.update(node, update)
    }

    fn finish(&mut self) -> Result<(), A::Error> {
        let Ok(()) = self.1.finish();
        self.0.finish()
    }
}
