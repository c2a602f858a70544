//! The window of a search, whose type selects minimax or alpha-beta.

use crate::game::Value;
use reversi_io::names::names;

/// The bounds between which a value can still change the result.
pub trait Window: Copy + Send + Sync {
    /// True if the window can cause cut-offs. Without cut-offs, the search visits every node, so a subtree does not
    /// depend on values outside the subtree.
    const PRUNES: bool;

    /// The window after MAX has found a child with a value. Alpha never decreases.
    fn raise(self, value: Value) -> Self;

    /// The window after MIN has found a child with a value. Beta never increases.
    fn lower(self, value: Value) -> Self;

    fn is_closed(self) -> bool;

    /// Alpha and beta; `None` in minimax.
    fn bounds(self) -> Option<AlphaBeta>;
}

/// The window of minimax, which is always the full window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoWindow;

impl Window for NoWindow {
    const PRUNES: bool = false;

    #[inline]
    fn raise(self, _: Value) -> Self {
        self
    }

    #[inline]
    fn lower(self, _: Value) -> Self {
        self
    }

    #[inline]
    fn is_closed(self) -> bool {
        false
    }

    #[inline]
    fn bounds(self) -> Option<AlphaBeta> {
        None
    }
}

/// The window of alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBeta {
    /// The value that MAX can already reach on the path to this node.
    pub alpha: Value,
    /// The value that MIN can already reach on the path to this node.
    pub beta: Value,
}

impl AlphaBeta {
    /// The window from minus infinity to plus infinity, with which the search of a whole tree starts.
    pub const FULL: Self = Self { alpha: Value::NEGATIVE_INFINITY, beta: Value::INFINITY };
}

impl Window for AlphaBeta {
    const PRUNES: bool = true;

    #[inline]
    fn raise(self, value: Value) -> Self {
        Self { alpha: self.alpha.max(value), ..self }
    }

    #[inline]
    fn lower(self, value: Value) -> Self {
        Self { beta: self.beta.min(value), ..self }
    }

    #[inline]
    fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    #[inline]
    fn bounds(self) -> Option<AlphaBeta> {
        Some(self)
    }
}

names! {
    /// The two ways to search a tree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Algorithm {
        /// Visits every node, by a search with the window [`NoWindow`].
        Minimax => "minimax",
        /// Visits only nodes that can change the result, by a search with the window [`AlphaBeta::FULL`].
        AlphaBeta => "alphabeta",
    }
}
