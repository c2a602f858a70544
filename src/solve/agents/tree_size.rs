//! Estimates the time to search a whole game.

use reversi_core::{
    game::{Depth, estimate_nodes},
    games::reversi::{Pass, Position},
};
use reversi_io::names::duration;

/// The number of random games for one estimate.
const GAMES: u32 = 10_000;

/// The nodes per second of a fast computer, as a power of ten.
const SPEED: f64 = 8.0;

/// A sentence on the time of a whole-game search, by minimax and by alpha-beta with unordered moves. Alpha-beta needs
/// about n^(3/4) nodes if minimax needs n nodes. The source is Pearl 1982, "The solution for the branching factor of
/// the alpha-beta pruning algorithm and its optimality". On the 4x4 board, this estimate is good.
pub fn whole_search(position: &Position) -> String {
    // These are base-10 logarithms of numbers of nodes.
    let minimax = estimate_nodes(&Pass(*position), Depth::UNLIMITED, GAMES).nodes.log10();
    let alpha_beta = 0.75 * minimax;
    let [minimax_time, alpha_beta_time] = [minimax, alpha_beta].map(|nodes| duration(10_f64.powf(nodes - SPEED)));
    format!(
        "A search of the whole game visits about 10^{minimax:.0} positions, {minimax_time} at 10^8 positions per second; \
         with alpha-beta pruning about 10^{alpha_beta:.0}, {alpha_beta_time}."
    )
}
