//! Estimates the size of game trees that are too large to count.

use super::{Depth, Game, Random, playout};

/// Estimates the number of nodes of a game tree down to a depth, by `playouts` random games. The random games are the
/// same in every run. For each game, the guess is b1 + b1 b2 + b1 b2 b3 + ..., where b1, b2, ... are the numbers of
/// moves at each ply. The mean of these guesses approaches the number of nodes (Knuth 1975, "Estimating the efficiency
/// of backtrack programs").
pub fn estimate_nodes<G: Game>(root: &G, depth: Depth, playouts: u32) -> f64 {
    let mut random = Random::new(0, 0);
    let mut guess = || {
        let mut at_ply = 1.0;
        let plies = playout(*root, |moves| random.one_of(moves)).take(depth.plies() as usize);
        plies.fold(1.0, |nodes, ply| {
            at_ply *= ply.choices as f64;
            nodes + at_ply
        })
    };
    (0..playouts).map(|_| guess()).sum::<f64>() / f64::from(playouts)
}
