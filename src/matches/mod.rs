//! Matches: games between agents, from given positions.

mod starts;
mod tournament;

pub use starts::{ParseStartError, parse_starts};
pub use tournament::{Contestant, PlayedGame, Summary, Tournament, write_results};
