//! The process of a program that runs for a game, in the sandbox or trusted.

use std::{
    env,
    fs::File,
    os::{fd::OwnedFd, unix::process::CommandExt as _},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use reversi_grade::{
    escape,
    sandbox::{End, Limit, Limits, Run, Started, program_outside},
};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::{
    conversation::Conversation,
    game::{Cause, Forfeit},
};

/// The process of an agent's program, with all processes that it starts.
pub trait Process {
    /// Stops the process while it is not the agent's turn. Returns the processor time of the process so far, if it is
    /// measured.
    fn stop(&mut self) -> Result<Option<Duration>>;

    /// Continues the process. Returns the processor time of the process so far, if it is measured.
    fn resume(&mut self) -> Result<Option<Duration>>;

    /// Waits for the end of the process, and kills it after `patience`.
    fn end(self: Box<Self>, patience: Duration) -> Result<Ended>;
}

/// The way in which a process ended.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// A sentence such as "it ended with status 1"; `None` if the referee ended the process.
    cause: Option<String>,
    /// The beginning of standard error.
    stderr: Vec<u8>,
    /// True if the process exceeded a limit, possibly because the machine was busy.
    is_doubtful: bool,
}

impl Ended {
    /// The end of a process in the sandbox. Returns an error if the machine was short of memory.
    pub fn of(run: &Run, limits: &Limits) -> Result<Self> {
        let is_for_the_machine = run.end.is_for_the_machine(&run.usage, limits);
        ensure!(!is_for_the_machine, "the machine is short of memory; expected room for each running agent");
        let cause = match &run.end {
            End::Exited(status) => format!("it ended with status {status}"),
            End::Signalled(signal) => format!("it was ended by signal {signal}"),
            End::Exceeded(limit) => format!("it exceeded a limit: {limit}"),
            End::NotStarted(why) => format!("it cannot be started: {}", escape::line(why)),
        };
        let is_doubtful = run.end == End::Exceeded(Limit::Memory);
        Ok(Self { cause: Some(cause), stderr: run.stderr.beginning.clone(), is_doubtful })
    }

    /// Completes a forfeit by the reason of a crash and the last lines of standard error.
    pub fn complete(self, mut forfeit: Forfeit) -> Forfeit {
        const LINES: usize = 12;
        if forfeit.cause == Cause::Crashed {
            forfeit.details = self.cause.unwrap_or(forfeit.details);
            forfeit.is_doubtful = self.is_doubtful;
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

/// A student's program in the sandbox.
pub struct Sandboxed {
    pub process: Started,
    pub limits: Limits,
}

impl Process for Sandboxed {
    fn stop(&mut self) -> Result<Option<Duration>> {
        Ok(self.process.stop()?)
    }

    fn resume(&mut self) -> Result<Option<Duration>> {
        Ok(self.process.resume()?)
    }

    fn end(self: Box<Self>, patience: Duration) -> Result<Ended> {
        let (run, is_killed) = self.process.finish_within(patience)?;
        let ended = Ended::of(&run, &self.limits)?;
        Ok(Ended { cause: ended.cause.filter(|_| !is_killed), ..ended })
    }
}

/// A program of this machine, which the course trusts. The program runs as the user who starts the tournament.
pub struct Trusted(Child);

impl Trusted {
    pub fn start(words: &[String], more: Vec<String>) -> Result<(Conversation, Box<dyn Process>)> {
        let (program, arguments) = words.split_first().context("the command is empty")?;
        let mut command = program_outside(program, &env::current_dir()?);
        command
            .args(arguments)
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0);
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
    fn stop(&mut self) -> Result<Option<Duration>> {
        self.signal(Signal::STOP);
        Ok(None)
    }

    fn resume(&mut self) -> Result<Option<Duration>> {
        self.signal(Signal::CONT);
        Ok(None)
    }

    fn end(mut self: Box<Self>, patience: Duration) -> Result<Ended> {
        let deadline = Instant::now() + patience;
        while self.0.try_wait()?.is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        let cause = self.0.try_wait()?.map(|status| format!("it ended: {status}"));
        Ok(Ended { cause, ..Ended::default() })
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
