//! The outside, as a terminal: messages, progress, times, what an interrupt does, and how the terminal is left.

pub mod clock;
pub mod interrupt;
pub mod modes;
pub mod progress;

use std::{
    fmt::Display,
    io::{self, Write as _},
};

/// Writes a message that is no result to standard error, after the program's name. Where standard error is closed, nobody
/// wants to know.
pub fn say(message: impl Display) {
    let _ = writeln!(io::stderr(), "reversi: {message}");
}
