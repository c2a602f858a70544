//! The outside, as a terminal: messages, progress, times, what an interrupt does, and how the terminal is left.

use std::{
    fmt::Display,
    io::{self, Write as _},
};

pub mod clock;
pub mod interrupt;
pub mod modes;
pub mod progress;
pub mod screen;

/// Writes a message that is no result to standard error, after the program's name.
pub fn say(message: impl Display) {
    tell(format_args!("reversi: {message}"));
}

/// Writes a text to standard error. A closed standard error is no failure: the text alone is lost.
pub fn tell(text: impl Display) {
    let _ = writeln!(io::stderr(), "{}", screen::fit(&text.to_string(), screen::width(io::stderr())));
}
