//! How often two evaluations choose another move, and whether it mattered to one of them.

use super::ratio;
use crate::{
    game::Depth,
    report::{Results, SearchKind},
};

/// The choices of two evaluations at the same positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The depth of the searches.
    pub depth: Depth,
    /// The number of the first evaluation in the plan.
    pub first: usize,
    /// The number of the second.
    pub second: usize,
    /// The positions with a move.
    pub positions: u64,
    /// Those of them in which the two choose another move.
    pub other_move: u64,
    /// Of these, those in which the move of the second is as good to the first as its own.
    pub tie_for_first: u64,
    /// Of these, those in which the move of the first is as good to the second as its own.
    pub tie_for_second: u64,
    /// Of these, those in which the move of one evaluation is as good to the other as its own.
    pub tie_for_one: u64,
}

impl Agreement {
    /// Compares all pairs of evaluations at each depth, depth by depth.
    pub fn all(results: &Results) -> Vec<Self> {
        let pairs = results.plan.evaluation_pairs();
        let depths = results.plan.depths.list().iter();
        depths.flat_map(|&depth| pairs.iter().map(move |&pair| Self::of(results, pair, depth))).collect()
    }

    /// Compares the choices of alpha-beta with two evaluations at a depth.
    fn of(results: &Results, (first, second): (usize, usize), depth: Depth) -> Self {
        let mut agreement = Self {
            depth,
            first,
            second,
            positions: 0,
            other_move: 0,
            tie_for_first: 0,
            tie_for_second: 0,
            tie_for_one: 0,
        };
        for sample in results.samples.iter().filter(|sample| sample.depth == depth) {
            let [one, other] =
                [first, second].map(|evaluation| results.search(sample, SearchKind::AlphaBeta, evaluation));
            let (Some(of_first), Some(of_second)) = (one.best, other.best) else { continue };
            agreement.positions += 1;
            if of_first == of_second {
                continue;
            }
            let tie_for_first = one.ties.is_some_and(|ties| ties.moves.contains(of_second));
            let tie_for_second = other.ties.is_some_and(|ties| ties.moves.contains(of_first));
            agreement.other_move += 1;
            agreement.tie_for_first += u64::from(tie_for_first);
            agreement.tie_for_second += u64::from(tie_for_second);
            agreement.tie_for_one += u64::from(tie_for_first || tie_for_second);
        }
        agreement
    }
    /// The part of the positions in which the two choose another move.
    pub fn part_other(&self) -> f64 {
        ratio(self.other_move, self.positions)
    }
}
