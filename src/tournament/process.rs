//! The process of a program that runs for a game, in the sandbox or trusted.

use std::{
    fs::File,
    os::{fd::OwnedFd, unix::process::CommandExt as _},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Error, Result, anyhow, ensure};
use reversi_grade::{
    escape,
    sandbox::{Conversation as Contained, End, Limit, Limits},
};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::conversation::Conversation;

/// The process of an agent's program, with all processes that it starts.
pub trait Process {
    /// Stops the process while it is not the agent's turn.
    fn stop(&mut self) -> Result<()>;

    /// Continues the process. Returns the processor time that it took while it was stopped.
    fn resume(&mut self) -> Result<Duration>;

    /// Waits for the end of the process, and kills it after `patience`.
    fn end(self: Box<Self>, patience: Duration) -> Result<Ended>;
}

/// The end of a process.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// A sentence such as "it ended with status 1"; `None` if the referee ended the process.
    pub cause: Option<String>,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
    /// True if the process exceeded a limit, possibly because the machine was busy.
    pub is_doubtful: bool,
}

/// The end of a program in a sentence; `None` for status 0.
pub fn failure(end: &End) -> Option<String> {
    match end {
        End::Exited(0) => None,
        End::Exited(status) => Some(format!("it ended with status {status}")),
        End::Signalled(signal) => Some(format!("it was ended by signal {signal}")),
        End::Exceeded(limit) => Some(format!("it exceeded a limit: {limit}")),
        End::NotStarted(why) => Some(format!("it cannot be started: {}", escape::line(why))),
    }
}

/// The error that the machine has too little memory; the game is played again.
pub fn short_of_memory() -> Error {
    anyhow!("the machine is short of memory; expected room for each running agent")
}

/// A student's program in the sandbox.
pub struct Sandboxed {
    pub process: Contained,
    pub limits: Limits,
    /// The processor time when the process was stopped.
    pub stopped_at: Option<Duration>,
}

impl Process for Sandboxed {
    fn stop(&mut self) -> Result<()> {
        self.stopped_at = self.process.stop()?;
        Ok(())
    }

    fn resume(&mut self) -> Result<Duration> {
        let now = self.process.resume()?;
        Ok(now.zip(self.stopped_at.take()).map_or(Duration::ZERO, |(now, before)| now.saturating_sub(before)))
    }

    fn end(self: Box<Self>, patience: Duration) -> Result<Ended> {
        let (run, is_killed) = self.process.finish(patience)?;
        ensure!(!run.end.is_for_the_machine(&run.usage, &self.limits), short_of_memory());
        let is_doubtful = run.end == End::Exceeded(Limit::Memory);
        let ended = failure(&run.end).unwrap_or_else(|| "it ended with status 0".to_owned());
        Ok(Ended { cause: (!is_killed).then_some(ended), stderr: run.stderr.beginning, is_doubtful })
    }
}

/// A program of this machine, which the course trusts. It runs as the user who starts the tournament.
pub struct Trusted(Child);

impl Trusted {
    pub fn start(words: &[String]) -> Result<(Conversation, Box<dyn Process>)> {
        let (program, arguments) = words.split_first().context("the command is empty")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn().with_context(|| format!("cannot start {program}"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let process = Box::new(Self(child));
        let (input, output) = pipes.context("no pipes")?;
        Ok((Conversation::new(File::from(OwnedFd::from(input)), File::from(OwnedFd::from(output)))?, process))
    }

    fn signal(&self, signal: Signal) {
        // The process number cannot be reused before the process has been waited for.
        let _ = kill_process_group(Pid::from_child(&self.0), signal);
    }
}

impl Process for Trusted {
    fn stop(&mut self) -> Result<()> {
        self.signal(Signal::STOP);
        Ok(())
    }

    fn resume(&mut self) -> Result<Duration> {
        self.signal(Signal::CONT);
        Ok(Duration::ZERO)
    }

    fn end(mut self: Box<Self>, patience: Duration) -> Result<Ended> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait()? {
                return Ok(Ended { cause: Some(format!("it ended: {status}")), ..Ended::default() });
            }
            if start.elapsed() >= patience {
                return Ok(Ended::default());
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Trusted {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            self.signal(Signal::KILL);
            let _ = self.0.wait();
        }
    }
}
