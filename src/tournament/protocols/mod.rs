//! The protocols of agents: the messages between the referee and an agent.
//!
//! A `Description` is a protocol as data. Its process plays a whole game, or a single move. The Go Text Protocol is
//! code.

mod described;
mod engine;
pub mod gtp;
mod square_form;
mod template;

use std::time::Duration;

use reversi_core::games::reversi::{Color, Move, Record};

pub use self::engine::Engine;
use self::square_form::SquareForm;
pub(crate) use self::{
    described::{Description, Lifetime},
    template::Template,
};
use crate::{clock::Clock, conversation::Conversation, game::Failure};

/// The protocol of a class.
#[derive(Debug)]
pub(crate) enum Protocol {
    Gtp,
    Described(Box<Description>),
}

/// The question to an agent for a move in a position.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game so far, opening included.
    pub record: &'a Record,
    pub opening: usize,
    pub clock: &'a Clock,
    pub color: Color,
    /// The last move before the question.
    pub last: Option<Move>,
}

impl<'a> Turn<'a> {
    pub fn new(record: &'a Record, opening: usize, clock: &'a Clock) -> Self {
        let last = record.moves().last().map(|played| played.1);
        Self { record, opening, clock, color: record.position().side_to_move(), last }
    }

    /// The time after which the agent is late.
    pub fn deadline(&self) -> Duration {
        self.clock.deadline(self.color)
    }
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub text: String,
    /// The move that the agent chose; `None` for a square off the board.
    pub played: Option<Move>,
}

impl Protocol {
    const fn description(&self) -> Option<&Description> {
        match self {
            Self::Gtp => None,
            Self::Described(description) => Some(description),
        }
    }

    /// The arguments of an agent's program.
    pub fn arguments(&self, turn: &Turn) -> Vec<String> {
        self.description().map_or_else(Vec::new, |description| description.arguments(turn))
    }

    /// True if an agent is asked for a move even if the agent has to pass.
    pub fn asks_for_passes(&self) -> bool {
        self.description().is_some_and(Description::asks_for_passes)
    }

    /// True if games can start from other positions than the standard position.
    pub fn starts_anywhere(&self) -> bool {
        self.description().is_none_or(Description::shows_board)
    }

    /// True if an agent may write other lines than moves.
    pub fn skips_lines(&self) -> bool {
        self.description().is_some_and(Description::skips_lines)
    }

    /// Waits until the agent is ready, and sends everything that it must know before its first turn. `start` replaces
    /// the text at the start.
    pub fn greet(&self, agent: &mut Conversation, turn: &Turn, start: Option<&Template>) -> Result<(), Failure> {
        match self {
            Self::Gtp => gtp::greet(agent, turn),
            Self::Described(description) => description.greet(agent, turn, start),
        }
    }

    /// Sends an illegal move in place of the opponent's next move. Returns true if the agent refuses the illegal move;
    /// `None` if the protocol has no error message, or if the agent knows all moves.
    pub fn probe(&self, agent: &mut Conversation, turn: &Turn, known: usize) -> Result<Option<bool>, Failure> {
        self.description().map_or(Ok(None), |description| description.probe(agent, turn, known))
    }

    /// Asks the agent for a move. The agent knows the first `known` plies of the game.
    pub fn ask(&self, agent: &mut Conversation, turn: &Turn, known: usize) -> Result<Answer, Failure> {
        match self {
            Self::Gtp => gtp::ask(agent, turn, known),
            Self::Described(description) => description.ask(agent, turn, known),
        }
    }

    /// The last message that the agent gets after the game.
    pub fn farewell(&self, turn: &Turn, known: usize) -> String {
        self.description().map_or_else(|| "quit\n".to_owned(), |description| description.farewell(turn, known))
    }

    /// The winner that the agent names after the game, and the right one; `None` if the protocol does not ask for it.
    pub fn named_winner(&self, agent: &mut Conversation, turn: &Turn) -> Option<[String; 2]> {
        self.description()?.named_winner(agent, turn)
    }
}
