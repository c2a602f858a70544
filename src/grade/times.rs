//! The times of commands, which are the only results that differ between runs.

use std::time::Duration;

use anyhow::Result;

use super::escape;
use crate::sandbox::Usage;

/// The time and memory that a student's command used.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandTime {
    /// The case, or `build`.
    pub what: String,
    pub usage: Usage,
}

/// The first line of `times.csv`.
pub const HEADER: &str = "student,command,processor seconds,seconds,bytes of memory\n";

/// The rows of a student in `times.csv`, in the order of the commands.
pub(crate) fn rows(student: &str, times: &[CommandTime]) -> Result<Vec<u8>> {
    let mut rows = escape::table();
    for CommandTime { what, usage } in times {
        let [processor, wall] = [usage.processor, usage.wall].map(seconds);
        rows.serialize((escape::cell(student), escape::cell(what), processor, wall, usage.memory))?;
    }
    Ok(rows.into_inner()?)
}

/// The wall-clock time of some commands, in seconds.
pub(crate) fn wall<'a>(times: impl IntoIterator<Item = &'a CommandTime>) -> f64 {
    seconds(times.into_iter().map(|command| command.usage.wall).sum())
}

/// A time in seconds, to the millisecond.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
