//! Estimates the final value of an 8x8 board by patterns of discs.
//!
//! The solver orders moves by the estimate, and uses it as the first guess of the value. The solver never returns an
//! estimate as a result.
//!
//! `cargo bench -- weights` computes the weights from games of this program against itself.

pub mod patterns;

use std::sync::LazyLock;

pub use self::patterns::PatternIndices;
use self::patterns::{MAX_CONFIGURATIONS, PATTERNS};

pub const UNITS_PER_DISC: i32 = 16;

/// The weights of each pattern's configurations in order, without mirror images of earlier configurations;
/// [`UNITS_PER_DISC`] units are one disc.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The evaluation with the built-in weights.
pub static EVALUATION: LazyLock<Evaluation> = LazyLock::new(|| Evaluation::unpack(WEIGHTS));

/// A weight for each configuration of each pattern.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Box<[[i8; MAX_CONFIGURATIONS]; PATTERNS.len()]>,
}

impl Evaluation {
    /// An evaluation with the value zero for every board.
    ///
    /// # Panics
    /// Never panics: the number of weights fits the number of patterns.
    #[allow(clippy::large_stack_arrays)] // an array of zeros that is copied for each pattern
    pub fn zero() -> Self {
        let weights = vec![[0; MAX_CONFIGURATIONS]; PATTERNS.len()].try_into().expect("as many as there are patterns");
        Self { weights }
    }

    /// The value of a board for the player to move, from the board's pattern indices; [`UNITS_PER_DISC`] units are one
    /// disc.
    #[inline(always)]
    pub fn value(&self, indices: &PatternIndices) -> i32 {
        let (weights, indices) = (&*self.weights, indices.by_place());
        let mut sum = 0;
        let mut place = 0;
        for pattern in 0..PATTERNS.len() {
            for _ in 0..PATTERNS[pattern].places {
                sum += i32::from(weights[pattern][usize::from(indices[place])]);
                place += 1;
            }
        }
        sum
    }

    /// Sets all weights; `weight` returns the number of discs for a pattern and a configuration.
    #[allow(clippy::cast_possible_truncation)] // a weight beyond eight bits becomes the nearest that fits
    pub fn set(&mut self, weight: impl Fn(usize, usize) -> f32) {
        for (index, (pattern, weights)) in PATTERNS.iter().zip(&mut *self.weights).enumerate() {
            for (weight_of, lowest) in weights.iter_mut().zip(pattern.lowest_alike()) {
                *weight_of = (weight(index, lowest) * UNITS_PER_DISC as f32).round() as i8;
            }
        }
    }

    /// Packs the weights for the file that is built into the program.
    pub fn pack(&self) -> Vec<u8> {
        let alike = PATTERNS.map(|pattern| pattern.lowest_alike());
        let patterns = self.weights.iter().zip(&alike);
        patterns
            .flat_map(|(weights, alike)| {
                let kept = alike.iter().enumerate().filter(|&(index, &lowest)| index == lowest);
                kept.map(|(index, _)| weights[index].cast_unsigned())
            })
            .collect()
    }

    /// Unpacks weights: the inverse of [`pack`](Self::pack). Missing weights, for example of a new pattern, become 0.
    fn unpack(packed: &[u8]) -> Self {
        let mut packed = packed.iter();
        let mut evaluation = Self::zero();
        let alike = PATTERNS.map(|pattern| pattern.lowest_alike());
        for (weights, alike) in evaluation.weights.iter_mut().zip(&alike) {
            for (index, &lowest) in alike.iter().enumerate() {
                // Of two mirror images, the one with the lower index comes first.
                weights[index] =
                    if lowest < index { weights[lowest] } else { packed.next().copied().unwrap_or(0).cast_signed() };
            }
        }
        evaluation
    }
}
