//! Agents: what one must do, and the names they are asked for by.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{DepthLimited, Endgame, Full, Positional, RandomAgent, Thinking, TreeSize};
use crate::{
    game::Depth,
    games::reversi::{EvaluationName, Move, Pieces, Position},
    search::Algorithm,
};

/// Somebody who chooses moves.
pub trait Agent {
    /// How it chooses, to go after "I'm picking a move".
    fn method(&self) -> &'static str;

    /// Chooses one of the legal moves; a pass is one where there is no other. Where the thinking is interrupted, the
    /// best move found so far.
    ///
    /// # Panics
    /// Where the game is over.
    fn choose(&mut self, position: &Position, thinking: &mut Thinking) -> Move;
}

/// An agent by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentName {
    /// `random`: any legal move, all equally likely.
    Random,
    /// `minimax`, `alphabeta`: a search of the whole game.
    Full(Algorithm),
    /// `depth:D`: alpha-beta with a cut-off at `D` plies and an evaluation.
    DepthLimited {
        /// The cut-off.
        depth: Depth,
        /// What positions are worth there.
        evaluation: EvaluationName,
        /// From where on it plays perfectly.
        endgame: Endgame,
    },
}

impl AgentName {
    /// The agent, for games on the board of a position. Agents of one seed choose alike; of those, each has its own
    /// `stream` of random numbers.
    #[must_use]
    pub fn agent(&self, position: &Position, seed: u64, stream: u64) -> Box<dyn Agent> {
        match self {
            Self::Random => Box::new(RandomAgent::new(seed, stream)),
            Self::Full(algorithm) => Box::new(Full(*algorithm)),
            Self::DepthLimited { depth, evaluation, endgame } => {
                let size = position.size();
                let (depth, ending) = (*depth, endgame.empties(size));
                match evaluation.weights() {
                    None => Box::new(DepthLimited { depth, ending, evaluation: Positional(Pieces) }),
                    Some(weights) => {
                        Box::new(DepthLimited { depth, ending, evaluation: Positional::of_size(size, weights) })
                    }
                }
            }
        }
    }

    /// The same agent, if it is depth-limited with another endgame.
    #[must_use]
    pub fn with_endgame(mut self, given: Endgame) -> Self {
        if let Self::DepthLimited { endgame, .. } = &mut self {
            *endgame = given;
        }
        self
    }

    /// Whether its moves depend on random numbers.
    #[must_use]
    pub const fn is_random(&self) -> bool {
        matches!(self, Self::Random)
    }

    /// What a search of the whole game takes from a position, where this agent needs one and it is too long.
    #[must_use]
    pub fn takes_too_long(&self, position: &Position) -> Option<TreeSize> {
        match self {
            Self::Full(_) if position.empty().len() > Full::MOST_EMPTIES => Some(TreeSize::of(position)),
            _ => None,
        }
    }
}

/// The name as it is read, or for other weights as it would be. It does not say which endgame the agent has.
impl fmt::Display for AgentName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => formatter.pad("random"),
            Self::Full(Algorithm::Minimax) => formatter.pad("minimax"),
            Self::Full(Algorithm::AlphaBeta) => formatter.pad("alphabeta"),
            Self::DepthLimited { depth, evaluation, .. } => match evaluation {
                EvaluationName::Weights => formatter.pad(&format!("depth:{depth}")),
                EvaluationName::Pieces => formatter.pad(&format!("depth:{depth}:pieces")),
                EvaluationName::Table { name, .. } => formatter.pad(&format!("depth:{depth}:{name}")),
            },
        }
    }
}

/// A text that names no agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected random, minimax, alphabeta, depth:D, depth:D:pieces or depth:D:FILE.csv, D a number of plies from 1")]
pub struct ParseAgentError;

impl FromStr for AgentName {
    type Err = ParseAgentError;

    fn from_str(name: &str) -> Result<Self, ParseAgentError> {
        match name {
            "random" => return Ok(Self::Random),
            "minimax" => return Ok(Self::Full(Algorithm::Minimax)),
            "alphabeta" => return Ok(Self::Full(Algorithm::AlphaBeta)),
            _ => {}
        }
        let rest = name.strip_prefix("depth:").ok_or(ParseAgentError)?;
        let (plies, evaluation) = match rest.split_once(':') {
            None => (rest, EvaluationName::Weights),
            Some((plies, "weights")) => (plies, EvaluationName::Weights),
            Some((plies, "pieces")) => (plies, EvaluationName::Pieces),
            Some(_) => return Err(ParseAgentError),
        };
        let depth = plies.parse().map_err(|_| ParseAgentError)?;
        Ok(Self::DepthLimited { depth, evaluation, endgame: Endgame::NONE })
    }
}
