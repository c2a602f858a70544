//! Estimates the time of a report: measures a few of its games and searches, and extrapolates to the plan.

use std::{
    num::NonZero,
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;

use super::{Pairing, Plan, PlannedAgent, Sample, SearchKind};
use crate::{game::Depth, threads};

/// The first depth that takes longer than this time is the last measured depth.
const ENOUGH: Duration = Duration::from_millis(100);
/// The measurement uses this number of boards, and every n-th position of their games.
const BOARDS: usize = 3;
const STRIDE: usize = 10;
/// One more ply multiplies the time of minimax by about the mean number of moves of a position. The factor of
/// alpha-beta is the 0.72th power of this number.
const MINIMAX_GROWTH: f64 = 8.0;
const ALPHA_BETA_GROWTH: f64 = 4.5;
/// The seconds to measure the CPU time of an evaluation at a depth.
const PROCESSOR_TIME: f64 = 0.06;

/// The seconds of a plan's work at a depth on one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// The searches of all positions with all evaluations.
    pub minimax: f64,
    pub alpha_beta: f64,
    /// One game of an agent against itself: the mean of all evaluations.
    pub game: f64,
}

impl Work {
    /// Measures a part of the work at a depth.
    fn measure(plan: &Plan, depth: Depth) -> Self {
        let boards: Vec<usize> = (0..plan.boards.len()).step_by(plan.boards.len().div_ceil(BOARDS)).collect();
        let per_board = plan.boards.len() as f64 / boards.len() as f64;
        let mut work = Self { minimax: 0.0, alpha_beta: 0.0, game: 0.0 };
        for board in boards {
            let start = Instant::now();
            let samples = Sample::of_game(plan, board, depth);
            work.alpha_beta += per_board * start.elapsed().as_secs_f64();
            // The number of positions to skip at the start of the game. The number differs from board to board, so that
            // early and late positions are measured.
            let measured: Vec<Sample> = samples.iter().copied().skip(board % STRIDE).step_by(STRIDE).collect();
            let per_sample = per_board * samples.len() as f64 / measured.len().max(1) as f64;
            for query in measured.into_iter().flat_map(|sample| plan.queries(sample)) {
                let start = Instant::now();
                // If a search fails, the report fails at it and says why.
                let _ = query.measure(plan);
                let seconds = per_sample * start.elapsed().as_secs_f64();
                match query.search {
                    SearchKind::Minimax => work.minimax += seconds,
                    SearchKind::AlphaBeta | SearchKind::Strict => work.alpha_beta += seconds,
                }
            }
        }
        let Some(start) = plan.playable_starts().next() else { return work };
        let plan = Plan { starts: vec![start.clone()], ..plan.clone() };
        let agents = (0..plan.evaluations.len()).map(|evaluation| PlannedAgent { evaluation, depth });
        for agent in agents {
            let start = Instant::now();
            let pairs = Pairing { first: agent, second: agent }.contest(&plan).play(|| ());
            let games = (pairs.len() * 2 * plan.evaluations.len()) as f64;
            work.game += start.elapsed().as_secs_f64() / games;
        }
        work
    }

    /// The work at a depth, if the work at depth 1, 2, ... is known. Beyond the last one, each ply multiplies the work.
    pub fn at_depth(known: &[Self], depth: Depth) -> Self {
        let last = known.len().min(depth.plies() as usize);
        let work = known[last - 1];
        let plies = (depth.plies() as usize - last) as f64;
        let alpha_beta = ALPHA_BETA_GROWTH.powf(plies);
        Self {
            minimax: work.minimax * MINIMAX_GROWTH.powf(plies),
            alpha_beta: work.alpha_beta * alpha_beta,
            game: work.game * alpha_beta,
        }
    }
}

/// The estimated time of a plan with some threads.
///
/// # Errors
/// Returns an error if no thread can be started for the measurement.
pub fn forecast(plan: &Plan, threads: usize, with_times: bool) -> Result<Duration> {
    let known = threads::pool(1)?.install(|| {
        let start = Instant::now();
        let mut known = Vec::new();
        for plies in 1..=plan.depths.deepest().plies() {
            known.push(Work::measure(plan, Depth::new(plies)));
            if start.elapsed() > ENOUGH {
                break;
            }
        }
        known
    });
    let (depths, pairings) = (plan.depths.list(), plan.pairings());
    let agents = || pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]);
    let seconds = |&depth: &Depth| {
        let work = Work::at_depth(&known, depth);
        // In the two games of a pair, each agent makes about as many moves as in one game against itself.
        let games = agents().filter(|agent| agent.depth == depth).count() * plan.playable_starts().count();
        work.minimax + work.alpha_beta + games as f64 * work.game
    };
    let processors = thread::available_parallelism().map_or(threads, NonZero::get);
    let all = depths.iter().map(seconds).sum::<f64>() / threads.min(processors) as f64;
    let times = if with_times { PROCESSOR_TIME * plan.depths_and_evaluations().len() as f64 } else { 0.0 };
    Ok(Duration::try_from_secs_f64(all + times).unwrap_or(Duration::MAX))
}
