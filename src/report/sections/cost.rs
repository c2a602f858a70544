//! The section on the cost of searches and the savings of pruning.

use std::{collections::BTreeMap, time::Duration};

use super::words::{self, ratio};
use crate::{
    game::Depth,
    report::{
        Results,
        column::Column,
        document::{Block, Table},
        plots::{Lines, Scale, Series},
    },
    search::Algorithm,
};

/// The cost of searching the same positions with one evaluation at one depth.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    pub depth: Depth,
    /// The number of the evaluation in the plan.
    pub evaluation: usize,
    /// `None` if the plan has no minimax.
    pub minimax: Option<Total>,
    pub alpha_beta: Total,
}

impl Cost {
    pub fn all(results: &Results) -> Vec<Self> {
        let cost = |&(depth, evaluation): &(Depth, usize)| {
            let total = |search| Total::of(results, search, evaluation, depth);
            let minimax = results.plan.has(Algorithm::Minimax).then(|| total(Algorithm::Minimax));
            Self { depth, evaluation, minimax, alpha_beta: total(Algorithm::AlphaBeta) }
        };
        results.plan.depths_and_evaluations().iter().map(cost).collect()
    }

    /// The share of minimax's nodes that alpha-beta visits.
    pub fn visited(&self) -> Option<f64> {
        self.minimax.map(|minimax| ratio(self.alpha_beta.nodes, minimax.nodes))
    }

    /// The mean number of alpha-beta's leaves for one position.
    pub fn leaves(&self) -> f64 {
        self.alpha_beta.mean(self.alpha_beta.leaves)
    }

    /// The fewest leaves that alpha-beta can visit: the best move comes first at every node. If minimax has b^d leaves,
    /// a uniform tree has at least b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves. The formula is by Knuth and Moore 1975, "An analysis
    /// of alpha-beta pruning". Trees of Reversi are not uniform, so the result is an approximation: the mean number of
    /// leaves stands for b^d.
    pub fn fewest_leaves(&self) -> Option<f64> {
        let plies = self.depth.plies();
        let b = self.minimax.map(|minimax| minimax.mean(minimax.leaves))?.powf(1.0 / f64::from(plies));
        let power = |plies: u32| b.powf(f64::from(plies));
        Some(power(plies.div_ceil(2)) + power(plies / 2) - 1.0)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    pub positions: u64,
    pub nodes: u64,
    pub time: Duration,
    pub leaves: u64,
    pub cut_offs: u64,
    pub log_rows: u64,
    pub log_bytes: u64,
    /// The size in bytes.
    pub largest_log: u64,
}

impl Total {
    /// Adds up the searches of one kind by one evaluation at one depth; the plan must have this kind.
    fn of(results: &Results, search: Algorithm, evaluation: usize, depth: Depth) -> Self {
        let mut total = Self::default();
        for sample in results.samples_at(depth) {
            let found = results.search(sample, search, evaluation);
            total.positions += 1;
            total.nodes += found.counts.nodes;
            total.leaves += found.counts.leaves;
            total.cut_offs += found.counts.cut_offs;
            total.time += found.time;
            total.log_rows += found.log.rows;
            total.log_bytes += found.log.bytes;
            total.largest_log = total.largest_log.max(found.log.bytes);
        }
        total
    }

    pub fn mean(&self, count: u64) -> f64 {
        ratio(count, self.positions)
    }

    /// The effective branching factor: the number of children in a uniform tree with the mean number of nodes. The
    /// factor b solves b + b² + … + b^d = nodes - 1 (AIMA 3.6.1; the root is one of the nodes).
    pub fn branching_factor(&self, depth: Depth) -> f64 {
        let children = self.mean(self.nodes) - 1.0;
        let tree = |b: f64| (0..depth.plies()).fold(0.0, |sum, _| (sum + 1.0) * b);
        inverse(tree, children, 0.0, children.max(0.0))
    }
}

/// Solves function(x) = value between `low` and `high` by bisection; the function must increase.
fn inverse(function: impl Fn(f64) -> f64, value: f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if function(middle) < value { low = middle } else { high = middle }
    }
    low
}

