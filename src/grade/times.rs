//! The times of commands, which are the only results that differ between runs.

use anyhow::Result;

use super::escape;
use crate::sandbox::Usage;

/// The time and memory that a student's command used.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandTime {
    /// The case, or `build`.
    pub what: String,
    /// Processor time in seconds.
    pub processor: f64,
    /// Wall-clock time in seconds.
    pub wall: f64,
    /// The largest number of bytes of resident memory.
    pub memory: u64,
}

impl CommandTime {
    pub(crate) fn new(what: &str, usage: &Usage) -> Self {
        let [processor, wall] = [usage.processor, usage.wall].map(|time| milliseconds(time.as_secs_f64()));
        Self { what: what.to_owned(), processor, wall, memory: usage.memory }
    }
}

/// The first line of `times.csv`.
pub const HEADER: &str = "student,command,processor seconds,seconds,bytes of memory\n";

/// The rows of a student in `times.csv`, in the order of the commands.
pub(crate) fn rows(student: &str, times: &[CommandTime]) -> Result<Vec<u8>> {
    let mut rows = escape::table();
    for CommandTime { what, processor, wall, memory } in times {
        rows.serialize((escape::cell(student), escape::cell(what), processor, wall, memory))?;
    }
    Ok(rows.into_inner()?)
}

/// The wall-clock time of some commands, in seconds.
pub(crate) fn wall<'a>(times: impl IntoIterator<Item = &'a CommandTime>) -> f64 {
    milliseconds(times.into_iter().map(|command| command.wall).sum())
}

fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
