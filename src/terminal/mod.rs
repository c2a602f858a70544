//! The outside, as a terminal: messages, progress, times, what an interrupt does, and how the terminal is left.

use std::{
    fmt::Display,
    io::{self, Write as _},
};

pub mod clock;
pub mod interrupt;
pub mod modes;
pub mod progress;

/// Writes a message that is no result to standard error, after the program's name. A closed standard error is no failure:
/// the message alone is lost.
pub fn say(message: impl Display) {
    let _ = writeln!(io::stderr(), "reversi: {message}");
}