pub(super) fn section(results: &Results, costs: &[Cost]) -> Vec<Block> {
    let has_minimax = results.plan.has(Algorithm::Minimax);
    let seconds = if results.with_times { SECONDS } else { "" };
    let mut blocks = vec![Block::Heading("Cost of the searches"), Block::Paragraph([DEFINITIONS, seconds].concat())];
    blocks.push(Block::Table(nodes(results, costs)));
    if results.plan.depths.list().len() > 1 {
        blocks.extend(nodes_by_depth(results, costs).draw().map(Block::Plot));
        blocks.extend(saved_by_depth(results, costs).draw().filter(|_| has_minimax).map(Block::Plot));
    }
    blocks.push(Block::Table(branching(results, costs)));
    blocks.push(Block::Paragraph([BRANCHING_FACTOR, if has_minimax { FEWEST_LEAVES } else { "" }].concat()));
    blocks.extend(nodes_by_step(results).draw().map(Block::Plot));
    blocks.push(Block::Table(logs(results, costs)));
    blocks
}

const DEFINITIONS: &str = "A node is a position that the search visits, including the root and the leaves. A cut-off \
    also counts if the node has no more children. All counts are sums over the positions.";

const SECONDS: &str = " The last column has the time of all searches by alpha-beta, in seconds. Only the times differ from \
    run to run.";

const BRANCHING_FACTOR: &str = "The effective branching factor b is the solution of b + b^2 + ... + b^d = n - 1. Here, \
    d is the depth, and n is the mean number of nodes of a search, including the root.";

const FEWEST_LEAVES: &str = " Alpha-beta has the fewest leaves if it tries the best move first at every node. In a uniform \
    tree, this number is b^ceil(d/2) + b^floor(d/2) - 1 (Knuth and Moore 1975). Here, b is the branching factor and d the \
    depth: b^d is the mean number of leaves that minimax visits. Trees of Reversi are not uniform, so the number is an \
    approximation.";

fn nodes(results: &Results, costs: &[Cost]) -> Table {
    let mut columns = words::depth_and_evaluation(results, |cost: &Cost| (cost.depth, cost.evaluation));
    columns.extend([
        Column::numbers("positions", |cost: &Cost| cost.alpha_beta.positions),
        Column::numbers_if_any("minimax", |cost: &Cost| cost.minimax.map(|minimax| minimax.nodes)),
        Column::numbers("alphabeta", |cost: &Cost| cost.alpha_beta.nodes),
        Column::numbers_if_any("visited %", |cost: &Cost| cost.visited().map(words::percent)),
        Column::numbers("cut-offs", |cost: &Cost| cost.alpha_beta.cut_offs),
        Column::numbers_if_any("seconds", |cost: &Cost| {
            results.with_times.then(|| words::fixed(cost.alpha_beta.time.as_secs_f64(), 3))
        }),
    ]);
    Table::new("Nodes of the searches of the same positions", costs, columns)
}

fn branching(results: &Results, costs: &[Cost]) -> Table {
    let b = |total: &Total, depth: Depth| words::fixed(total.branching_factor(depth), 2);
    let mut columns = words::depth_and_evaluation(results, |cost: &Cost| (cost.depth, cost.evaluation));
    columns.extend([
        Column::numbers_if_any("b minimax", move |cost: &Cost| cost.minimax.map(|minimax| b(&minimax, cost.depth))),
        Column::numbers("b alphabeta", move |cost: &Cost| b(&cost.alpha_beta, cost.depth)),
        Column::numbers("leaves", |cost: &Cost| words::fixed(cost.leaves(), 1)),
        Column::numbers_if_any("fewest", |cost: &Cost| cost.fewest_leaves().map(|leaves| words::fixed(leaves, 1))),
        Column::numbers_if_any("times fewest", |cost: &Cost| {
            cost.fewest_leaves().map(|fewest| words::fixed(cost.leaves() / fewest, 2))
        }),
    ]);
    Table::new("Effective branching factors b, and leaves of alpha-beta per position", costs, columns)
}

