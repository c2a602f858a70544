//! The window of a search: what minimax and alpha-beta differ in.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::game::Value;

/// The bounds between which a value still matters.
pub trait Window: Copy {
    /// Whether it can close. Where it never does, the search goes to every node, and a subtree is the same whatever has
    /// been found outside it.
    const PRUNES: bool;

    /// The window after max has found a child of this value: alpha rises to it, never falls.
    #[must_use]
    fn raise(self, value: Value) -> Self;

    /// The window after min has found a child of this value: beta falls to it, never rises.
    #[must_use]
    fn lower(self, value: Value) -> Self;

    /// Whether nothing lies between the bounds any more: alpha >= beta.
    fn is_closed(self) -> bool;

    /// The bounds; none for a window that holds nothing.
    fn bounds(self) -> Option<AlphaBeta>;
}

/// The window of minimax: always open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Open;

impl Window for Open {
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

/// The two ways to search a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Every node: a search with the window [`Open`].
    Minimax,
    /// The nodes that can still matter: a search with the window [`AlphaBeta::FULL`].
    AlphaBeta,
}

impl Algorithm {
    /// Both, in the order in which courses teach them.
    pub const ALL: [Self; 2] = [Self::Minimax, Self::AlphaBeta];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alphabeta",
        }
    }
}

/// `minimax` or `alphabeta`.
impl fmt::Display for Algorithm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A text that names no algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected minimax or alphabeta")]
pub struct ParseAlgorithmError;

impl FromStr for Algorithm {
    type Err = ParseAlgorithmError;

    fn from_str(name: &str) -> Result<Self, ParseAlgorithmError> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or(ParseAlgorithmError)
    }
}
