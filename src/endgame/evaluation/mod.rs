//! What an 8x8 board is probably worth at the end of the game, by its patterns. It orders moves, and says where to begin
//! to prove; no value is ever taken from it.
//!
//! The weights are this program's own: [training](super::training) finds them in games that it plays with itself.

pub mod patterns;

use std::sync::LazyLock;

use self::patterns::{FIRST, NUMBERS, PATTERNS, numbers};
use super::board::Board;

/// Parts of a disc that weights are counted in.
pub const PARTS: i32 = 16;

/// The fewest empty squares of boards that belong to the first stage.
pub const FIRST_STAGE: u32 = 9;

/// For how many numbers of empty squares a stage stands.
pub const STAGE: u32 = 4;

/// The number of stages. The last one stands for all boards with more empty squares, too.
pub const STAGES: usize = 5;

/// The weights of all stages: for each pattern, in the order of its numbers, those that are not the mirror image of a
/// lower one, in [`PARTS`] of a disc.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The evaluation.
pub static EVALUATION: LazyLock<Evaluation> = LazyLock::new(|| Evaluation::unpack(WEIGHTS));

/// A weight for each number of each pattern, at each stage of the game.
#[derive(Clone, Debug)]
pub struct Evaluation {
    stages: [Box<[i8]>; STAGES],
}

impl Evaluation {
    /// An evaluation by which every board is worth nothing.
    pub fn zero() -> Self {
        Self { stages: [const { Vec::new() }; STAGES].map(|_: Vec<i8>| vec![0; NUMBERS].into()) }
    }

    /// What a board with so many empty squares is worth to the player to move, in [parts](PARTS) of a disc.
    #[inline(always)]
    #[allow(clippy::inline_always)] // so that it is compiled for the instructions of the search
    pub fn value(&self, board: Board, empties: u32) -> i32 {
        let stage = (empties.saturating_sub(FIRST_STAGE) / STAGE) as usize;
        let weights = &*self.stages[stage.min(STAGES - 1)];
        numbers(board).into_iter().map(|number| i32::from(weights[number])).sum()
    }

    /// Sets the weights of a stage, given in discs by their numbers.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // to the nearest that there is
    pub fn set(&mut self, stage: usize, weight: impl Fn(usize) -> f32) {
        self.stages[stage] = (0..NUMBERS).map(|number| (weight(number) * PARTS as f32).round() as i8).collect();
    }

    /// The weights as the program holds them.
    pub fn pack(&self) -> Vec<u8> {
        let kept: Vec<usize> = lowest_alike()
            .iter()
            .enumerate()
            .filter(|&(number, &lowest)| number == lowest)
            .map(|(number, _)| number)
            .collect();
        self.stages.iter().flat_map(|weights| kept.iter().map(|&number| weights[number].cast_unsigned())).collect()
    }

    /// The inverse. Where bytes are missing, as for patterns that no weights have been found for yet, weights are 0.
    fn unpack(packed: &[u8]) -> Self {
        let mut packed = packed.iter();
        let lowest = lowest_alike();
        let mut evaluation = Self::zero();
        for weights in &mut evaluation.stages {
            for (number, &lowest) in lowest.iter().enumerate() {
                // The lowest comes first.
                weights[number] =
                    if lowest < number { weights[lowest] } else { packed.next().copied().unwrap_or(0).cast_signed() };
            }
        }
        evaluation
    }
}

/// For each number of all patterns the lowest one of a board that looks the same: its own, or its mirror image.
pub fn lowest_alike() -> Vec<usize> {
    let mut all = Vec::with_capacity(NUMBERS);
    for (pattern, first) in PATTERNS.iter().zip(FIRST) {
        for number in 0..pattern.numbers() {
            all.push(first + number.min(pattern.mirrored(number)));
        }
    }
    all
}
