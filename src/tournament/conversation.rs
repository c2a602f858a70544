//! A conversation with an agent's process: lines in both directions, under a clock.

use std::{
    fs::File,
    io::{ErrorKind, Read as _, Write as _},
    time::{Duration, Instant},
};

use anyhow::{Error, Result};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{OFlags, fcntl_setfl},
    io::Errno,
};

/// The most bytes of a line.
const LONGEST_LINE: usize = 1 << 16;

/// Why an agent gave no answer that can be read.
#[derive(Debug)]
pub enum Trouble {
    /// The clock ran out.
    Late,
    /// Its standard output is closed.
    Closed,
    /// It wrote something else than an answer: a sentence that quotes it.
    Unreadable(String),
    /// The machine failed, and the agent is not to blame.
    Machine(Error),
}

impl<E: Into<Error>> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self::Machine(error.into())
    }
}

/// The two pipes to an agent's process, and the clock.
#[derive(Debug)]
pub struct Conversation {
    /// `None` once it is closed.
    input: Option<File>,
    output: File,
    unread: Vec<u8>,
    /// How much time the agent has for its answers, and how much it took so far.
    limit: Duration,
    used: Duration,
    asked: Instant,
}

impl Conversation {
    /// A conversation through the pipes to standard input and from standard output.
    ///
    /// # Errors
    /// Returns an error if the system refuses to make the pipes non-blocking.
    pub fn new(input: File, output: File) -> Result<Self> {
        for pipe in [&input, &output] {
            fcntl_setfl(pipe, OFlags::NONBLOCK)?;
        }
        let [limit, used] = [Duration::ZERO; 2];
        Ok(Self { input: Some(input), output, unread: Vec::new(), limit, used, asked: Instant::now() })
    }

    /// Starts the clock for the answers that come next.
    pub fn allow(&mut self, limit: Duration) {
        self.limit = limit;
        self.used = Duration::ZERO;
        self.asked = Instant::now();
    }

    /// The time that the agent took since the clock was started.
    pub fn used(&self) -> Duration {
        self.used
    }

    /// The text that the agent wrote without having been asked; spaces and line ends do not count.
    pub fn unasked(&mut self) -> Option<String> {
        while self.unread.len() < LONGEST_LINE && matches!(self.read_some(), Ok(Some(1..))) {}
        let text = String::from_utf8_lossy(&self.unread).trim().to_owned();
        self.unread.clear();
        (!text.is_empty()).then_some(text)
    }

    /// Writes a text, whose last byte starts the clock. An agent that reads nothing any more gets no text: its answer decides.
    pub fn say(&mut self, text: &str) {
        if let Some(input) = &mut self.input {
            // No game fills a pipe.
            let _ = input.write_all(text.as_bytes());
        }
        self.asked = Instant::now();
    }

    /// Reads a line, without its line end.
    ///
    /// # Errors
    /// Returns an error if no line comes in time, or a line that is too long.
    pub fn line(&mut self) -> Result<String, Trouble> {
        let deadline = self.asked + self.limit.saturating_sub(self.used);
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                self.used += self.asked.elapsed();
                self.asked = Instant::now();
                if self.used > self.limit {
                    return Err(Trouble::Late);
                }
                let mut line: Vec<u8> = self.unread.drain(..=end).collect();
                line.truncate(line.trim_ascii_end().len());
                return Ok(String::from_utf8_lossy(&line).into_owned());
            }
            if self.unread.len() >= LONGEST_LINE {
                let length = self.unread.len();
                return Err(Trouble::Unreadable(format!("it wrote {length} bytes without a line end")));
            }
            self.wait(deadline)?;
            if self.read_some()? == Some(0) {
                return Err(Trouble::Closed);
            }
        }
    }

    /// Closes the agent's standard input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits until there is something to read.
    fn wait(&self, deadline: Instant) -> Result<(), Trouble> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let left = Timespec { tv_sec: i64::try_from(left.as_secs())?, tv_nsec: left.subsec_nanos().into() };
            match poll(&mut [PollFd::new(&self.output, PollFlags::IN)], Some(&left)) {
                Ok(0) => return Err(Trouble::Late),
                Err(Errno::INTR) => {}
                result => return Ok(result.map(drop)?),
            }
        }
    }

    /// Reads what is there: a number of bytes, 0 at the end; `None` if there is nothing yet.
    fn read_some(&mut self) -> Result<Option<usize>, Trouble> {
        let mut block = [0; 1 << 12];
        match self.output.read(&mut block) {
            Ok(count) => {
                self.unread.extend(&block[..count]);
                Ok(Some(count))
            }
            Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// A process that an agent's program runs in, with all that it starts.
pub trait Process {
    /// Stops it while it is not the agent's turn.
    ///
    /// # Errors
    /// Returns an error if the machine fails.
    fn stop(&mut self) -> Result<()>;

    /// Lets it go on; returns the processor time that it took while it was stopped.
    ///
    /// # Errors
    /// Returns an error if the machine fails.
    fn resume(&mut self) -> Result<Duration>;

    /// Waits for its end, and ends it if it takes longer.
    ///
    /// # Errors
    /// Returns an error if the machine fails.
    fn end(self: Box<Self>, patience: Duration) -> Result<Ended>;
}

/// The end of a process.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// How it ended by itself, such as "it ended with status 1"; `None` if the referee ended it.
    pub cause: Option<String>,
    /// The beginning of its standard error.
    pub stderr: Vec<u8>,
}
