//! Captures by the vector instructions of x86-64: the four axes of the board side by side in one vector.
//!
//! The square is seen from where it stands: on each ray from it, the nearest square without one of the opponent's
//! discs ends the line of captured discs, if an own disc stands there (after flip and mobility functions in Edax).
#![allow(unsafe_code)] // reads and writes vectors

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_lzcnt_epi64, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256,
    _mm256_sllv_epi64, _mm256_srav_epi64, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use super::lines::RAYS;

/// [`lines::flips`](super::lines::flips) with the axes side by side.
#[target_feature(enable = "avx2")]
#[inline]
pub fn flips(index: u8, own: u64, other: u64) -> u64 {
    let rays = &RAYS[usize::from(index & 63)];
    let (own, other) = (broadcast(own), broadcast(other));
    union(_mm256_or_si256(flips_up(load(&rays.up), own, other), flips_down(load(&rays.down), own, other)))
}

/// The same where the processor also counts leading zeros word by word.
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
#[inline]
pub fn flips_by_count(index: u8, own: u64, other: u64) -> u64 {
    let rays = &RAYS[usize::from(index & 63)];
    let (own, other) = (broadcast(own), broadcast(other));
    union(_mm256_or_si256(flips_up(load(&rays.up), own, other), flips_down_by_count(load(&rays.down), own, other)))
}

/// The distance of the next square up each axis.
#[target_feature(enable = "avx2")]
#[inline]
fn step() -> __m256i {
    _mm256_setr_epi64x(1, 8, 7, 9)
}

/// The squares that can lie between two others on each axis.
#[target_feature(enable = "avx2")]
#[inline]
fn between() -> __m256i {
    const INNER_COLUMNS: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    _mm256_setr_epi64x(INNER_COLUMNS, !0, INNER_COLUMNS, INNER_COLUMNS)
}

#[target_feature(enable = "avx2")]
#[inline]
fn double(words: __m256i) -> __m256i {
    _mm256_add_epi64(words, words)
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(words: &[u64; 4]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read, and this way of reading needs no alignment.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn broadcast(word: u64) -> __m256i {
    _mm256_set1_epi64x(word.cast_signed())
}

/// The union of the four words.
#[target_feature(enable = "avx2")]
#[inline]
fn union(words: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))).cast_unsigned()
}

/// [`lines::move_candidates`](super::lines::move_candidates) with the axes side by side.
#[target_feature(enable = "avx2")]
#[inline]
pub fn move_candidates(own: u64, other: u64) -> u64 {
    let (own, other) = (broadcast(own), broadcast(other));
    let (step, two_steps) = (step(), double(step()));
    let through = _mm256_and_si256(other, between());
    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
    }
    union(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step)))
}

/// The captured discs on rays towards higher indices.
#[target_feature(enable = "avx2")]
#[inline]
fn flips_up(ray: __m256i, own: __m256i, other: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let beyond = _mm256_andnot_si256(other, ray);
    let nearest = _mm256_and_si256(beyond, _mm256_sub_epi64(zero, beyond));
    let end = _mm256_and_si256(nearest, own);
    // The bits below the end: one less than it; and none where there is no end.
    let no_end = _mm256_cmpeq_epi64(end, zero);
    let below = _mm256_sub_epi64(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), no_end);
    _mm256_and_si256(ray, below)
}

/// The captured discs on rays towards lower indices.
#[target_feature(enable = "avx2")]
#[inline]
fn flips_down(ray: __m256i, own: __m256i, other: __m256i) -> __m256i {
    let beyond = _mm256_andnot_si256(other, ray);
    // The nearest is the highest bit, the one that has no other above it on the ray.
    let (step, two_steps, four_steps) = (step(), double(step()), double(double(step())));
    let mut farther = _mm256_srlv_epi64(beyond, step);
    farther = _mm256_or_si256(farther, _mm256_srlv_epi64(farther, step));
    farther = _mm256_or_si256(farther, _mm256_srlv_epi64(farther, two_steps));
    farther = _mm256_or_si256(farther, _mm256_srlv_epi64(farther, four_steps));
    let end = _mm256_and_si256(own, _mm256_andnot_si256(farther, beyond));
    // The bits above the end: twice its negative; and none where there is no end.
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), double(end));
    _mm256_and_si256(ray, above)
}

/// The captured discs on rays towards lower indices, where the processor counts leading zeros word by word.
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
#[inline]
fn flips_down_by_count(ray: __m256i, own: __m256i, other: __m256i) -> __m256i {
    let beyond = _mm256_andnot_si256(other, ray);
    let zeros = _mm256_lzcnt_epi64(beyond);
    // Shifted left, the nearest square has the sign bit; shifted back, an own disc there fills all bits above it.
    // The own discs below it come back, too; the last intersection removes them.
    let above = _mm256_srav_epi64(_mm256_sllv_epi64(own, zeros), zeros);
    _mm256_and_si256(_mm256_and_si256(ray, above), other)
}
