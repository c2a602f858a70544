//! Finds captures by vector instructions of x86-64; one vector has the four axes of the board.
//!
//! On each ray from the square of a move, the nearest square without an opponent's disc ends the line. If this square
//! has an own disc, the discs before it are captured (as in the flip and mobility functions of Edax).
#![allow(unsafe_code)] // reads and writes vectors
#![allow(clippy::missing_safety_doc)] // the attribute of each function says which instructions it needs

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi8, _mm256_cmpeq_epi64, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_lzcnt_epi64, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi8,
    _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_shuffle_epi32,
    _mm256_sllv_epi64, _mm256_srav_epi64, _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_sub_epi64,
    _mm256_xor_si256,
};

use super::lines::RAYS;

/// Computes [`lines::flips`](super::lines::flips) for all four axes at once.
#[target_feature(enable = "avx2")]
#[inline]
pub fn flips(index: u8, own: u64, other: u64) -> u64 {
    let rays = &RAYS[usize::from(index & 63)];
    let (own, other) = (broadcast(own), broadcast(other));
    union(_mm256_or_si256(flips_up(load(&rays.up), own, other), flips_down(load(&rays.down), own, other)))
}

/// Computes [`flips`] on processors that can count the leading zeros of each word in a vector.
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
#[inline]
pub fn flips_by_count(index: u8, own: u64, other: u64) -> u64 {
    let rays = &RAYS[usize::from(index & 63)];
    let (own, other) = (broadcast(own), broadcast(other));
    union(_mm256_or_si256(flips_up(load(&rays.up), own, other), flips_down_by_count(load(&rays.down), own, other)))
}

/// The index distance to the next square on each axis.
#[target_feature(enable = "avx2")]
#[inline]
fn step() -> __m256i {
    _mm256_setr_epi64x(1, 8, 7, 9)
}

/// On each axis, the squares that can be between two other squares.
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
    // SAFETY: the array has the 32 bytes that are read, and this instruction needs no alignment.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(words: __m256i, bytes: &mut [u8; 32]) {
    // SAFETY: the array has the 32 bytes that are written, and this instruction needs no alignment.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), words) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn broadcast(word: u64) -> __m256i {
    _mm256_set1_epi64x(word.cast_signed())
}

/// The bitwise OR of the four words.
#[target_feature(enable = "avx2")]
#[inline]
fn union(words: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))).cast_unsigned()
}

/// Swaps the first two words with the last two.
#[target_feature(enable = "avx2")]
#[inline]
fn swap_pairs(words: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b01_00_11_10>(words)
}

/// Swaps the two words of each pair.
#[target_feature(enable = "avx2")]
#[inline]
fn swap_neighbours(words: __m256i) -> __m256i {
    _mm256_shuffle_epi32::<0b01_00_11_10>(words)
}

/// Computes [`lines::move_candidates`](super::lines::move_candidates) for all four axes at once.
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

/// The number of binary digits of a count: a move captures at most 24 discs, six on each of the four axes.
const DIGITS: usize = 5;

/// Counts the `other` discs that an `own` disc would capture on each empty square; undefined for squares with a disc.
/// All squares are counted at once in binary: each word has one digit for all squares. Each vector has the words of the
/// four axes.
#[target_feature(enable = "avx2")]
#[inline]
pub fn flip_counts(own: u64, other: u64) -> [u8; 64] {
    let (own, step) = (broadcast(own), step());
    let through = _mm256_and_si256(broadcast(other), between());
    let (mut up, mut down) = (_mm256_sllv_epi64(own, step), _mm256_srlv_epi64(own, step));
    let (mut counts, mut counts_down) = ([_mm256_setzero_si256(); DIGITS], [_mm256_setzero_si256(); DIGITS]);
    for length in 1..=6 {
        // The squares at which more than `length` discs of a line are captured.
        up = _mm256_sllv_epi64(_mm256_and_si256(up, through), step);
        down = _mm256_srlv_epi64(_mm256_and_si256(down, through), step);
        for digit in 0..3 {
            if length >> digit & 1 == 1 {
                counts[digit] = _mm256_or_si256(counts[digit], up);
                counts_down[digit] = _mm256_or_si256(counts_down[digit], down);
            }
        }
    }
    add(&mut counts, counts_down);
    // Adds the counts of two axes at a time, and then the two sums.
    let mut of_another = counts;
    for digit in &mut of_another {
        *digit = swap_pairs(*digit);
    }
    add(&mut counts, of_another);
    let mut of_others = counts;
    for digit in &mut of_others {
        *digit = swap_neighbours(*digit);
    }
    add(&mut counts, of_others);
    by_square(counts)
}

