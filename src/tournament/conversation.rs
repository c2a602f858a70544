//! A conversation with an agent's process: lines in both directions, with a clock.

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

/// The reason why an agent gave no readable answer.
#[derive(Debug)]
pub enum Trouble {
    /// The clock ran out.
    Late,
    /// The agent's standard output is closed.
    Closed,
    /// The agent wrote something other than an answer; the sentence quotes it.
    Unreadable(String),
    /// The machine failed; the agent is not to blame.
    Machine(Error),
}

impl Trouble {
    /// The agent wrote a text in an unexpected form.
    pub fn unreadable(text: &str, expected: &str) -> Self {
        let shown: String = text.chars().take(200).collect();
        Self::Unreadable(format!("it wrote {shown:?}; expected {expected}"))
    }
}

impl<E: Into<Error>> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self::Machine(error.into())
    }
}

/// The two pipes to an agent's process, and the clock.
#[derive(Debug)]
pub struct Conversation {
    /// `None` after it is closed.
    input: Option<File>,
    output: File,
    unread: Vec<u8>,
    /// The time limit for the agent's answers.
    limit: Duration,
    used: Duration,
    asked: Instant,
}

impl Conversation {
    /// A conversation through pipes to the agent's standard input and from its standard output.
    pub fn new(input: File, output: File) -> Result<Self> {
        for pipe in [&input, &output] {
            fcntl_setfl(pipe, OFlags::NONBLOCK)?;
        }
        let [limit, used] = [Duration::ZERO; 2];
        Ok(Self { input: Some(input), output, unread: Vec::new(), limit, used, asked: Instant::now() })
    }

    /// Starts the clock for the next answers.
    pub fn allow(&mut self, limit: Duration) {
        (self.limit, self.used, self.asked) = (limit, Duration::ZERO, Instant::now());
    }

    /// The agent's time since the clock was started.
    pub fn used(&self) -> Duration {
        self.used
    }

    /// The text that the agent wrote without a question, if there is any; white space does not count.
    pub fn unasked(&mut self) -> Option<String> {
        while self.unread.len() < LONGEST_LINE && matches!(self.read_some(), Ok(Some(1..))) {}
        let text = String::from_utf8_lossy(&self.unread).trim().to_owned();
        self.unread.clear();
        (!text.is_empty()).then_some(text)
    }

    /// Writes a text; its last byte starts the clock. If the agent no longer reads, its answer decides.
    pub fn say(&mut self, text: &str) {
        if let Some(input) = &mut self.input {
            // No game fills a pipe.
            let _ = input.write_all(text.as_bytes());
        }
        self.asked = Instant::now();
    }

    /// Reads a line without its line end.
    pub fn line(&mut self) -> Result<String, Trouble> {
        let deadline = self.asked + self.limit.saturating_sub(self.used);
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                self.used += self.asked.elapsed();
                self.asked = Instant::now();
                if self.used > self.limit {
                    return Err(Trouble::Late);
                }
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                return Ok(String::from_utf8_lossy(line.trim_ascii_end()).into_owned());
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
            let left = Timespec::try_from(deadline.saturating_duration_since(Instant::now()))?;
            match poll(&mut [PollFd::new(&self.output, PollFlags::IN)], Some(&left)) {
                Ok(0) => return Err(Trouble::Late),
                Err(Errno::INTR) => {}
                result => return Ok(result.map(drop)?),
            }
        }
    }

    /// Reads some bytes and returns their number, 0 at the end; `None` if there are none yet.
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
