//! Finds captures by the fastest code for this processor: vectors of x86-64, or else the code of [`lines`].
#![allow(unsafe_code)] // calls functions compiled for instructions that not every processor has

#[cfg(target_arch = "x86_64")]
use super::vector;
use super::{Bitboard, lines};

/// Calls [`lines::move_candidates`]; the result is defined only for empty squares.
#[inline(always)]
pub fn move_candidates(own: u64, other: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has these instructions.
        return unsafe { vector::move_candidates(own, other) };
    }
    lines::move_candidates(own, other)
}

/// Calls [`lines::flips`] for an empty square.
#[inline(always)]
pub fn flips(index: u8, own: u64, other: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512cd") {
        // SAFETY: the processor has these instructions.
        return unsafe { vector::flips_by_count(index, own, other) };
    } else if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has these instructions.
        return unsafe { vector::flips(index, own, other) };
    }
    lines::flips(index, own, other)
}

/// The number of discs that each move captures, by the index of the square; undefined for illegal moves.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // at most 24
pub fn flip_counts(own: u64, other: u64) -> [u8; 64] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has these instructions.
        return unsafe { vector::flip_counts(own, other) };
    }
    let mut counts = [0; 64];
    for square in Bitboard(lines::move_candidates(own, other) & !(own | other)) {
        counts[usize::from(square.index())] = lines::flips(square.index(), own, other).count_ones() as u8;
    }
    counts
}