/// Adds two binary numbers for each square. Each bitboard holds one digit of the numbers of all squares.
#[target_feature(enable = "avx2")]
#[inline]
fn add(sum: &mut [__m256i; DIGITS], number: [__m256i; DIGITS]) {
    let mut carry = _mm256_setzero_si256();
    for (sum, digit) in sum.iter_mut().zip(number) {
        let either = _mm256_xor_si256(*sum, digit);
        let both = _mm256_and_si256(*sum, digit);
        *sum = _mm256_xor_si256(either, carry);
        carry = _mm256_or_si256(both, _mm256_and_si256(either, carry));
    }
}

/// Converts binary digits to a number for each square. Each word has one digit for all squares, and each vector has
/// four copies of a word.
#[target_feature(enable = "avx2")]
#[inline]
fn by_square(digits: [__m256i; DIGITS]) -> [u8; 64] {
    let square_of_row = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    let mut numbers = [0; 64];
    for (numbers, first_row) in numbers.as_chunks_mut().0.iter_mut().zip([0, 4]) {
        let row = _mm256_add_epi64(
            _mm256_set1_epi8(first_row),
            _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303),
        );
        let mut sum = _mm256_setzero_si256();
        for digit in digits.into_iter().rev() {
            let row = _mm256_shuffle_epi8(digit, row);
            let is_one = _mm256_cmpeq_epi8(_mm256_and_si256(row, square_of_row), square_of_row);
            // If the comparison is true, its result is -1.
            sum = _mm256_sub_epi8(_mm256_add_epi8(sum, sum), is_one);
        }
        store(sum, numbers);
    }
    numbers
}

/// The captured discs on rays that lead to higher indices.
#[target_feature(enable = "avx2")]
#[inline]
fn flips_up(ray: __m256i, own: __m256i, other: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let beyond = _mm256_andnot_si256(other, ray);
    let nearest = _mm256_and_si256(beyond, _mm256_sub_epi64(zero, beyond));
    let end = _mm256_and_si256(nearest, own);
    // The bits below the end of the line are the end minus one. Without an end, there are no bits.
    let no_end = _mm256_cmpeq_epi64(end, zero);
    let below = _mm256_sub_epi64(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), no_end);
    _mm256_and_si256(ray, below)
}

/// The captured discs on rays that lead to lower indices.
#[target_feature(enable = "avx2")]
#[inline]
fn flips_down(ray: __m256i, own: __m256i, other: __m256i) -> __m256i {
    let beyond = _mm256_andnot_si256(other, ray);
    // The nearest square is the highest bit, because no higher bit of the ray is set.
    let (step, two_steps, four_steps) = (step(), double(step()), double(double(step())));
    let mut farther = _mm256_srlv_epi64(beyond, step);
    farther = _mm256_or_si256(farther, _mm256_srlv_epi64(farther, step));
    farther = _mm256_or_si256(farther, _mm256_srlv_epi64(farther, two_steps));
    farther = _mm256_or_si256(farther, _mm256_srlv_epi64(farther, four_steps));
    let end = _mm256_and_si256(own, _mm256_andnot_si256(farther, beyond));
    // The bits above the end of the line are minus twice the end. Without an end, there are no bits.
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), double(end));
    _mm256_and_si256(ray, above)
}

/// The captured discs on rays to lower indices, on processors that can count leading zeros of each word in a vector.
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
#[inline]
fn flips_down_by_count(ray: __m256i, own: __m256i, other: __m256i) -> __m256i {
    let beyond = _mm256_andnot_si256(other, ray);
    let zeros = _mm256_lzcnt_epi64(beyond);
    // After a left shift, the nearest square is the sign bit. After a right shift, an own disc on this square fills all
    // higher bits. The shifts also bring back own discs below the nearest square. The last AND removes these discs.
    let above = _mm256_srav_epi64(_mm256_sllv_epi64(own, zeros), zeros);
    _mm256_and_si256(_mm256_and_si256(ray, above), other)
}
