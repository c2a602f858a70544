//! The window of a search: what minimax and alpha-beta differ in.

use crate::game::Value;
use reversi_io::names::names;

/// The bounds between which a value still matters.
pub trait Window: Copy + Send + Sync {
    /// True if it can close. Where it never does, the search goes to every node, and a subtree is the same whatever has
    /// been found outside it.
    const PRUNES: bool;

    /// The window after max has found a child of this value: alpha rises to it, never falls.
    fn raise(self, value: Value) -> Self;

    /// The window after min has found a child of this value: beta falls to it, never rises.
    fn lower(self, value: Value) -> Self;

    /// True if nothing lies between the bounds any more: alpha >= beta.
    fn is_closed(self) -> bool;

    /// The bounds; none for a window that holds nothing.
    fn bounds(self) -> Option<AlphaBeta>;
}

/// The window of minimax: always the full window.
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
    /// The value that max has secured on the way to this node.
    pub alpha: Value,
    /// The value that min has secured on the way to this node.
    pub beta: Value,
}

impl AlphaBeta {
    /// The window from minus to plus infinity, from which a search of a whole tree starts.
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

/// The window of a trial: one that closes only where alpha exceeds beta, and not where they are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrictAlphaBeta(pub AlphaBeta);

impl Window for StrictAlphaBeta {
    const PRUNES: bool = true;

    fn raise(self, value: Value) -> Self {
        Self(self.0.raise(value))
    }

    fn lower(self, value: Value) -> Self {
        Self(self.0.lower(value))
    }

    fn is_closed(self) -> bool {
        self.0.alpha > self.0.beta
    }

    fn bounds(self) -> Option<AlphaBeta> {
        Some(self.0)
    }
}

names! {
    /// The two ways to search a tree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Algorithm {
        /// Every node: a search with the window [`NoWindow`].
        Minimax => "minimax",
        /// The nodes that can still matter: a search with the window [`AlphaBeta::FULL`].
        AlphaBeta => "alphabeta",
    }
}
