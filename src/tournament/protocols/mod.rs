//! The protocols of agents: the messages between the referee and an agent.
//!
//! `columbia`, `caltech` and `gtp` keep a process for a game. Each protocol is a `Codec`: the referee's side runs
//! students' programs here. The agent's side lets this program play under other referees. A `Description` is data for
//! protocols that start a process for each move.

mod caltech;
mod columbia;
mod described;
mod engine;
mod gtp;
mod square_form;

use std::{fmt::Debug, time::Duration};

use anyhow::Result;
use reversi_core::games::reversi::{Color, Move, Record};
use reversi_io::names::names;
use serde::Deserialize;

pub use self::engine::Engine;
pub(crate) use self::{
    caltech::Caltech,
    columbia::{Columbia, Flags, Handshake},
    described::Description,
    gtp::Gtp,
    square_form::SquareForm,
};
use crate::{clock::Clock, conversation::Conversation, game::Failure, rules::Rules};

names! {
    /// The protocols with a process for each game.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum CodecName {
        Columbia => "columbia",
        Caltech => "caltech",
        #[default]
        Gtp => "gtp",
    }
}

impl CodecName {
    /// The codec; Columbia's has no flags.
    pub fn codec(self) -> Box<dyn Codec> {
        match self {
            Self::Columbia => Box::new(Columbia::default()),
            Self::Caltech => Box::new(Caltech),
            Self::Gtp => Box::new(Gtp),
        }
    }
}

/// The question to an agent for a move in a position.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game so far, opening included.
    pub record: &'a Record,
    pub opening: usize,
    pub clock: &'a Clock,
}

impl Turn<'_> {
    pub fn color(&self) -> Color {
        self.record.position().side_to_move()
    }

    /// The time that the agent may take.
    pub fn limit(&self) -> Duration {
        self.clock.limit(self.color())
    }
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub text: String,
    /// The move that the agent chose; `None` for a square off the board.
    pub played: Option<Move>,
}

/// Both sides of a protocol with a process for each game.
pub trait Codec: Debug + Send + Sync {
    /// Arguments of the agent's program in addition to the recipe's arguments.
    fn arguments(&self, _color: Color) -> Vec<String> {
        Vec::new()
    }

    /// True if an agent is asked for a move even if the agent has to pass.
    fn asks_for_passes(&self) -> bool {
        false
    }

    /// True if games can start from other positions than the standard position.
    fn starts_anywhere(&self) -> bool {
        true
    }

    /// Waits until the agent is ready, and sends everything that it must know before its first turn.
    fn greet(&self, agent: &mut Conversation, color: Color, rules: Rules) -> Result<(), Failure>;

    /// Asks the agent for a move. The agent knows the first `known` plies of the game.
    fn ask(&self, agent: &mut Conversation, turn: &Turn, known: usize) -> Result<Answer, Failure>;

    /// The last message that the agent gets after the game.
    fn farewell(&self, _record: &Record) -> String {
        String::new()
    }

    /// Plays as an agent on standard input and output, until the referee asks no more questions.
    fn play(&self, engine: &mut Engine, color: Option<Color>) -> Result<()>;
}
