//! Finds balanced openings by random moves and deep searches.

use std::{collections::HashSet, iter};

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use reversi_core::{
    fast::FastSearch,
    game::{Depth, Random, playout},
    games::reversi::{Move, Pass, Position, Record, Size, Weights},
};

/// The requirements for openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The number of discs that are placed in an opening. If this number is even, black is to move after the opening.
    pub plies: u32,
    /// The depth of the deeper search of the two, at least 1.
    pub depth: Depth,
    /// The largest absolute value of an opening that counts as balanced.
    pub within: u32,
    /// The seed of the random moves.
    pub seed: u64,
}

impl Selection {
    /// The number of openings that are searched at the same time. A batch begins when the previous batch has ended.
    const BATCH: usize = 16;

    /// The balanced [candidates](Self::candidates) in order; the order does not depend on the number of threads.
    pub fn openings(self) -> impl Iterator<Item = Record> {
        let mut candidates = self.candidates();
        let batches = iter::from_fn(move || {
            let batch: Vec<_> = candidates.by_ref().take(Self::BATCH).collect();
            let is_even = |opening: &Record| self.is_even(opening.position());
            (!batch.is_empty()).then(|| batch.into_par_iter().filter(is_even).collect::<Vec<_>>())
        });
        batches.flatten()
    }

    /// Openings with any value, in the order in which random games reach them.
    pub fn candidates(self) -> impl Iterator<Item = Record> {
        random(Position::opening(Size::EIGHT), self.plies, self.seed)
    }

    /// True if the mean of the values at the two depths is close enough to zero.
    fn is_even(&self, position: &Position) -> bool {
        let weights = Weights::default();
        let depths = [self.depth.below().unwrap_or(Depth::ZERO), self.depth];
        let mut solver = FastSearch::new(&weights);
        let values = depths.map(|depth| {
            let outcome = solver.search(&Pass(*position), depth);
            i64::from(outcome.value.finite().expect("a sum of weights"))
        });
        values.iter().sum::<i64>().unsigned_abs() <= 2 * u64::from(self.within)
    }
}

/// Random openings without a pass from a position, with a number of discs to place. All these openings have different
/// [canonical forms](reversi_core::games::reversi::Board::canonical).
pub fn random(start: Position, plies: u32, seed: u64) -> impl Iterator<Item = Record> {
    /// The openings end after this number of random games in a row without a new opening.
    const TRIES: u32 = 10_000;
    let mut random = Random::new(seed, 0);
    let mut known = HashSet::new();
    iter::from_fn(move || {
        (0..TRIES).find_map(|_| {
            let opening = random_opening(start, plies, &mut random)?;
            known.insert(opening.position().board().canonical(start.size())).then_some(opening)
        })
    })
}

/// The beginning of a random game; `None` if a player passes or the game ends too early.
fn random_opening(start: Position, plies: u32, random: &mut Random) -> Option<Record> {
    let mut opening = Record::new(start);
    for ply in playout(Pass(start), |moves| random.one_of(moves)).take(plies as usize) {
        if ply.played == Move::Pass {
            return None;
        }
        opening.play(ply.played);
    }
    let goes_on = !opening.position().legal_moves().is_empty();
    (opening.squares().count() == plies as usize && goes_on).then_some(opening)
}
