//! Estimates the time of a report from the size of its plan.

use std::time::Duration;

use super::{Plan, SearchKind};
use crate::game::Depth;

/// The moves of a position and the plies of a game, in the mean of games from the opening.
const MOVES: f64 = 8.0;
const PLIES: f64 = 60.0;
/// Nodes a second of minimax and of alpha-beta, as measured with whole reports: counting, logs and games together.
const MINIMAX_SPEED: f64 = 2.5e7;
const ALPHA_BETA_SPEED: f64 = 1.25e7;
/// The seconds that a position takes with an evaluation, however few nodes its searches have.
const POSITION: f64 = 1.5e-4;
/// Alpha-beta visits about the nodes of minimax to this power, where moves come in no good order: on the boards that
/// come with this program 0.71 at depth 5.
const POWER: f64 = 0.72;
/// The searches of alpha-beta for one position: for the counts, for the log, without ties, and those of all moves.
const ALPHA_BETA_SEARCHES: f64 = 6.0;

/// About how long a plan takes some threads.
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
