//! The instruction sets that moves are generated with: a type each, chosen once, at the entry of a search.
//!
//! A program built for every processor of a family may use only what all of them have. The type of a
//! [`Position`](super::Position) names the instructions it may use beyond those; everything that is generic over the
//! position, the search included, is compiled once for each.

use std::{fmt::Debug, hash::Hash};

use super::lines;
use crate::game::Function;

/// The instructions of a processor, and moves generated with them; unless a type says otherwise, with those that every
/// processor has. A value of such a type is the proof that the processor has them.
pub trait Instructions: Copy + Debug + Eq + Hash + Send + Sync {
    /// The squares, taken or not, that end a line of the `other` discs which begins next to one of the `own` discs:
    /// the result of [`lines::move_candidates`] on the empty squares, and anything on the others.
    #[inline]
    fn move_candidates(self, own: u64, other: u64) -> u64 {
        lines::move_candidates(own, other)
    }

    /// The `other` discs captured by an `own` disc on the empty square of index `index`: the result of
    /// [`lines::flips`].
    #[inline]
    fn flips(self, index: u8, own: u64, other: u64) -> u64 {
        lines::flips(index, own, other)
    }

    /// How many `other` discs an `own` disc captures on each empty square: the result of [`lines::flip_counts`] on the
    /// empty squares, and anything on the others.
    #[inline]
    fn flip_counts(self, own: u64, other: u64) -> [u8; 64] {
        lines::flip_counts(own, other)
    }

    /// The opponent's [`move_candidates`](Instructions::move_candidates) after an `own` disc on the empty square of index
    /// `index`.
    #[inline]
    fn reply_candidates(self, index: u8, own: u64, other: u64) -> u64 {
        let flips = self.flips(index, own, other);
        self.move_candidates(other ^ flips, own ^ flips ^ 1 << (index & 63))
    }

    /// Calls a function compiled for these instructions, which all may use that is inlined into it.
    #[inline]
    fn call<A, B, C, D, F: Function<A, B, C, D>>(self, function: F, a: A, b: B, c: C, d: D) -> F::Output {
        function.call(a, b, c, d)
    }
}

/// What every processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Portable;

impl Instructions for Portable {}

/// Computes an expression with the best [`Instructions`](crate::games::reversi::Instructions) of this processor; it is
/// compiled once for each: `with_best_instructions!(best => perft(&Pass(position.with(best)), 12))`.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! with_best_instructions {
    ($best:ident => $computation:expr) => {
        if let Some($best) = $crate::games::reversi::Avx512::detect() {
            $computation
        } else if let Some($best) = $crate::games::reversi::Avx2::detect() {
            $computation
        } else {
            let $best = $crate::games::reversi::Portable;
            $computation
        }
    };
}

/// Computes an expression with the best [`Instructions`](crate::games::reversi::Instructions) of this processor: those
/// that every processor has.
#[cfg(not(target_arch = "x86_64"))]
#[macro_export]
macro_rules! with_best_instructions {
    ($best:ident => $computation:expr) => {{
        let $best = $crate::games::reversi::Portable;
        $computation
    }};
}
