//! What an 8x8 board is probably worth at the end of the game, by its patterns. The solver orders moves by it, and guesses the
//! value that it proves first; no value is ever taken from it.
//!
//! The weights are this program's own: `cargo bench -- weights` finds them in games that the program plays with itself.

pub mod patterns;

use std::sync::LazyLock;

pub use self::patterns::PatternIndices;
use self::patterns::{MAX_CONFIGURATIONS, PATTERNS};

/// How many units of a weight are one disc.
pub const UNITS_PER_DISC: i32 = 16;

/// The fewest empty squares of boards that belong to the first stage.
pub const FIRST_STAGE: u32 = 9;

/// How many numbers of empty squares share a stage.
pub const STAGE: u32 = 4;

/// The number of stages. The last one stands for all boards with more empty squares, too.
pub const STAGES: usize = 5;

/// The weights of all stages: for each pattern those of the configurations that are not the mirror image of a lower one, in
/// their order; [`UNITS_PER_DISC`] make a disc.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The evaluation.
pub static EVALUATION: LazyLock<Evaluation> = LazyLock::new(|| Evaluation::unpack(WEIGHTS));

/// A weight for each configuration of each pattern, at each stage of the game.
#[derive(Clone, Debug)]
pub struct Evaluation {
    stages: [Stage; STAGES],
}

/// The weights of a stage, pattern by pattern.
type Stage = Box<[[i8; MAX_CONFIGURATIONS]; PATTERNS.len()]>;

impl Evaluation {
    /// An evaluation by which every board is worth nothing.
    ///
    /// # Panics
    /// Never: a stage has the weights of as many patterns as there are.
    #[allow(clippy::large_stack_arrays)] // an array of zeros that is copied for each pattern
    pub fn zero() -> Self {
        let stage = || vec![[0; MAX_CONFIGURATIONS]; PATTERNS.len()].try_into().expect("as many as there are patterns");
        Self { stages: [(); STAGES].map(|()| stage()) }
    }

    /// What a board with these pattern indices and so many empty squares is worth to the player to move;
    /// [`UNITS_PER_DISC`] make a disc.
    #[inline(always)]
    pub fn value(&self, indices: &PatternIndices, empties: u32) -> i32 {
        let stage = (empties.saturating_sub(FIRST_STAGE) / STAGE) as usize;
        let weights = &*self.stages[stage.min(STAGES - 1)];
        let indices = indices.by_place();
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

    /// Sets the weights of a stage, given in discs by pattern and configuration.
    #[allow(clippy::cast_possible_truncation)] // a weight beyond eight bits becomes the nearest that fits
    pub fn set(&mut self, stage: usize, weight: impl Fn(usize, usize) -> f32) {
        for (index, (pattern, weights)) in PATTERNS.iter().zip(&mut *self.stages[stage]).enumerate() {
            for (weight_of, lowest) in weights.iter_mut().zip(pattern.lowest_alike()) {
                *weight_of = (weight(index, lowest) * UNITS_PER_DISC as f32).round() as i8;
            }
        }
    }

    /// The weights in the form of the file that the program is built with.
    pub fn pack(&self) -> Vec<u8> {
        let alike = PATTERNS.map(|pattern| pattern.lowest_alike());
        let patterns = self.stages.iter().flat_map(|stage| stage.iter().zip(&alike));
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
        for (weights, alike) in evaluation.stages.iter_mut().flat_map(|stage| stage.iter_mut().zip(&alike)) {
            for (index, &lowest) in alike.iter().enumerate() {
                // The lowest comes first.
                weights[index] =
                    if lowest < index { weights[lowest] } else { packed.next().copied().unwrap_or(0).cast_signed() };
            }
        }
        evaluation
    }
}
