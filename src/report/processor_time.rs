//! What alpha-beta costs in time with each evaluation: the processor time of the same searches, measured in turn.

use std::time::Duration;

use super::{Query, Results, SearchKind};
use crate::{game::Depth, threads};

/// The processor time of alpha-beta with an evaluation at a depth, measured several times.
#[derive(Clone, Debug)]
pub struct ProcessorTime {
    /// The cut-off.
    pub depth: Depth,
    /// The number of the evaluation in the plan.
    pub evaluation: usize,
    /// The nodes that are searched in a round.
    pub nodes: u64,
    /// The time of each round.
    pub rounds: Vec<Duration>,
}

impl ProcessorTime {
    /// The rounds. In each, all evaluations are measured one after the other, so that a machine that gets slower meanwhile
    /// is slower for all of them.
    const ROUNDS: usize = 9;
    /// About the nodes of a round: some milliseconds.
    const NODES: u64 = 200_000;

    /// Measures all evaluations at each depth on this thread, depth by depth.
    pub fn all(results: &Results) -> Vec<Self> {
        results.plan.depths.list().iter().flat_map(|&depth| Self::at_depth(results, depth)).collect()
    }

    fn at_depth(results: &Results, depth: Depth) -> Vec<Self> {
        let samples: Vec<_> = results.samples.iter().filter(|sample| sample.depth == depth).collect();
        let evaluations = &results.plan.evaluations;
        let nodes = |query: &Query| results.searched(query).counts.nodes;
        let mut times: Vec<(Self, Vec<Query>, u64)> = (0..evaluations.len())
            .map(|evaluation| {
                let queries = samples.iter().map(|sample| sample.query(SearchKind::AlphaBeta, evaluation));
                let all: u64 = queries.clone().map(|query| nodes(&query)).sum();
                // Of many nodes a part of the positions, all over the games; few several times.
                let stride = usize::try_from(all / Self::NODES).unwrap_or(usize::MAX).max(1);
                let queries: Vec<Query> = queries.step_by(stride).collect();
                let part: u64 = queries.iter().map(nodes).sum();
                let repetitions = (Self::NODES / part.max(1)).max(1);
                (Self { depth, evaluation, nodes: repetitions * part, rounds: Vec::new() }, queries, repetitions)
            })
            .collect();
        for _ in 0..Self::ROUNDS {
            for (time, queries, repetitions) in &mut times {
                let start = threads::processor_time();
                for query in (0..*repetitions).flat_map(|_| queries.iter()) {
                    let _ = query.count(&evaluations[query.evaluation]);
                }
                time.rounds.push(threads::processor_time().saturating_sub(start));
            }
        }
        times.into_iter().map(|(time, ..)| time).collect()
    }

    /// The nanoseconds of a node: the least of the rounds, their median, and the most.
    pub fn per_node(&self) -> [f64; 3] {
        let mut rounds = self.rounds.clone();
        rounds.sort();
        let [least, median, most] = [0, rounds.len() / 2, rounds.len() - 1].map(|place| rounds[place]);
        [least, median, most].map(|round| 1e9 * round.as_secs_f64() / self.nodes as f64)
    }
}
