//! The probable value of an 8x8 board at the end of the game, by its patterns.
//!
//! The solver orders moves by it, and guesses the value that it proves first. No value is ever taken from it.
//!
//! The weights are this program's own: `cargo bench -- weights` finds them in games that the program plays with itself.

pub mod patterns;

use std::sync::LazyLock;

pub use self::patterns::PatternIndices;
use self::patterns::{MAX_CONFIGURATIONS, PATTERNS};

/// The number of units of a weight that are one disc.
pub const UNITS_PER_DISC: i32 = 16;

/// The weights: for each pattern those of the configurations that are not the mirror image of a lower one, in their order;
/// [`UNITS_PER_DISC`] make a disc.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The evaluation.
pub static EVALUATION: LazyLock<Evaluation> = LazyLock::new(|| Evaluation::unpack(WEIGHTS));

/// A weight for each configuration of each pattern.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Box<[[i8; MAX_CONFIGURATIONS]; PATTERNS.len()]>,
}

impl Evaluation {
    /// An evaluation by which every board is worth nothing.
    ///
    /// # Panics
    /// Never: there are weights of as many patterns as there are.
    #[allow(clippy::large_stack_arrays)] // an array of zeros that is copied for each pattern
    pub fn zero() -> Self {
        let weights = vec![[0; MAX_CONFIGURATIONS]; PATTERNS.len()].try_into().expect("as many as there are patterns");
        Self { weights }
    }

    /// The value of a board with these pattern indices to the player to move; [`UNITS_PER_DISC`] make a disc.
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

    /// Sets the weights, given in discs by pattern and configuration.
    #[allow(clippy::cast_possible_truncation)] // a weight beyond eight bits becomes the nearest that fits
    pub fn set(&mut self, weight: impl Fn(usize, usize) -> f32) {
        for (index, (pattern, weights)) in PATTERNS.iter().zip(&mut *self.weights).enumerate() {
            for (weight_of, lowest) in weights.iter_mut().zip(pattern.lowest_alike()) {
                *weight_of = (weight(index, lowest) * UNITS_PER_DISC as f32).round() as i8;
            }
        }
    }

    /// The weights in the form of the file that the program is built with.
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

    /// The inverse of [`pack`](Self::pack). Weights for which the bytes are missing are 0, as those of a new pattern.
    fn unpack(packed: &[u8]) -> Self {
        let mut packed = packed.iter();
        let mut evaluation = Self::zero();
        let alike = PATTERNS.map(|pattern| pattern.lowest_alike());
        for (weights, alike) in evaluation.weights.iter_mut().zip(&alike) {
            for (index, &lowest) in alike.iter().enumerate() {
                // The lowest comes first.
                weights[index] =
                    if lowest < index { weights[lowest] } else { packed.next().copied().unwrap_or(0).cast_signed() };
            }
        }
        evaluation
    }
}
