//! How long a search of a whole game would take.

use std::fmt;

use crate::{
    game::{Depth, estimate_nodes},
    games::reversi::{Pass, Position},
};

/// The size of a game tree that nobody can search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSize {
    /// The number of nodes, as a power of ten.
    nodes: f64,
}

impl TreeSize {
    /// Games played randomly for one estimate.
    const GAMES: u32 = 10_000;
    /// Nodes a second of a fast machine, as a power of ten.
    const SPEED: f64 = 8.0;

    /// Estimates the game tree below a position.
    pub fn of(position: &Position) -> Self {
        Self { nodes: estimate_nodes(&Pass(*position), Depth::UNLIMITED, Self::GAMES).log10() }
    }
}

/// What minimax needs, and what alpha-beta needs where the moves come in no good order: the power of three quarters
/// (Pearl 1982, "The solution for the branching factor of the alpha-beta pruning algorithm and its optimality"), which
/// fits the 4x4 board well.
impl fmt::Display for TreeSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [minimax, alpha_beta] = [self.nodes, 0.75 * self.nodes];
        write!(
            formatter,
            "A search of the whole game visits about 10^{minimax:.0} positions, {} at a hundred million a second; \
             with alpha-beta pruning about 10^{alpha_beta:.0}, {}.",
            duration(minimax - Self::SPEED),
            duration(alpha_beta - Self::SPEED),
        )
    }
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
