//! Observers, which see a search step by step.

use std::convert::Infallible;

use crate::game::{Depth, Value};

/// A node of the search: the move to it and its ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<M> {
    /// The move that leads to this node; `None` at the root.
    pub reached_by: Option<M>,
    pub ply: Depth,
}

impl<M> Node<M> {
    pub const ROOT: Self = Self { reached_by: None, ply: Depth::ZERO };

    /// The child that a move leads to.
    #[inline]
    pub const fn child(&self, played: M) -> Self
    where
        M: Copy,
    {
        Self { reached_by: Some(played), ply: self.ply.deeper() }
    }
}

/// The change of a node after the search of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update<M, W> {
    /// The move that leads to the child.
    pub child: M,
    pub child_value: Value,
    /// The parent's value after this child.
    pub value: Value,
    /// True if this child is strictly better than all before it.
    pub improved: bool,
    /// The parent's window before this child.
    pub before: W,
    pub after: W,
    /// True if the window has closed, so that this child is the last: a cut-off.
    pub cut: bool,
}

/// Sees every step of a search, and cannot change the search.
///
/// For a leaf the search calls [`leaf`](Observer::leaf) once. For an inner node it calls [`enter`](Observer::enter).
/// Then, for each child in the order of the moves, it makes all calls of the child's subtree and one
/// [`update`](Observer::update) of the node. After an update with `cut` there are no further children. After the root
/// the search calls [`finish`](Observer::finish). An error ends the search at once and becomes its result.
pub trait Observer<M, W> {
    /// [`Infallible`] for an observer that only counts.
    type Error;

    /// A leaf, its evaluation, and its window.
    #[inline]
    fn leaf(&mut self, _: Node<M>, _: Value, _: W) -> Result<(), Self::Error> {
        Ok(())
    }

    /// An inner node before its first child, with its start value.
    #[inline]
    fn enter(&mut self, _: Node<M>, _: Value, _: W) -> Result<(), Self::Error> {
        Ok(())
    }

    /// An inner node after a child.
    #[inline]
    fn update(&mut self, _: Node<M>, _: Update<M, W>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Enters an inner node whose children all lie at the depth limit. Returns the observer of these children and of
    /// the node's updates, which are nearly all steps of a search. The default is this observer. An observer for a
    /// single node can keep its state in registers instead of memory.
    #[inline]
    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> Result<impl Observer<M, W, Error = Self::Error>, Self::Error>
    where
        Self: Sized,
    {
        self.enter(node, value, window)?;
        Ok(self)
    }

    /// The search has ended without an error.
    fn finish(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl<M, W> Observer<M, W> for () {
    type Error = Infallible;
}

/// Two observers of one search; both see all of it. The second cannot fail.
impl<M: Copy, W: Copy, A, B> Observer<M, W> for (A, B)
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

/// A borrowed observer, which can be used again after the search.
impl<M, W, O: Observer<M, W>> Observer<M, W> for &mut O {
    type Error = O::Error;

    #[inline]
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), O::Error> {
        (**self).leaf(node, value, window)
    }

    #[inline]
    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), O::Error> {
        (**self).enter(node, value, window)
    }

    #[inline]
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), O::Error> {
        (**self).update(node, update)
    }

    #[inline]
    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> Result<impl Observer<M, W, Error = O::Error>, O::Error> {
        (**self).enter_last_ply(node, value, window)
    }

    fn finish(&mut self) -> Result<(), O::Error> {
        (**self).finish()
    }
}
