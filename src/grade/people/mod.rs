//! The people of a class: roster, lateness, overrides and anonymous numbers.

pub mod anonymity;
pub mod lateness;
pub mod overrides;
pub mod roster;
pub mod timestamp;
