//! Plays a game between two agents.

use std::time::{Duration, Instant};

use crate::agents::{Agent, Thinking};
use reversi_core::games::reversi::{ByColor, Color, Move, Position, Record};

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The color of the match's first agent.
    pub first: Color,
    pub record: Record,
    pub nodes: ByColor<u64>,
    pub times: ByColor<Duration>,
}

impl PlayedGame {
    /// Plays a game from a position to its end. A forced pass is made without calling the agent.
    pub fn play(start: Position, first: Color, mut agents: ByColor<Box<dyn Agent>>) -> Self {
        let mut game = Self { first, record: Record::new(start), nodes: ByColor::default(), times: ByColor::default() };
        loop {
            let position = *game.record.position();
            let side_to_move = position.side_to_move();
            let played = match *game.record.legal() {
                [] => return game,
                [Move::Pass] => Move::Pass,
                _ => {
                    let mut thinking = Thinking::undisturbed();
                    let clock = Instant::now();
                    let played = agents[side_to_move].choose(&position, &mut thinking);
                    game.times[side_to_move] += clock.elapsed();
                    game.nodes[side_to_move] += thinking.nodes;
                    played
                }
            };
            game.record.play(played);
        }
    }

    /// The agent that played a side: 0 for the match's first agent, 1 for the second.
    pub fn agent_of(&self, side: Color) -> usize {
        usize::from(side != self.first)
    }

    /// The side that an agent played.
    pub fn side_of(&self, agent: usize) -> Color {
        if agent == 0 { self.first } else { self.first.opponent() }
    }

    /// The difference of discs at the end, from an agent's point of view.
    pub fn difference(&self, agent: usize) -> i32 {
        self.record.position().lead(self.side_of(agent))
    }

    /// The number of moves that an agent chose, without passes.
    pub fn choices(&self, agent: usize) -> usize {
        let side = self.side_of(agent);
        self.record.moves().filter(|played| played.0 == side && played.1 != Move::Pass).count()
    }
}
