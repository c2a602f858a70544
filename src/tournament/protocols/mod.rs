//! The protocols of agents: the messages of both sides.
//!
//! `columbia`, `caltech` and `gtp` keep a process for a game. Each is a `Codec`: the referee's side runs students'
//! programs here, and the agent's side lets this program play under other referees. A `Description` is data for
//! protocols that start a process for each move.

mod caltech;
mod columbia;
mod described;
mod engine;
mod gtp;
mod square_form;

use anyhow::Result;
use reversi_core::games::reversi::{Color, Move, Record};
use reversi_io::names::names;
use serde::Deserialize;

pub use self::engine::{Engine, Referee};
pub(crate) use self::{
    caltech::Caltech,
    columbia::{Columbia, Flags, Handshake},
    described::{Description, Run},
    gtp::Gtp,
    square_form::SquareForm,
};
use crate::{
    clock::Clock,
    conversation::{Conversation, Trouble},
    player::Seat,
};

names! {
    /// The protocols with a process for each game.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum CodecName {
        /// Columbia COMS W4701 and Toronto CSC384.
        Columbia => "columbia",
        /// Caltech CS 2.
        Caltech => "caltech",
        /// The Go Text Protocol, version 2.
        #[default]
        Gtp => "gtp",
    }
}

impl CodecName {
    /// Plays as an agent until the referee asks no more questions. Caltech's agents are started with their color.
    ///
    /// # Errors
    /// Returns an error if the referee writes something unreadable, or no longer reads.
    pub fn play(self, engine: &mut Engine, color: Option<Color>, referee: &mut Referee) -> Result<()> {
        self.codec().play(engine, color, referee)
    }

    /// The codec; Columbia's has no flags.
    pub(crate) fn codec(self) -> Box<dyn Codec> {
        match self {
            Self::Columbia => Box::new(Columbia::default()),
            Self::Caltech => Box::new(Caltech),
            Self::Gtp => Box::new(Gtp),
        }
    }
}

/// The question to an agent: its move in a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<'a> {
    /// The game so far, opening included.
    pub record: &'a Record,
    /// The number of plies of the opening.
    pub opening: usize,
    pub clock: &'a Clock,
}

impl Turn<'_> {
    /// The agent's color.
    pub fn color(&self) -> Color {
        self.record.position().side_to_move()
    }
}

/// An agent's answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The words that the agent wrote.
    pub text: String,
    /// The move; `None` for a square off the board.
    pub played: Option<Move>,
}

/// Both sides of a protocol with a process for each game.
pub(crate) trait Codec: std::fmt::Debug + Send + Sync {
    /// Arguments of the agent's program in addition to those of its recipe.
    fn arguments(&self, _color: Color) -> Vec<String> {
        Vec::new()
    }

    /// True if an agent is asked for a move even if it has to pass.
    fn asks_for_passes(&self) -> bool {
        false
    }

    /// True if games can start from other positions than the standard one.
    fn starts_anywhere(&self) -> bool {
        true
    }

    /// Waits until the agent is ready, and sends everything that it must know before its first turn.
    fn greet(&self, agent: &mut Conversation, seat: Seat) -> Result<(), Trouble>;

    /// Asks the agent for a move. The agent knows the first `known` plies of the game.
    fn ask(&self, agent: &mut Conversation, turn: &Turn, known: usize) -> Result<Answer, Trouble>;

    /// The last message to the agent.
    fn farewell(&self, _record: &Record) -> String {
        String::new()
    }

    /// Plays as an agent until the referee asks no more questions.
    fn play(&self, engine: &mut Engine, color: Option<Color>, referee: &mut Referee) -> Result<()>;
}
