//! Captures by the fastest code that this processor has: the vectors of x86-64, or else the code of [`lines`].
#![allow(unsafe_code)] // calls functions compiled for instructions that not every processor has

use super::lines;
#[cfg(target_arch = "x86_64")]
use super::vector;

/// [`lines::move_candidates`] on the empty squares, and anything on the others.
#[inline]
pub fn move_candidates(own: u64, other: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        return unsafe { vector::move_candidates(own, other) };
    }
    lines::move_candidates(own, other)
}

/// [`lines::flips`] of an empty square.
#[inline]
pub fn flips(index: u8, own: u64, other: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        return unsafe { vector::flips(index, own, other) };
    }
    lines::flips(index, own, other)
}
