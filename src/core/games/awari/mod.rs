//! The game Awari (for the Abapa assignment): the rules, setups as text, and the record of a match. The module does not
//! depend on search or log.

mod position;
mod record;
pub mod setup;
mod sowing;

pub use position::{Ending, Player, Position, ScoreDifference, Side};
pub use record::MatchRecord;
pub use sowing::House;
