//! How long commands took. This differs from run to run; everything else is the same whenever a class is graded.

use std::time::Duration;

use crate::sandbox::Usage;

/// How long the commands of a student took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// The commands, in order.
    pub commands: Vec<CommandTime>,
}

/// How long a command took, and how much memory.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandTime {
    /// The case, or `build`.
    pub what: String,
    /// Processor time, in seconds.
    pub processor: f64,
    /// Time by the clock on the wall, in seconds.
    pub wall: f64,
    /// The most bytes of resident memory.
    pub memory: u64,
}

impl Times {
    /// Adds a command.
    pub fn add(&mut self, what: &str, usage: &Usage) {
        let seconds = |time: Duration| milliseconds(time.as_secs_f64());
        self.commands.push(CommandTime {
            what: what.to_owned(),
            processor: seconds(usage.processor),
            wall: seconds(usage.wall),
            memory: usage.memory,
        });
    }

    /// The time of all commands by the clock on the wall, in seconds.
    pub fn wall(&self) -> f64 {
        milliseconds(self.commands.iter().map(|command| command.wall).sum())
    }
}

/// Seconds, to the millisecond.
fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
