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
    /// `plain:D`, `plain:D:EVALUATION`: the same search, but a finished game also has the value of the evaluation.
    Plain { depth: Depth, evaluation: Expression },
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
            &Self::Plain { depth, ref evaluation } => match evaluation.leaf_evaluation(size) {
                LeafEvaluation::Pieces => Box::new(DepthLimited::new(size, depth, Endgame::NONE, Pieces)),
                LeafEvaluation::Weights(table) => Box::new(DepthLimited::new(size, depth, Endgame::NONE, table)),
                LeafEvaluation::Sum(sum) => Box::new(DepthLimited::new(size, depth, Endgame::NONE, sum)),
            },
        }
    }

    /// The agent with a depth limit whose name begins with `kind`; `None` if no name does.
    pub fn with_limit(kind: &str, depth: Depth, evaluation: Expression) -> Option<Self> {
        match kind {
            "depth" => Some(Self::DepthLimited { depth, evaluation }),
            "plain" => Some(Self::Plain { depth, evaluation }),
            _ => None,
        }
    }

    /// True if the agent's moves depend on random numbers.
    pub const fn is_random(&self) -> bool {
        matches!(self, Self::Random)
    }

    /// The depth limit; `None` without a search or for a search of the whole game.
    pub const fn depth(&self) -> Option<Depth> {
        match self {
            Self::Random | Self::Full(_) => None,
            Self::DepthLimited { depth, .. } | Self::Plain { depth, .. } => Some(*depth),
        }
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
            Self::DepthLimited { depth, evaluation } | Self::Plain { depth, evaluation } => {
                let kind = if matches!(self, Self::Plain { .. }) { "plain" } else { "depth" };
                let is_usual = *evaluation == Expression::weights();
                let evaluation = if is_usual { String::new() } else { format!(":{evaluation}") };
                formatter.pad(&format!("{kind}:{depth}{evaluation}"))
            }
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
        let with_limit = || {
            let (kind, rest) = name.split_once(':')?;
            let (plies, evaluation) = rest.split_once(':').unwrap_or((rest, "weights"));
            Some((kind, plies.parse().ok()?, evaluation))
        };
        let unknown = "expected random, minimax, alphabeta, depth:D, depth:D:EVALUATION (D plies, from 1), or plain \
                       instead of depth";
        let (kind, depth, evaluation) = with_limit().ok_or(unknown)?;
        let read = Expression::read(evaluation, Path::new(""));
        let evaluation = read.map_err(|problem| problem.explain("EVALUATION", evaluation))?;
        Self::with_limit(kind, depth, evaluation).ok_or_else(|| unknown.into())
    }
}
