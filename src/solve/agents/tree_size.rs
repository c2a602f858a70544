//! Estimates the time to search a whole game.

use reversi_core::{
    game::{Depth, Random, estimate_nodes, playout},
    games::reversi::{Pass, Position},
};
use reversi_io::names::duration;

const GAMES: u32 = 10_000;

const GAMES_OF_MOVE: u32 = 50;

/// The nodes per second of a fast computer, as a power of ten.
const SPEED: f64 = 8.0;

/// Alpha-beta with unordered moves visits n^(3/4) nodes if minimax visits n. The source is Pearl 1982, "The solution for
/// the branching factor of the alpha-beta pruning algorithm and its optimality". On the 4x4 board, this estimate is good.
const ALPHA_BETA: f64 = 0.75;

/// A sentence on the time of a whole-game search, by minimax and by alpha-beta with unordered moves.
pub fn whole_search(position: &Position) -> String {
    // These are base-10 logarithms of numbers of nodes.
    let minimax = estimate_nodes(&Pass(*position), Depth::UNLIMITED, GAMES).log10();
    let alpha_beta = ALPHA_BETA * minimax;
    let [minimax_time, alpha_beta_time] = [minimax, alpha_beta].map(|nodes| duration(10_f64.powf(nodes - SPEED)));
    format!(
        "A search of the whole game visits about 10^{minimax:.0} positions, {minimax_time} at 10^8 positions per second; \
         with alpha-beta pruning about 10^{alpha_beta:.0}, {alpha_beta_time}."
    )
}

/// The seconds for a game between agents with these depth limits, each with half of the moves. The positions are those of
/// a random game.
pub fn game_time(depths: [Option<Depth>; 2], start: &Position) -> f64 {
    let mut random = Random::new(0, 0);
    let seconds = |position: &Pass, depth| {
        let nodes = estimate_nodes(position, depth, GAMES_OF_MOVE);
        nodes.powf(ALPHA_BETA) / 10_f64.powf(SPEED)
    };
    let of_move = |position: Pass| depths.iter().flatten().map(|&depth| seconds(&position, depth) / 2.0).sum::<f64>();
    playout(Pass(*start), |moves| random.one_of(moves)).map(|ply| of_move(ply.after)).sum()
}
