//! The time of a search of a whole game.

use reversi_core::{
    game::{Depth, estimate_nodes},
    games::reversi::{Pass, Position},
};
use reversi_io::names::duration;

/// Games played randomly for one estimate.
const GAMES: u32 = 10_000;

/// Nodes a second of a fast machine, as a power of ten.
const SPEED: f64 = 8.0;

/// A sentence on the time of a search of the whole game from a position: by minimax, and by alpha-beta with moves in no
/// good order. Alpha-beta needs the power of three quarters, which fits the 4x4 board well (Pearl 1982, "The solution for
/// the branching factor of the alpha-beta pruning algorithm and its optimality").
pub fn whole_search(position: &Position) -> String {
    // The numbers of nodes are powers of ten.
    let minimax = estimate_nodes(&Pass(*position), Depth::UNLIMITED, GAMES).nodes.log10();
    let alpha_beta = 0.75 * minimax;
    let [minimax_time, alpha_beta_time] = [minimax, alpha_beta].map(|nodes| duration(10_f64.powf(nodes - SPEED)));
    format!(
        "A search of the whole game visits about 10^{minimax:.0} positions, {minimax_time} at a hundred million a second; \
         with alpha-beta pruning about 10^{alpha_beta:.0}, {alpha_beta_time}."
    )
}