fn logs(results: &Results, costs: &[Cost]) -> Table {
    type Log<'a> = (&'a Cost, Algorithm, Total);
    let logs = costs.iter().flat_map(|cost| {
        let minimax = cost.minimax.map(|minimax| (cost, Algorithm::Minimax, minimax));
        minimax.into_iter().chain([(cost, Algorithm::AlphaBeta, cost.alpha_beta)])
    });
    let logs: Vec<Log> = logs.collect();
    let mut columns = words::depth_and_evaluation(results, |(cost, ..): &Log| (cost.depth, cost.evaluation));
    columns.extend([
        Column::words("search", |(_, search, _): &Log| *search),
        Column::numbers("mean rows", |(.., total): &Log| words::fixed(total.mean(total.log_rows), 0)),
        Column::numbers("mean bytes", |(.., total): &Log| words::fixed(total.mean(total.log_bytes), 0)),
        Column::numbers("largest, bytes", |(.., total): &Log| total.largest_log),
    ]);
    Table::new(
        &format!("Mean rows and bytes of a log ({}), and bytes of the largest log", results.plan.assignment),
        &logs,
        columns,
    )
}

/// A plot line over the depths for one evaluation.
fn over_depths(costs: &[Cost], evaluation: usize, name: String, height: impl Fn(&Cost) -> Option<f64>) -> Series {
    let costs = costs.iter().filter(|cost| cost.evaluation == evaluation);
    Series { name, points: costs.filter_map(|cost| Some((f64::from(cost.depth.plies()), height(cost)?))).collect() }
}

fn nodes_by_depth(results: &Results, costs: &[Cost]) -> Lines {
    let alpha_beta = |evaluation| {
        let name = format!("{}, {}", Algorithm::AlphaBeta, words::evaluation(results, evaluation));
        over_depths(costs, evaluation, name, |cost| Some(cost.alpha_beta.mean(cost.alpha_beta.nodes)))
    };
    let mut series: Vec<Series> = (0..results.plan.evaluations.len()).map(alpha_beta).collect();
    if results.plan.has(Algorithm::Minimax) {
        // Minimax visits the same nodes for any evaluation.
        let name = "minimax, any evaluation".to_owned();
        series.push(over_depths(costs, 0, name, |cost| cost.minimax.map(|minimax| minimax.mean(minimax.nodes))));
    }
    Lines {
        name: "nodes",
        title: "Nodes by depth".to_owned(),
        x: "depth limit in plies",
        y: "mean number of nodes of a search",
        scale: Scale::Logarithmic,
        series,
    }
}

fn saved_by_depth(results: &Results, costs: &[Cost]) -> Lines {
    let saved = |cost: &Cost| Some(100.0 * (1.0 - cost.visited()?));
    let series = |evaluation| over_depths(costs, evaluation, words::evaluation(results, evaluation), saved);
    Lines {
        name: "saved",
        title: "Nodes saved by pruning".to_owned(),
        x: "depth limit in plies",
        y: "nodes of minimax that alpha-beta does not visit, in percent",
        scale: Scale::Linear,
        series: (0..results.plan.evaluations.len()).map(series).collect(),
    }
}

fn nodes_by_step(results: &Results) -> Lines {
    let depth = results.plan.depths.deepest();
    let series = |evaluation| {
        let mut steps: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for sample in results.samples_at(depth) {
            let (positions, nodes) = steps.entry(sample.step.number).or_default();
            *positions += 1;
            *nodes += results.search(sample, Algorithm::AlphaBeta, evaluation).counts.nodes;
        }
        let point = |(step, (positions, nodes))| (f64::from(step), ratio(nodes, positions));
        Series { name: words::evaluation(results, evaluation), points: steps.into_iter().map(point).collect() }
    };
    Lines {
        name: "steps",
        title: format!("Nodes by step of the game, alpha-beta at depth {depth}"),
        x: "step of the game",
        y: "mean number of nodes of a search",
        scale: Scale::Logarithmic,
        series: (0..results.plan.evaluations.len()).map(series).collect(),
    }
}
