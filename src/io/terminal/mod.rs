//! Talks to the terminal: messages, progress, times, interrupts, and saved terminal settings.

use std::{
    fmt::Display,
    io::{self, Write as _},
};

pub mod clock;
pub mod interrupt;
pub mod modes;
pub mod progress;
pub mod screen;

/// Writes a message that is not a result to standard error, after the program's name.
pub fn say(message: impl Display) {
    tell(format_args!("reversi: {message}"));
}

/// Writes a text to standard error. If standard error is closed, the text is lost without an error.
pub fn tell(text: impl Display) {
    let _ = writeln!(io::stderr(), "{}", screen::fit(&text.to_string(), screen::width(io::stderr())));
}
