//! How long a search of a whole game would take.

use crate::{
    game::{Depth, estimate_nodes},
    games::reversi::{Pass, Position},
};

/// Games played randomly for one estimate.
const GAMES: u32 = 10_000;

/// Nodes a second of a fast machine, as a power of ten.
const SPEED: f64 = 8.0;

/// What a search of the whole game from a position takes, in a sentence: by minimax, and by alpha-beta where the moves come
/// in no good order. The latter needs the power of three quarters (Pearl 1982, "The solution for the branching factor of
/// the alpha-beta pruning algorithm and its optimality"), which fits the 4x4 board well.
pub fn whole_search(position: &Position) -> String {
    // The numbers of nodes are powers of ten.
    let minimax = estimate_nodes(&Pass(*position), Depth::UNLIMITED, GAMES).log10();
    let alpha_beta = 0.75 * minimax;
    let [minimax_time, alpha_beta_time] = [minimax, alpha_beta].map(|nodes| duration(nodes - SPEED));
    format!(
        "A search of the whole game visits about 10^{minimax:.0} positions, {minimax_time} at a hundred million a second; \
         with alpha-beta pruning about 10^{alpha_beta:.0}, {alpha_beta_time}."
    )
}

/// A time, from a power of ten of seconds, in words.
fn duration(seconds: f64) -> String {
    const UNITS: [(&str, f64); 3] = [("minutes", 60.0), ("days", 86_400.0), ("years", 31_557_600.0)];
    let within = |&&(_, unit): &&(&str, f64)| seconds >= unit.log10();
    let (name, unit) = *UNITS.iter().rev().find(within).unwrap_or(&UNITS[0]);
    let count = seconds - unit.log10();
    if count < 0.0 {
        return "less than a minute".to_owned();
    }
    if count < 3.0 { format!("{:.0} {name}", 10_f64.powf(count)) } else { format!("10^{count:.0} {name}") }
}
