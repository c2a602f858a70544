//! The agent that plays randomly.

use super::{Agent, Thinking};
use crate::{
    game::{self, Game},
    games::reversi::{Move, Pass, Position},
};

/// Chooses among the legal moves, all equally likely.
#[derive(Debug)]
pub struct RandomAgent(game::Random);

impl RandomAgent {
    /// An agent with its own stream of the random numbers of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(game::Random::new(seed, stream))
    }
}

impl Agent for RandomAgent {
    fn method(&self) -> &'static str {
        "randomly"
    }

    fn choose(&mut self, position: &Position, _: &mut Thinking) -> Move {
        let moves: Vec<_> = Pass(*position).moves().collect();
        self.0.one_of(&moves)
    }
}
