//! This program as an agent under other referees.

use reversi_core::games::reversi::{Move, Position, Size};
use reversi_solve::agents::{Agent, AgentName, Endgame, Thinking};

/// An agent of this program that can be asked for moves.
pub struct Engine {
    agent: AgentName,
    seed: u64,
    playing: Option<(Size, Box<dyn Agent>)>,
}

impl Engine {
    /// The agent with a name. Random agents with the same seed make the same choices.
    pub fn new(agent: AgentName, seed: u64) -> Self {
        Self { agent, seed, playing: None }
    }

    /// The name of the agent for the referee.
    pub fn name(&self) -> String {
        format!("reversi {}", self.agent)
    }

    /// Chooses a move; the move is a pass if there is no other legal move.
    pub fn choose(&mut self, position: &Position) -> Move {
        if position.legal_moves().is_empty() {
            return Move::Pass;
        }
        let size = position.size();
        let start = || (size, self.agent.agent(position, Endgame::NONE, self.seed, 0));
        let playing = self.playing.take().filter(|(of, _)| *of == size).unwrap_or_else(start);
        let (_, agent) = self.playing.insert(playing);
        agent.choose(position, &mut Thinking::undisturbed())
    }
}
