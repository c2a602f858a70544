//! How long a report will take, from a look at some positions.

use std::time::Duration;

use super::{Plan, SearchKind};
use crate::{
    game::{Depth, Random, estimate_nodes, playout},
    games::reversi::{NoPass, Pass, Position},
    matches::statistics::mean,
};

/// The boards that are looked at.
const BOARDS: usize = 12;
/// The plies of a game between two positions that are looked at.
const STRIDE: usize = 8;
/// Random games for one estimate of a tree.
const PLAYOUTS: u32 = 40;
/// Nodes a second of minimax, searched once for the counts and once for its log, and those of alpha-beta; such that the
/// estimate is about right for three evaluations at depths 1 to 6 from 50 openings, since trees after random moves are
/// larger than those of games.
const MINIMAX_SPEED: f64 = 8e7;
const ALPHA_BETA_SPEED: f64 = 4e7;
/// Alpha-beta visits about the nodes of minimax to this power, where moves come in no good order: on the boards that
/// come with this program 0.71 at depth 5.
const POWER: f64 = 0.72;
/// The searches of alpha-beta for one position: for the counts, for the log, without ties, and those of all moves.
const ALPHA_BETA_SEARCHES: f64 = 6.0;

/// About how long a plan takes some threads.
pub fn forecast(plan: &Plan, threads: usize) -> Duration {
    let (positions, steps) = look(plan);
    let searches = plan.boards.len() as f64 * steps * plan.evaluations.len() as f64;
    let pairings = plan.pairings();
    let seconds = |&depth: &Depth| {
        let tree = |position: &Position| estimate_nodes(&NoPass(*position), depth, PLAYOUTS);
        let nodes: Vec<f64> = positions.iter().map(tree).collect();
        let pruned: Vec<f64> = nodes.iter().map(|nodes| nodes.powf(POWER)).collect();
        let minimax = if plan.has(SearchKind::Minimax) { searches * mean(&nodes) / MINIMAX_SPEED } else { 0.0 };
        // Of the moves in the two games of a pair, each entrant makes as many as one game has.
        let entrants = pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]);
        let games = (entrants.filter(|entrant| entrant.depth == depth).count() * plan.starts.len()) as f64;
        minimax + (searches * ALPHA_BETA_SEARCHES + games * steps) * mean(&pruned) / ALPHA_BETA_SPEED
    };
    let all: f64 = plan.depths.list().iter().map(seconds).sum();
    Duration::try_from_secs_f64(all / threads as f64).unwrap_or(Duration::MAX)
}

/// Some positions of random games from some of the boards, and the mean number of plies of a game.
fn look(plan: &Plan) -> (Vec<Position>, f64) {
    let (mut positions, mut plies, mut random) = (Vec::new(), Vec::new(), Random::new(0, 0));
    for board in plan.boards.iter().step_by(plan.boards.len().div_ceil(BOARDS).max(1)) {
        let game: Vec<_> = playout(Pass(board.position), |moves| random.one_of(moves)).map(|ply| ply.after.0).collect();
        plies.push((game.len() + 1) as f64);
        positions.push(board.position);
        positions.extend(game.iter().skip(STRIDE - 1).step_by(STRIDE));
    }
    (positions, mean(&plies))
}
