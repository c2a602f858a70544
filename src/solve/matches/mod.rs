//! Matches: games between two agents from given positions, as a fair comparison.
//!
//! The unit of the statistics is the pair: two games from the same start with swapped sides.

mod game;
mod pairs;
mod rows;
mod schedule;
pub mod statistics;
mod summary;
mod table;

pub use game::PlayedGame;
pub use pairs::{Match, Pair};
pub use rows::write_games;
pub use schedule::schedule;
pub use summary::{AgentScore, Summary};
