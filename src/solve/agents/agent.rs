//! Agents and their names.

use std::{fmt, path::Path, str::FromStr};

use super::{DepthLimited, Endgame, Full, Positional, Thinking, tree_size::whole_search};
use crate::endgame::{Score, Solver};
use reversi_core::{
    game::{Depth, Game as _, Random},
    games::reversi::{Expression, LeafEvaluation, Move, Pass, Pieces, Position},
    search::Algorithm,
};
use reversi_io::names::ParseError;

/// Chooses the moves of a player.
pub trait Agent {
    /// The method, for the sentence "I'm picking a move ...".
    fn method(&self) -> &'static str;

    /// The best legal move, which may be a pass. If the search is interrupted, returns the best move so far, or `None`
    /// if there is none yet.
    fn best(&mut self, position: &Position, thinking: &mut Thinking) -> Option<Move>;

    /// Chooses the best move, or the first legal move if no best one is known.
    ///
    /// # Panics
    /// Panics if the game is over.
    fn choose(&mut self, position: &Position, thinking: &mut Thinking) -> Move {
        let best = self.best(position, thinking);
        best.or_else(|| Pass(*position).moves().next()).expect("the game is not over")
    }
}

/// Chooses a legal move at random; all legal moves are equally likely.
impl Agent for Random {
    fn method(&self) -> &'static str {
        "randomly"
    }

    fn best(&mut self, position: &Position, _: &mut Thinking) -> Option<Move> {
        let moves: Vec<_> = Pass(*position).moves().collect();
        Some(self.one_of(&moves))
    }
}

/// An agent, given by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentName {
    /// `random`: any legal move; all legal moves are equally likely.
    Random,
    /// `minimax`, `alphabeta`: a search of the whole game.
    Full(Algorithm),
    /// `depth:D`, `depth:D:EVALUATION`: alpha-beta with a limit of `D` plies and an evaluation [default: `weights`].
    DepthLimited { depth: Depth, evaluation: Expression },
}

impl AgentName {
    /// Makes the agent for games on the board of a position. A depth-limited agent plays the `endgame` perfectly.
    /// Random agents with the same seed and `stream` make the same choices.
    pub fn agent(&self, position: &Position, endgame: Endgame, seed: u64, stream: u64) -> Box<dyn Agent> {
        let size = position.size();
        match self {
            Self::Random => Box::new(Random::new(seed, stream)),
            Self::Full(algorithm) => Box::new(Full { algorithm: *algorithm, solver: Solver::new(size, Score::Discs) }),
            &Self::DepthLimited { depth, ref evaluation } => match evaluation.leaf_evaluation(size) {
                LeafEvaluation::Pieces => Box::new(DepthLimited::new(size, depth, endgame, Positional(Pieces))),
                LeafEvaluation::Weights(table) => Box::new(DepthLimited::new(size, depth, endgame, Positional(table))),
                LeafEvaluation::Sum(sum) => Box::new(DepthLimited::new(size, depth, endgame, Positional(sum))),
            },
        }
    }

    /// True if the agent's moves depend on random numbers.
    pub const fn is_random(&self) -> bool {
        matches!(self, Self::Random)
    }

    /// A sentence on the time of a whole-game search; `None` if this agent does not make one or if it is fast enough.
    pub fn takes_too_long(&self, position: &Position) -> Option<String> {
        match self {
            Self::Full(_) if position.empty().len() > Full::MOST_EMPTIES => Some(whole_search(position)),
            _ => None,
        }
    }
}

/// Writes the name. [`FromStr`] reads it, unless the evaluation has its own name.
impl fmt::Display for AgentName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => formatter.pad("random"),
            Self::Full(algorithm) => algorithm.fmt(formatter),
            Self::DepthLimited { depth, evaluation } if *evaluation == Expression::weights() => {
                formatter.pad(&format!("depth:{depth}"))
            }
            Self::DepthLimited { depth, evaluation } => formatter.pad(&format!("depth:{depth}:{evaluation}")),
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
        let unknown = "expected random, minimax, alphabeta, depth:D or depth:D:EVALUATION (D plies, from 1)";
        let (depth, evaluation) = depth_limited().ok_or(unknown)?;
        let evaluation =
            Expression::read(evaluation, Path::new("")).map_err(|problem| problem.explain("EVALUATION", evaluation))?;
        Ok(Self::DepthLimited { depth, evaluation })
    }
}
