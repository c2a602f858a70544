//! Matches: games between agents, from given positions.

mod tournament;

pub use tournament::{Contestant, PlayedGame, Summary, Tournament, write_results};
