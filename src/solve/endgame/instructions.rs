//! The instruction sets that a solver is compiled for: a type each, chosen once, at the entry of a search.
//!
//! A program built for every processor of a family may use only what all of them have. A search is generic over the
//! instructions that it may use beyond those, and each of its functions is compiled once for each set.
#![allow(unsafe_code)] // calls functions compiled for instructions that not every processor has

use std::fmt::Debug;

use reversi_core::games::reversi::lines;
#[cfg(target_arch = "x86_64")]
use reversi_core::games::reversi::vector;

/// The instructions of a processor, and captures computed with them. A value of such a type is the proof that the
/// processor has them.
pub trait Instructions: Copy + Debug + Send + Sync {
    /// [`lines::move_candidates`] on the empty squares, and anything on the others.
    fn move_candidates(self, own: u64, other: u64) -> u64;

    /// [`lines::flips`] of an empty square.
    fn flips(self, index: u8, own: u64, other: u64) -> u64;

    /// Calls a function compiled for these instructions, which all may use that is inlined into it.
    fn call<A, B, C, D, F: Function<A, B, C, D>>(self, function: F, a: A, b: B, c: C, d: D) -> F::Output;
}

/// A function that is compiled for the instructions of its caller, into which it is inlined. A closure could not be told
/// to be. Arguments that are passed one by one stay in registers.
pub trait Function<A, B, C, D> {
    /// The result.
    type Output;

    /// Calls it. Implementations are `#[inline(always)]`.
    fn call(self, a: A, b: B, c: C, d: D) -> Self::Output;
}

/// Calls a method of a search, compiled for its instructions, with four arguments.
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

/// The instructions that every processor has.
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

/// Makes a type of [`Instructions`] from a name, the features that it needs, and its function for captures.
#[cfg(target_arch = "x86_64")]
macro_rules! instructions {
    ($(#[$doc:meta])* $name:ident, [$($feature:tt),+], $flips:path) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl $name {
            /// The proof that this processor has these instructions; `None` if it has not.
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
                // SAFETY: a value of this type is the proof that the processor has the features.
                unsafe { vector::move_candidates(own, other) }
            }

            #[inline]
            fn flips(self, index: u8, own: u64, other: u64) -> u64 {
                // SAFETY: a value of this type is the proof that the processor has the features.
                unsafe { $flips(index, own, other) }
            }

            #[inline]
            fn call<A, B, C, D, F: Function<A, B, C, D>>(self, function: F, a: A, b: B, c: C, d: D) -> F::Output {
                // SAFETY: a value of this type is the proof that the processor has the features.
                unsafe { Self::compiled(function, a, b, c, d) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
instructions!(
    /// Vectors of four words, and counts of bits (Intel from 2013, AMD from 2015).
    Avx2,
    ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"],
    vector::flips
);

#[cfg(target_arch = "x86_64")]
instructions!(
    /// Three-way logic on these vectors, and counts of bits within them (Intel from 2017, AMD from 2022).
    Avx512,
    ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt", "avx512f", "avx512vl", "avx512cd"],
    vector::flips_by_count
);

/// Computes an expression with the best instructions of this processor; it is compiled once for each set.
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

/// Computes an expression with the instructions that every processor has.
#[cfg(not(target_arch = "x86_64"))]
macro_rules! with_best_instructions {
    ($best:ident => $computation:expr) => {{
        let $best = $crate::endgame::instructions::Portable;
        $computation
    }};
}
pub(super) use with_best_instructions;
