//! Talks to the terminal: messages, progress, times, interrupts, and saved terminal settings.

use std::{
    fmt::Display,
    io::{self, ErrorKind, Write},
};

pub mod clock;
#[cfg(target_os = "linux")]
pub mod closed;
#[cfg(not(target_family = "wasm"))]
pub mod interrupt;
pub mod modes;
#[cfg(not(target_family = "wasm"))]
pub mod progress;
pub mod screen;

/// Writes a message that is not a result to standard error, after the program's name.
pub fn say(message: impl Display) {
    tell(format_args!("reversi: {}", without_numbers(message)));
}

/// A message without the system's numbers of errors, such as ` (os error 2)`.
pub fn without_numbers(message: impl Display) -> String {
    let message = message.to_string();
    let mut parts = message.split(" (os error ");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once(')').map_or(part, |(_, rest)| rest));
    [first].into_iter().chain(rest).collect()
}

/// Writes a text to standard error. If standard error is closed, the text is lost without an error.
pub fn tell(text: impl Display) {
    let _ = writeln!(io::stderr(), "{}", screen::fit(&text.to_string(), screen::width(io::stderr())));
}

/// An output of a command whose exit code is a verdict. If the reader closes the pipe, all further text is ignored, and
/// the command still reaches its verdict.
#[derive(Debug)]
pub struct UntilClosed<W>(pub W);

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(text), text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

fn unless_closed<T>(written: io::Result<T>, all: T) -> io::Result<T> {
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(all) } else { Err(error) })
}

/// Counts line ends. Sums that fit a byte let the processor count many line ends at once: 0.05 ms instead of 0.6 ms for
/// a mebibyte. Writing a mebibyte of log takes 2 ms.
pub fn line_ends(block: &[u8]) -> u64 {
    block.chunks(255).map(|chunk| u64::from(chunk.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>())).sum()
}
