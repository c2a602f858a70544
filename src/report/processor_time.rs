//! Measures the CPU time of alpha-beta with each evaluation on the same positions.

use std::{hint::black_box, time::Duration};

use super::{Results, Sample, SearchKind};
use crate::{assignment::Task, game::Depth, threads};

/// The CPU time of alpha-beta with an evaluation at a depth, measured several times.
#[derive(Clone, Debug)]
pub struct ProcessorTime {
    pub depth: Depth,
    /// The number of the evaluation in the plan.
    pub evaluation: usize,
    /// The number of searched nodes in a round.
    pub nodes: u64,
    pub rounds: Vec<Duration>,
}

impl ProcessorTime {
    /// In each round, all evaluations search the same positions in turn, so a slower machine affects all evaluations
    /// alike.
    const ROUNDS: usize = 9;
    /// The approximate limit of nodes in a round, which takes some milliseconds.
    const NODES: u64 = 100_000;
    /// The limit of positions in a round, so that the search tables stay in the processor's cache.
    const POSITIONS: usize = 100;

    /// Measures all evaluations at each depth on the calling thread.
    pub fn all(results: &Results) -> Vec<Self> {
        results.plan.depths.list().iter().flat_map(|&depth| Self::at_depth(results, depth)).collect()
    }

    fn at_depth(results: &Results, depth: Depth) -> Vec<Self> {
        let evaluations = &results.plan.evaluations;
        let nodes = |samples: &[&Sample], evaluation| -> u64 {
            let searches = samples.iter().map(|sample| results.search(sample, SearchKind::AlphaBeta, evaluation));
            searches.map(|found| found.counts.nodes).sum()
        };
        let most_nodes = |samples: &[&Sample]| {
            let of_each = (0..evaluations.len()).map(|evaluation| nodes(samples, evaluation));
            of_each.max().unwrap_or_default().max(1)
        };
        // If there are too many positions or nodes, the round only searches every n-th position. If there are few
        // positions, the round searches them several times.
        let all: Vec<&Sample> = results.samples_at(depth).collect();
        let fewer = usize::try_from(most_nodes(&all).div_ceil(Self::NODES)).unwrap_or(usize::MAX);
        let samples: Vec<&Sample> =
            all.iter().copied().step_by(fewer.max(all.len().div_ceil(Self::POSITIONS))).collect();
        let repetitions = (Self::NODES / most_nodes(&samples)).max(1);
        let task = |sample: &&Sample, number| sample.query(SearchKind::AlphaBeta, number).task(results.plan);
        let tasks = |number| samples.iter().map(|sample| task(sample, number)).collect();
        let tasks: Vec<Vec<Task>> = (0..evaluations.len()).map(tasks).collect();
        let time = |evaluation| Self {
            depth,
            evaluation,
            nodes: repetitions * nodes(&samples, evaluation),
            rounds: Vec::new(),
        };
        let mut times: Vec<Self> = (0..evaluations.len()).map(time).collect();
        for _ in 0..Self::ROUNDS {
            for (time, tasks) in times.iter_mut().zip(&tasks) {
                let start = threads::processor_time();
                for _ in 0..repetitions {
                    for task in tasks {
                        black_box(task.count());
                    }
                }
                time.rounds.push(threads::processor_time().saturating_sub(start));
            }
        }
        times
    }

    /// The nanoseconds per node: the least, the median, and the most of all rounds.
    pub fn per_node(&self) -> [f64; 3] {
        let mut rounds = self.rounds.clone();
        rounds.sort();
        let [least, median, most] = [0, rounds.len() / 2, rounds.len() - 1].map(|place| rounds[place]);
        [least, median, most].map(|round| 1e9 * round.as_secs_f64() / self.nodes as f64)
    }
}
