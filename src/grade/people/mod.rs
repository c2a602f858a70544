//! The people of a class: who takes part, when they handed in, and what was given to them by hand.

pub mod anonymity;
pub mod lateness;
pub mod overrides;
pub mod roster;
pub mod timestamp;
