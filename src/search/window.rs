//! The window of a search: what minimax and alpha-beta differ in.

use crate::game::Value;

/// The bounds between which a value still matters.
pub trait Window: Copy {
    /// The window after max has found a child of this value: alpha rises to it, never falls.
    #[must_use]
    fn raise(self, value: Value) -> Self;

    /// The window after min has found a child of this value: beta falls to it, never rises.
    #[must_use]
    fn lower(self, value: Value) -> Self;

    /// Whether nothing lies between the bounds any more: alpha >= beta.
    fn is_closed(self) -> bool;
}

/// The window of minimax: always open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Open;

impl Window for Open {
    fn raise(self, _: Value) -> Self {
        self
    }

    fn lower(self, _: Value) -> Self {
        self
    }

    fn is_closed(self) -> bool {
        false
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
    fn raise(self, value: Value) -> Self {
        Self { alpha: self.alpha.max(value), ..self }
    }

    fn lower(self, value: Value) -> Self {
        Self { beta: self.beta.min(value), ..self }
    }

    fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}
