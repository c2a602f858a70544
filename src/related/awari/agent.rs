//! Agents that play Awari.

use std::str::FromStr;

use reversi_core::{game::Depth, search::stack::DEEPEST};
use reversi_io::names::ParseError;

/// Chooses a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwariAgent {
    /// `first`: the legal house with the lowest number.
    First,
    /// `ab:D`: the best house, by alpha-beta to a depth of 1 to [`DEEPEST`] plies.
    AlphaBeta(Depth),
    /// `human`: asks a person.
    Human,
}

impl FromStr for AwariAgent {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        let plies = name.strip_prefix("ab:").and_then(|plies| plies.parse().ok());
        match (name, plies) {
            ("first", _) => Ok(Self::First),
            ("human", _) => Ok(Self::Human),
            (_, Some(plies @ 1..=DEEPEST)) => Ok(Self::AlphaBeta(Depth::new(plies))),
            _ => Err(format!("expected `first`, `human`, or `ab:D` with a depth D from 1 to {DEEPEST}").into()),
        }
    }
}
