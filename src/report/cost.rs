//! What the searches cost, and what pruning saves.

use crate::{
    game::Depth,
    matches::statistics::inverse,
    report::{Results, SearchKind},
};

/// What the searches of the same positions with one evaluation at one depth cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    pub depth: Depth,
    /// The number of the evaluation in the plan.
    pub evaluation: usize,
    /// Where the plan has it.
    pub minimax: Option<Total>,
    pub alpha_beta: Total,
    /// Of alpha-beta that cuts off only at alpha > beta.
    pub strict: Total,
}

impl Cost {
    /// The costs at each depth with each evaluation, depth by depth.
    pub fn all(results: &Results) -> Vec<Self> {
        let cost = |&(depth, evaluation): &(Depth, usize)| {
            let total = |search| Total::of(results, search, evaluation, depth);
            let minimax = results.plan.has(SearchKind::Minimax).then(|| total(SearchKind::Minimax));
            let [alpha_beta, strict] = [SearchKind::AlphaBeta, SearchKind::Strict].map(total);
            Self { depth, evaluation, minimax, alpha_beta, strict }
        };
        results.plan.depths_and_evaluations().iter().map(cost).collect()
    }

    /// The part of minimax's nodes that alpha-beta visits.
    pub fn visited(&self) -> Option<f64> {
        self.minimax.map(|minimax| ratio(self.alpha_beta.nodes, minimax.nodes))
    }

    /// The leaves of alpha-beta for one position.
    pub fn leaves(&self) -> f64 {
        self.alpha_beta.mean(self.alpha_beta.leaves)
    }

    /// The fewest leaves that alpha-beta can visit, which takes the best move first at every node: b^⌈d/2⌉ + b^⌊d/2⌋ - 1
    /// in a uniform tree (Knuth and Moore 1975, "An analysis of alpha-beta pruning"), where b^d is the mean number of leaves
    /// of minimax. Trees of Reversi are not uniform, so it is an approximation.
    pub fn fewest_leaves(&self) -> Option<f64> {
        let plies = self.depth.plies();
        let b = self.minimax.map(|minimax| minimax.mean(minimax.leaves))?.powf(1.0 / f64::from(plies));
        let power = |plies: u32| b.powf(f64::from(plies));
        Some(power(plies.div_ceil(2)) + power(plies / 2) - 1.0)
    }
}

/// The cost of all searches of one kind, evaluation and depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    pub positions: u64,
    pub nodes: u64,
    pub leaves: u64,
    pub cut_offs: u64,
    pub log_rows: u64,
    pub log_bytes: u64,
    /// Its bytes.
    pub largest_log: u64,
}

impl Total {
    /// Adds up the searches of a kind, which the plan has, by an evaluation at a depth.
    fn of(results: &Results, search: SearchKind, evaluation: usize, depth: Depth) -> Self {
        let mut total = Self::default();
        for sample in results.samples_at(depth) {
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
        total
    }

    /// The mean of a count over the positions.
    pub fn mean(&self, count: u64) -> f64 {
        ratio(count, self.positions)
    }

    /// The effective branching factor: how many children each node has in the uniform tree of as many nodes as a search has
    /// in the mean. It solves b + b² + … + b^d = nodes - 1 for b (AIMA 3.6.1; the root is one of the nodes).
    pub fn branching_factor(&self, depth: Depth) -> f64 {
        let children = self.mean(self.nodes) - 1.0;
        let tree = |b: f64| (0..depth.plies()).fold(0.0, |sum, _| (sum + 1.0) * b);
        inverse(tree, children, 0.0, children.max(0.0))
    }
}

/// A part of a whole, 0 of nothing.
pub fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
