//! The size of game trees that are too large to be counted.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use super::{Depth, Game};

/// Estimates the number of nodes of a game tree down to a depth from `playouts` random games, always the same ones (Knuth
/// 1975, "Estimating the efficiency of backtrack programs"): in each, the number of moves at the first ply, times that
/// at the second, and so on, added up over the plies, is a guess whose expectation is the number of nodes.
#[must_use]
pub fn estimate_nodes<G: Game>(root: &G, depth: Depth, playouts: u32) -> f64 {
    // ChaCha means the same on every machine.
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let sum: f64 = (0..playouts).map(|_| guess(*root, depth, &mut random)).sum();
    sum / f64::from(playouts)
}

fn guess<G: Game>(mut game: G, depth: Depth, random: &mut ChaCha8Rng) -> f64 {
    let mut nodes = 1.0;
    let mut at_ply = 1.0;
    for _ in 0..depth.plies() {
        let moves: Vec<_> = game.moves().collect();
        let Some(count) = u32::try_from(moves.len()).ok().filter(|&count| count > 0) else { break };
        at_ply *= f64::from(count);
        nodes += at_ply;
        game = game.after(moves[random.random_range(0..count) as usize]);
    }
    nodes
}
