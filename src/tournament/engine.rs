//! This program as an agent under the referees of others.

use std::fmt;

use reversi_core::games::reversi::{Move, Position, Size};
use reversi_solve::agents::{Agent, AgentName, Endgame, Thinking};

/// An agent of this program, which is ready to be asked.
pub struct Engine {
    agent: AgentName,
    name: String,
    seed: u64,
    playing: Option<(Size, Box<dyn Agent>)>,
}

impl Engine {
    /// The agent of a name. Random agents of one seed choose alike.
    pub fn new(agent: AgentName, seed: u64) -> Self {
        Self { name: format!("reversi {agent}"), agent, seed, playing: None }
    }

    /// The name by which it introduces itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Chooses a move: a pass if there is no other, `None` if the game is over.
    pub fn choose(&mut self, position: &Position) -> Option<Move> {
        if position.legal_moves().is_empty() {
            return (!position.is_over()).then_some(Move::Pass);
        }
        let size = position.size();
        let playing = self.playing.take().filter(|(of, _)| *of == size);
        let (_, agent) = self
            .playing
            .insert(playing.unwrap_or_else(|| (size, self.agent.agent(position, Endgame::NONE, self.seed, 0))));
        Some(agent.choose(position, &mut Thinking::undisturbed()))
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Engine").field("agent", &self.agent).field("seed", &self.seed).finish_non_exhaustive()
    }
}
