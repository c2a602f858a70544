//! Agents: what one must do, and the names they are asked for by.

use std::{fmt, path::Path, str::FromStr};

use thiserror::Error;

use super::{DepthLimited, Endgame, Full, GameSolver, Positional, Thinking, tree_size::whole_search};
use crate::{
    game::{Depth, Random},
    games::reversi::{Expression, LeafEvaluation, Move, Pieces, Position},
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
    /// `depth:D`, `depth:D:EVALUATION`: alpha-beta with a cut-off at `D` plies and an evaluation, `weights` where none is named.
    DepthLimited {
        /// The cut-off.
        depth: Depth,
        /// What positions are worth there.
        evaluation: Expression,
        /// From where on it plays perfectly.
        endgame: Endgame,
    },
}

impl AgentName {
    /// The agent, for games on the board of a position. Agents of one seed choose alike; of those, each has its own
    /// `stream` of random numbers.
    pub fn agent(&self, position: &Position, seed: u64, stream: u64) -> Box<dyn Agent> {
        match self {
            Self::Random => Box::new(Random::new(seed, stream)),
            Self::Full(algorithm) => Box::new(Full { algorithm: *algorithm, solver: GameSolver::default() }),
            Self::DepthLimited { depth, evaluation, endgame } => {
                let size = position.size();
                let (depth, ending) = (*depth, endgame.empties(size));
                match evaluation.leaf_evaluation(size) {
                    LeafEvaluation::Pieces => Box::new(DepthLimited::new(depth, ending, Positional(Pieces))),
                    LeafEvaluation::Weights(weights) => Box::new(DepthLimited::new(depth, ending, Positional(weights))),
                    LeafEvaluation::Sum(sum) => Box::new(DepthLimited::new(depth, ending, Positional(sum))),
                }
            }
        }
    }

    /// The same agent, if it is depth-limited with another endgame.
    pub fn with_endgame(mut self, given: Endgame) -> Self {
        if let Self::DepthLimited { endgame, .. } = &mut self {
            *endgame = given;
        }
        self
    }

    /// Whether its moves depend on random numbers.
    pub const fn is_random(&self) -> bool {
        matches!(self, Self::Random)
    }

    /// What a search of the whole game takes from a position, where this agent needs one and it is too long.
    pub fn takes_too_long(&self, position: &Position) -> Option<String> {
        match self {
            Self::Full(_) if position.empty().len() > Full::MOST_EMPTIES => Some(whole_search(position)),
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
            Self::DepthLimited { depth, evaluation, .. } if *evaluation == Expression::weights() => {
                formatter.pad(&format!("depth:{depth}"))
            }
            Self::DepthLimited { depth, evaluation, .. } => formatter.pad(&format!("depth:{depth}:{evaluation}")),
        }
    }
}

/// A text that names no agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseAgentError {
    /// It is none of the agents.
    #[error("expected random, minimax, alphabeta, depth:D or depth:D:EVALUATION, D a number of plies from 1")]
    Unknown,
    /// What follows the depth names no evaluation.
    #[error("{0}")]
    Evaluation(String),
}

impl FromStr for AgentName {
    type Err = ParseAgentError;

    fn from_str(name: &str) -> Result<Self, ParseAgentError> {
        match name {
            "random" => return Ok(Self::Random),
            "minimax" => return Ok(Self::Full(Algorithm::Minimax)),
            "alphabeta" => return Ok(Self::Full(Algorithm::AlphaBeta)),
            _ => {}
        }
        let rest = name.strip_prefix("depth:").ok_or(ParseAgentError::Unknown)?;
        let (plies, evaluation) = rest.split_once(':').unwrap_or((rest, "weights"));
        let depth = plies.parse().map_err(|_| ParseAgentError::Unknown)?;
        let evaluation = Expression::read(evaluation, Path::new(""))
            .map_err(|problem| ParseAgentError::Evaluation(problem.explain(name, evaluation)))?;
        Ok(Self::DepthLimited { depth, evaluation, endgame: Endgame::NONE })
    }
}
