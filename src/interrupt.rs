//! What SIGINT and SIGTERM do: unfinished output files go, the terminal is left clean, and one message tells of it.

use std::{
    io::{self, Write as _},
    process, thread,
};

use anyhow::{Context, Result};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    iterator::Signals,
};

use crate::{output, progress};

/// Ends the process on SIGINT and SIGTERM from now on, with exit code 128 + signal as shells have it. The old files of
/// all outputs that are not committed stay as they are.
///
/// # Errors
/// Where the system has no descriptor or thread left for it.
pub fn watch() -> Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM]).context("cannot watch for interrupts")?;
    let watch = move || signals.forever().take(1).for_each(end);
    thread::Builder::new().name("interrupts".to_owned()).spawn(watch).context("cannot watch for interrupts")?;
    Ok(())
}

fn end(signal: i32) {
    // From here on nothing is created, committed or drawn.
    let unfinished = output::abandon_all();
    progress::clear();
    let message = match unfinished.as_slice() {
        [] => None,
        [name] => Some(format!("interrupted: {name} is as it was")),
        [names @ .., last] => Some(format!("interrupted: {} and {last} are as they were", names.join(", "))),
    };
    if let Some(message) = message {
        // Nothing is left to tell where the message itself cannot be written.
        let _ = writeln!(io::stderr(), "{message}");
    }
    process::exit(128 + signal);
}
