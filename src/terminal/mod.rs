//! The outside, as a terminal: progress, times, what an interrupt does, and how the terminal is left.

pub mod clock;
pub mod interrupt;
pub mod modes;
pub mod progress;
