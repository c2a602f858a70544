//! Estimates the time of a report from the size of its plan.

use std::time::Duration;

use super::{Plan, SearchKind};
use crate::game::Depth;

/// The mean number of moves of a position, and of plies of a game, in games from the opening.
const MOVES: f64 = 8.0;
const PLIES: f64 = 60.0;
/// Nodes per second of minimax and of alpha-beta, measured with whole reports: counts, logs and games.
const MINIMAX_SPEED: f64 = 2.5e7;
const ALPHA_BETA_SPEED: f64 = 1.25e7;
/// The time in seconds for each position and evaluation, in addition to the time for nodes.
const POSITION: f64 = 1.5e-4;
/// If moves are not ordered, alpha-beta visits about n to this power nodes, where minimax visits n nodes. On the boards
/// of this program, the measured power is 0.71 at depth 5.
const POWER: f64 = 0.72;
/// The number of alpha-beta searches for one position: for counts, for the log, without ties, and for each move.
const ALPHA_BETA_SEARCHES: f64 = 6.0;

pub fn forecast(plan: &Plan, threads: usize) -> Duration {
    let searches = (plan.boards.len() * plan.evaluations.len()) as f64 * PLIES;
    let agents: Vec<_> = plan.pairings().into_iter().flat_map(|pairing| [pairing.first, pairing.second]).collect();
    let seconds = |&depth: &Depth| {
        let nodes = MOVES.powi(depth.plies() as i32);
        let minimax = if plan.has(SearchKind::Minimax) { searches * nodes / MINIMAX_SPEED } else { 0.0 };
        // In the two games of a pair, each agent makes about as many moves as one game has plies.
        let games = agents.iter().filter(|agent| agent.depth == depth).count() * plan.starts.len();
        searches * POSITION
            + minimax
            + (searches * ALPHA_BETA_SEARCHES + games as f64 * PLIES) * nodes.powf(POWER) / ALPHA_BETA_SPEED
    };
    let all: f64 = plan.depths.list().iter().map(seconds).sum();
    Duration::try_from_secs_f64(all / threads as f64).unwrap_or(Duration::MAX)
}
