//! Who plays a side of Awari.

use std::str::FromStr;

use thiserror::Error;

use crate::{game::Depth, search::stack::DEEPEST};

/// Chooses a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwariAgent {
    /// `first`: the legal house of the lowest number.
    First,
    /// `ab:D`: the best house by alpha-beta, searched to a depth of 1 to [`DEEPEST`] plies.
    AlphaBeta(Depth),
    /// `human`: a person is asked.
    Human,
}

/// A text that names no agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected `first`, `human`, or `ab:D` with a depth D from 1 to {DEEPEST}")]
pub struct ParseAwariAgentError;

impl FromStr for AwariAgent {
    type Err = ParseAwariAgentError;

    fn from_str(name: &str) -> Result<Self, ParseAwariAgentError> {
        let plies = name.strip_prefix("ab:").and_then(|plies| plies.parse().ok());
        match (name, plies) {
            ("first", _) => Ok(Self::First),
            ("human", _) => Ok(Self::Human),
            (_, Some(plies @ 1..=DEEPEST)) => Ok(Self::AlphaBeta(Depth::new(plies))),
            _ => Err(ParseAwariAgentError),
        }
    }
}
