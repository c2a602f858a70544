//! Agents: what one must do, and the names they are asked for by.

use std::{fmt, path::Path, str::FromStr};

use super::{DepthLimited, Endgame, Full, Positional, Thinking, tree_size::whole_search};
use crate::{
    game::{Depth, Game as _, Random},
    games::reversi::{Expression, LeafEvaluation, Move, Pass, Pieces, Position},
    names::ParseError,
    search::Algorithm,
};

/// Somebody who chooses moves.
pub trait Agent {
    /// How it chooses, to go after "I'm picking a move".
    fn method(&self) -> &'static str;

    /// The best of the legal moves; a pass is one where there is no other. Where the thinking is interrupted, the best move
    /// found so far, if there is one.
    fn best(&mut self, position: &Position, thinking: &mut Thinking) -> Option<Move>;

    /// Chooses the best move, or the first where none is known.
    ///
    /// # Panics
    /// Where the game is over.
    fn choose(&mut self, position: &Position, thinking: &mut Thinking) -> Move {
        let best = self.best(position, thinking);
        best.or_else(|| Pass(*position).moves().next()).expect("the game is not over")
    }
}

/// Takes any of the legal moves for the best, all equally likely.
impl Agent for Random {
    fn method(&self) -> &'static str {
        "randomly"
    }

    fn best(&mut self, position: &Position, _: &mut Thinking) -> Option<Move> {
        let moves: Vec<_> = Pass(*position).moves().collect();
        Some(self.one_of(&moves))
    }
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
            Self::Full(algorithm) => Box::new(Full { algorithm: *algorithm, solver: None }),
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
            Self::Full(algorithm) => algorithm.fmt(formatter),
            Self::DepthLimited { depth, evaluation, .. } if *evaluation == Expression::weights() => {
                formatter.pad(&format!("depth:{depth}"))
            }
            Self::DepthLimited { depth, evaluation, .. } => formatter.pad(&format!("depth:{depth}:{evaluation}")),
        }
    }
}

impl FromStr for AgentName {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        if name == "random" {
            return Ok(Self::Random);
        }
        if let Ok(algorithm) = name.parse() {
            return Ok(Self::Full(algorithm));
        }
        let depth_limited = || {
            let rest = name.strip_prefix("depth:")?;
            let (plies, evaluation) = rest.split_once(':').unwrap_or((rest, "weights"));
            Some((plies.parse().ok()?, evaluation))
        };
        let unknown = "expected random, minimax, alphabeta, depth:D or depth:D:EVALUATION, D a number of plies from 1";
        let (depth, evaluation) = depth_limited().ok_or(unknown)?;
        let evaluation =
            Expression::read(evaluation, Path::new("")).map_err(|problem| problem.explain(name, evaluation))?;
        Ok(Self::DepthLimited { depth, evaluation, endgame: Endgame::NONE })
    }
}
