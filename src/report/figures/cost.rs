//! What the searches cost, and what pruning saves.

use super::branching_factor::effective_branching_factor;
use crate::{
    game::Depth,
    report::{Results, SearchKind},
};

/// The cost of all searches of one kind, evaluation and depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// The positions searched.
    pub positions: u64,
    /// Their nodes.
    pub nodes: u64,
    /// Their leaves.
    pub leaves: u64,
    /// The nodes whose window closed.
    pub cut_offs: u64,
    /// The rows of their logs.
    pub log_rows: u64,
    /// The bytes of their logs.
    pub log_bytes: u64,
    /// The bytes of the largest of these.
    pub largest_log: u64,
}

impl Total {
    /// Adds up the searches of a kind by an evaluation at a depth. `None` where the plan has none of the kind.
    #[must_use]
    pub fn of(results: &Results, search: SearchKind, evaluation: usize, depth: Depth) -> Option<Self> {
        if !results.plan.has(search) {
            return None;
        }
        let mut total = Self::default();
        for sample in results.samples.iter().filter(|sample| sample.depth == depth) {
            let found = results.search(sample, search, evaluation);
            let log = found.log.unwrap_or_default();
            total.positions += 1;
            total.nodes += found.counts.nodes;
            total.leaves += found.counts.leaves;
            total.cut_offs += found.counts.cut_offs;
            total.log_rows += log.rows;
            total.log_bytes += log.bytes;
            total.largest_log = total.largest_log.max(log.bytes);
        }
        Some(total)
    }

    /// The mean of a count over the positions.
    #[must_use]
    pub fn mean(&self, count: u64) -> f64 {
        ratio(count, self.positions)
    }

    /// The effective branching factor of a search with the mean number of nodes.
    #[must_use]
    pub fn branching_factor(&self, depth: Depth) -> f64 {
        effective_branching_factor(self.mean(self.nodes), depth.plies())
    }
}

/// A part of a whole, 0 of nothing.
#[must_use]
pub fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The fewest leaves that alpha-beta can visit, which takes the best move first at every node: b^⌈d/2⌉ + b^⌊d/2⌋ - 1 in a
/// uniform tree (Knuth and Moore 1975, "An analysis of alpha-beta pruning"), where b^d is the mean number of leaves of
/// minimax. Trees of Reversi are not uniform, so it is an approximation.
#[must_use]
pub fn fewest_leaves(minimax_leaves: f64, depth: Depth) -> f64 {
    let plies = depth.plies();
    let b = minimax_leaves.powf(1.0 / f64::from(plies));
    let power = |plies: u32| b.powf(f64::from(plies));
    power(plies.div_ceil(2)) + power(plies / 2) - 1.0
}
