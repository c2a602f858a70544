//! What an 8x8 board is probably worth at the end of the game, by its patterns. It orders moves, and says where to begin
//! to prove; no value is ever taken from it.
//!
//! The weights are this program's own: [training](super::training) finds them in games that it plays with itself.

pub mod patterns;

use std::sync::LazyLock;

pub use self::patterns::PatternIndices;
use self::patterns::{MAX_CONFIGURATIONS, PATTERNS};

/// Parts of a disc that weights are counted in.
pub const UNITS_PER_DISC: i32 = 16;

/// The fewest empty squares of boards that belong to the first stage.
pub const FIRST_STAGE: u32 = 9;

/// For how many numbers of empty squares a stage stands.
pub const STAGE: u32 = 4;

/// The number of stages. The last one stands for all boards with more empty squares, too.
pub const STAGES: usize = 5;

/// The weights of all stages: for each pattern, in the order of its numbers, those that are not the mirror image of a
/// lower one, in [`UNITS_PER_DISC`] of a disc.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The evaluation.
pub static EVALUATION: LazyLock<Evaluation> = LazyLock::new(|| Evaluation::unpack(WEIGHTS));

/// A weight for each number of each pattern, at each stage of the game.
#[derive(Clone, Debug)]
pub struct Evaluation {
    stages: [Stage; STAGES],
}

/// The weights of a stage, pattern by pattern.
type Stage = Box<[[i8; MAX_CONFIGURATIONS]; PATTERNS.len()]>;

impl Evaluation {
    /// An evaluation by which every board is worth nothing.
    #[allow(clippy::large_stack_arrays)] // what is copied into each of the patterns
    pub fn zero() -> Self {
        let stage = || vec![[0; MAX_CONFIGURATIONS]; PATTERNS.len()].try_into().expect("as many as there are patterns");
        Self { stages: [(); STAGES].map(|()| stage()) }
    }

    /// What a board of these numbers, with so many empty squares, is worth to the player to move, in [parts](PARTS) of a
    /// disc.
    #[inline(always)]
    pub fn value(&self, numbers: &PatternIndices, empties: u32) -> i32 {
        let stage = (empties.saturating_sub(FIRST_STAGE) / STAGE) as usize;
        let weights = &*self.stages[stage.min(STAGES - 1)];
        let numbers = numbers.by_place();
        let mut sum = 0;
        let mut place = 0;
        for pattern in 0..PATTERNS.len() {
            for _ in 0..PATTERNS[pattern].places {
                sum += i32::from(weights[pattern][usize::from(numbers[place])]);
                place += 1;
            }
        }
        sum
    }

    /// Sets the weights of a stage, given in discs by pattern and number.
    #[allow(clippy::cast_possible_truncation)] // to the nearest that there is
    pub fn set(&mut self, stage: usize, weight: impl Fn(usize, usize) -> f32) {
        for (index, (pattern, weights)) in PATTERNS.iter().zip(&mut *self.stages[stage]).enumerate() {
            for (weight_of, lowest) in weights.iter_mut().zip(pattern.lowest_alike()) {
                *weight_of = (weight(index, lowest) * UNITS_PER_DISC as f32).round() as i8;
            }
        }
    }

    /// The weights as the program holds them.
    pub fn pack(&self) -> Vec<u8> {
        let alike = PATTERNS.map(|pattern| pattern.lowest_alike());
        let patterns = self.stages.iter().flat_map(|stage| stage.iter().zip(&alike));
        patterns
            .flat_map(|(weights, alike)| {
                let kept = alike.iter().enumerate().filter(|&(number, &lowest)| number == lowest);
                kept.map(|(number, _)| weights[number].cast_unsigned())
            })
            .collect()
    }

    /// The inverse. Where bytes are missing, as for patterns that no weights have been found for yet, weights are 0.
    fn unpack(packed: &[u8]) -> Self {
        let mut packed = packed.iter();
        let mut evaluation = Self::zero();
        let alike = PATTERNS.map(|pattern| pattern.lowest_alike());
        for (weights, alike) in evaluation.stages.iter_mut().flat_map(|stage| stage.iter_mut().zip(&alike)) {
            for (number, &lowest) in alike.iter().enumerate() {
                // The lowest comes first.
                weights[number] =
                    if lowest < number { weights[lowest] } else { packed.next().copied().unwrap_or(0).cast_signed() };
            }
        }
        evaluation
    }
}
