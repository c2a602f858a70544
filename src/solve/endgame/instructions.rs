//! The instruction sets for which the solver is compiled. At its start, a search chooses the best available set.
//!
//! Without this module, the program could only use the common instructions of all processors. A search is generic over
//! the instruction set, so the compiler makes each function once for each set.
#![allow(unsafe_code)] // calls functions compiled for instructions that not every processor has

use std::fmt::Debug;

use reversi_core::games::reversi::lines;
#[cfg(target_arch = "x86_64")]
use reversi_core::games::reversi::vector;

/// An instruction set, and captures computed with its instructions. A value of this type proves that the processor has
/// the instructions.
pub trait Instructions: Copy + Debug + Send + Sync {
    /// Computes [`lines::move_candidates`]; the result is defined only for empty squares.
    fn move_candidates(self, own: u64, other: u64) -> u64;

    /// Computes [`lines::flips`] for an empty square.
    fn flips(self, index: u8, own: u64, other: u64) -> u64;

    /// Calls a function that is compiled for these instructions. All code that is inlined into the function may use
    /// these instructions.
    fn call<A, B, C, D, F: Function<A, B, C, D>>(self, function: F, a: A, b: B, c: C, d: D) -> F::Output;
}

/// A function that is inlined into its caller and compiled for the caller's instructions. A closure would not work,
/// because a closure cannot be forced to be inlined. The arguments are separate, so that they stay in registers.
pub trait Function<A, B, C, D> {
    type Output;

    /// Calls the function. Implementations are `#[inline(always)]`.
    fn call(self, a: A, b: B, c: C, d: D) -> Self::Output;
}

/// Calls a method of a search with four arguments, compiled for the search's instructions.
macro_rules! compiled {
    ($search:ident.$function:ident($a:ident: $A:ty, $b:ident: $B:ty, $c:ident: $C:ty, $d:ident: $D:ty) -> $output:ty) => {{
        struct Call<'c, 's, I>(&'c mut Search<'s, I>);

        impl<I: Instructions> $crate::endgame::instructions::Function<$A, $B, $C, $D> for Call<'_, '_, I> {
            type Output = $output;

            #[inline(always)]
            fn call(self, $a: $A, $b: $B, $c: $C, $d: $D) -> $output {
                self.0.$function($a, $b, $c, $d)
            }
        }

        $search.instructions.call(Call($search), $a, $b, $c, $d)
    }};
}
pub(super) use compiled;

/// The instructions that all processors have.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Instructions for Portable {
    #[inline]
    fn move_candidates(self, own: u64, other: u64) -> u64 {
        lines::move_candidates(own, other)
    }

    #[inline]
    fn flips(self, index: u8, own: u64, other: u64) -> u64 {
        lines::flips(index, own, other)
    }

    #[inline]
    fn call<A, B, C, D, F: Function<A, B, C, D>>(self, function: F, a: A, b: B, c: C, d: D) -> F::Output {
        function.call(a, b, c, d)
    }
}

/// Makes a type of [`Instructions`] from a name, its required features, and its function for captures.
#[cfg(target_arch = "x86_64")]
macro_rules! instructions {
    ($(#[$doc:meta])* $name:ident, [$($feature:tt),+], $flips:path) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl $name {
            /// Returns a proof that this processor has these instructions; `None` if an instruction is missing.
            pub fn detect() -> Option<Self> {
                ($(is_x86_feature_detected!($feature))&&+).then_some(Self(()))
            }

            $(#[target_feature(enable = $feature)])+
            fn compiled<A, B, C, D, F: Function<A, B, C, D>>(function: F, a: A, b: B, c: C, d: D) -> F::Output {
                function.call(a, b, c, d)
            }
        }

        impl Instructions for $name {
            #[inline]
            fn move_candidates(self, own: u64, other: u64) -> u64 {
                // SAFETY: a value of this type proves that the processor has the features.
                unsafe { vector::move_candidates(own, other) }
            }

            #[inline]
            fn flips(self, index: u8, own: u64, other: u64) -> u64 {
                // SAFETY: a value of this type proves that the processor has the features.
                unsafe { $flips(index, own, other) }
            }

            #[inline]
            fn call<A, B, C, D, F: Function<A, B, C, D>>(self, function: F, a: A, b: B, c: C, d: D) -> F::Output {
                // SAFETY: a value of this type proves that the processor has the features.
                unsafe { Self::compiled(function, a, b, c, d) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
instructions!(
    /// Vectors of four words, and instructions that count bits (Intel from 2013, AMD from 2015).
    Avx2,
    ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"],
    vector::flips
);

#[cfg(target_arch = "x86_64")]
instructions!(
    /// Three-way logic on vectors of four words, and counting bits in vectors (Intel from 2017, AMD from 2022).
    Avx512,
    ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt", "avx512f", "avx512vl", "avx512cd"],
    vector::flips_by_count
);

/// Evaluates an expression with the best instructions of this processor. The expression is compiled once for each
/// instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! with_best_instructions {
    ($best:ident => $computation:expr) => {
        if let Some($best) = $crate::endgame::instructions::Avx512::detect() {
            $computation
        } else if let Some($best) = $crate::endgame::instructions::Avx2::detect() {
            $computation
        } else {
            let $best = $crate::endgame::instructions::Portable;
            $computation
        }
    };
}

/// Evaluates an expression with the instructions that all processors have.
#[cfg(not(target_arch = "x86_64"))]
macro_rules! with_best_instructions {
    ($best:ident => $computation:expr) => {{
        let $best = $crate::endgame::instructions::Portable;
        $computation
    }};
}
pub(super) use with_best_instructions;
