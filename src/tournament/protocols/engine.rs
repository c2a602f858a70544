//! This program as an agent under other referees.

use std::io::{BufRead, Write};

use anyhow::Result;
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

    /// Chooses a move: a pass if there is no other, `None` if the game is over.
    pub fn choose(&mut self, position: &Position) -> Option<Move> {
        if position.legal_moves().is_empty() {
            return (!position.is_over()).then_some(Move::Pass);
        }
        let size = position.size();
        let start = || (size, self.agent.agent(position, Endgame::NONE, self.seed, 0));
        let playing = self.playing.take().filter(|(of, _)| *of == size).unwrap_or_else(start);
        let (_, agent) = self.playing.insert(playing);
        Some(agent.choose(position, &mut Thinking::undisturbed()))
    }
}

/// The referee that an engine communicates with.
pub struct Referee<'a> {
    pub input: &'a mut dyn BufRead,
    pub output: &'a mut dyn Write,
}

impl Referee<'_> {
    /// Reads a line; `None` at the end.
    pub(super) fn read(&mut self) -> Result<Option<String>> {
        let mut line = String::new();
        Ok((self.input.read_line(&mut line)? > 0).then(|| line.trim().to_owned()))
    }

    pub(super) fn write(&mut self, line: &str) -> Result<()> {
        writeln!(self.output, "{line}")?;
        Ok(self.output.flush()?)
    }
}
