//! Awari, as the Abapa assignment plays it: the rules, setups as text, and the record of a match.
//! It knows no search and no log.

mod position;
mod record;
pub mod setup;
mod sowing;

pub use position::{Ending, Player, Position, ScoreDifference, Side};
pub use record::MatchRecord;
pub use sowing::House;
