//! The agent that plays randomly.

use super::{Agent, Thinking};
use crate::{
    game::{Game as _, Random},
    games::reversi::{Move, Pass, Position},
};

/// Chooses among the legal moves, all equally likely.
impl Agent for Random {
    fn method(&self) -> &'static str {
        "randomly"
    }

    fn choose(&mut self, position: &Position, _: &mut Thinking) -> Move {
        let moves: Vec<_> = Pass(*position).moves().collect();
        self.one_of(&moves)
    }
}
