//! Awari, as the Abapa assignment plays it: the rules, setups as text, and the record of a match.
//! It knows no search and no log.

mod position;
mod record;
pub mod setup;
mod sowing;

pub use position::{Player, Position, ScoreDifference, Side, Verdict};
pub use record::{Ending, Record};
pub use sowing::House;
