//! The process of a program that runs for a game in the sandbox, and the end of a process.

use std::time::Duration;

use anyhow::{Result, ensure};
use reversi_grade::{
    escape,
    sandbox::{End, Limits, Run, Started},
};

use crate::game::{Cause, Forfeit};

#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// A sentence such as "it ended with status 1"; `None` if the referee ended the process.
    cause: Option<String>,
    /// The beginning of standard error.
    stderr: Vec<u8>,
}

impl Ended {
    /// The end of a process in the sandbox. Returns an error if the machine was short of memory.
    pub fn of(run: &Run, limits: &Limits) -> Result<Self> {
        let is_for_the_machine = run.end.is_for_the_machine(&run.usage, limits);
        ensure!(!is_for_the_machine, "the machine is short of memory; expected room for each running agent");
        let cause = match run.end {
            End::Exited(0) => "it ended, although the game is not over".to_owned(),
            end => format!("it {end}"),
        };
        Ok(Self { cause: Some(cause), stderr: run.stderr.beginning.clone() })
    }

    /// Completes a forfeit by the reason of a crash and the last lines of standard error.
    pub fn complete(self, mut forfeit: Forfeit) -> Forfeit {
        const LINES: usize = 12;
        if forfeit.cause == Cause::Crashed {
            forfeit.details = self.cause.unwrap_or(forfeit.details);
        }
        let text = String::from_utf8_lossy(&self.stderr);
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
        let shown = escape::beginning(last.as_bytes(), LINES);
        if !shown.is_empty() {
            forfeit.details.extend(["; its standard error ends in\n", &shown]);
        }
        forfeit
    }
}

/// The process of a student's program, with all processes that it starts.
pub struct Sandboxed {
    pub process: Started,
    pub limits: Limits,
}

impl Sandboxed {
    /// Waits for the end of the process, and kills it after `patience`.
    pub fn end(self, patience: Duration) -> Result<Ended> {
        let (run, is_killed) = self.process.finish_within(patience)?;
        let ended = Ended::of(&run, &self.limits)?;
        Ok(Ended { cause: ended.cause.filter(|_| !is_killed), ..ended })
    }
}
