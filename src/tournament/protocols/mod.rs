//! The protocols in which agents play: what each side writes, and how it is read.
//!
//! `columbia`, `caltech` and `gtp` keep a process for a game. Each is a [`Codec`]: the referee's side, with which students'
//! programs play here, and the agent's side, with which this program plays under others' referees. A [`Description`]
//! is data for protocols that start a process for each move.

mod caltech;
mod columbia;
mod described;
mod gtp;
mod square_form;

use std::{
    io::{BufRead, Write},
    time::Duration,
};

use anyhow::Result;

pub use caltech::Caltech;
pub use columbia::{Columbia, Flags, Handshake};
pub use described::{Description, Run};
pub use gtp::Gtp;
pub use square_form::SquareForm;

use crate::{
    clock::Clock,
    conversation::{Conversation, Trouble},
    engine::Engine,
    rules::Rules,
};
use reversi_core::games::reversi::{Color, Move, Record};
use reversi_io::names::names;

names! {
    /// The protocols with a process for each game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CodecName {
        /// Columbia COMS W4701 and Toronto CSC384.
        Columbia => "columbia",
        /// Caltech CS 2.
        Caltech => "caltech",
        /// The Go Text Protocol, version 2.
        Gtp => "gtp",
    }
}

impl CodecName {
    /// The codec; Columbia's without flags.
    pub fn codec(self) -> Box<dyn Codec> {
        match self {
            Self::Columbia => Box::new(Columbia::default()),
            Self::Caltech => Box::new(Caltech),
            Self::Gtp => Box::new(Gtp),
        }
    }
}

/// What an agent is asked: to move in a position.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game so far, its opening included.
    pub record: &'a Record,
    /// The number of plies of its opening.
    pub opening: usize,
    /// The number of plies that the agent knows.
    pub known: usize,
    /// The rules of the game.
    pub rules: Rules,
    /// The clock of the game.
    pub clock: &'a Clock,
}

impl Turn<'_> {
    /// The agent's color.
    pub fn color(&self) -> Color {
        self.record.position().side_to_move()
    }
}

/// An agent's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The words that the agent wrote.
    pub text: String,
    /// The move; `None` for a square off the board.
    pub played: Option<Move>,
}

/// A protocol with a process for each game, from both sides.
pub trait Codec: std::fmt::Debug + Send + Sync {
    /// Arguments of the agent's program beside those of its recipe.
    fn arguments(&self, _color: Color) -> Vec<String> {
        Vec::new()
    }

    /// True if an agent without a legal move is asked all the same.
    fn asks_for_passes(&self) -> bool {
        false
    }

    /// True if games can start from other positions than the standard one.
    fn starts_anywhere(&self) -> bool {
        true
    }

    /// Waits until the agent is ready, and tells it what it has to know before its first turn.
    ///
    /// # Errors
    /// Returns an error if the agent is not ready in time.
    fn greet(&self, agent: &mut Conversation, color: Color, rules: Rules, clock: &Clock) -> Result<(), Trouble>;

    /// Asks the agent for a move.
    ///
    /// # Errors
    /// Returns an error if no answer comes in time, or if the answer is not a move.
    fn ask(&self, agent: &mut Conversation, turn: &Turn) -> Result<Answer, Trouble>;

    /// The last words to the agent.
    fn farewell(&self, _record: &Record) -> String {
        String::new()
    }

    /// Plays as an agent until the referee has no more questions.
    ///
    /// # Errors
    /// Returns an error if the referee writes something that cannot be read, or reads nothing any more.
    fn play(
        &self,
        engine: &mut Engine,
        color: Option<Color>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<()>;
}

/// Whole seconds without decimals, other times with those that they need.
fn seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

/// Reads a line; `None` at the end.
fn read_line(input: &mut dyn BufRead) -> Result<Option<String>> {
    let mut line = String::new();
    Ok((input.read_line(&mut line)? > 0).then(|| line.trim().to_owned()))
}

/// The error of an answer that has another form than a move.
fn not_a_move(text: &str, expected: &str) -> Trouble {
    let shown: String = text.chars().take(200).collect();
    Trouble::Unreadable(format!("it wrote {shown:?}; expected {expected}"))
}
