//! The agent that plays randomly.

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

use super::{Agent, Thinking};
use crate::{
    game::Game,
    games::reversi::{Move, Pass, Position},
};

/// Chooses among the legal moves, all equally likely.
///
/// The generator is `ChaCha8`, so that a seed means the same game on every machine.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// An agent with its own stream of the random numbers of a seed.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        numbers.set_stream(stream);
        Self(numbers)
    }
}

impl Agent for Random {
    fn method(&self) -> &'static str {
        "randomly"
    }

    fn choose(&mut self, position: &Position, _: &mut Thinking) -> Move {
        let moves: Vec<_> = Pass(*position).moves().collect();
        let count = u32::try_from(moves.len()).expect("at most 64 moves");
        moves[self.0.random_range(0..count) as usize]
    }
}
