//! A conversation with an agent's process: lines in both directions, with a clock.

use std::{
    collections::VecDeque,
    fs::File,
    io::{ErrorKind, Read as _, Write as _},
    time::{Duration, Instant},
};

use anyhow::Result;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{OFlags, fcntl_setfl},
    io::Errno,
};

use crate::game::{Cause, Failure, Forfeit};

const LONGEST_LINE: usize = 1 << 16;

/// The two pipes to an agent's process, and the clock.
#[derive(Debug)]
pub struct Conversation {
    input: File,
    output: File,
    unread: Vec<u8>,
    /// The last lines that were read, each cut to 200 characters.
    pub last_lines: VecDeque<String>,
    /// The time limit for the agent's next answers together.
    limit: Duration,
    /// The sentence for an agent that exceeds the time limit.
    late: String,
    /// The agent's time since the clock was started.
    pub used: Duration,
    asked: Instant,
}

impl Conversation {
    /// A conversation through pipes to the agent's standard input and from its standard output.
    pub fn new(input: File, output: File) -> Result<Self> {
        for pipe in [&input, &output] {
            fcntl_setfl(pipe, OFlags::NONBLOCK)?;
        }
        let [limit, used] = [Duration::ZERO; 2];
        Ok(Self {
            input,
            output,
            unread: Vec::new(),
            last_lines: VecDeque::new(),
            limit,
            late: String::new(),
            used,
            asked: Instant::now(),
        })
    }

    /// Starts the clock for the next answers; `late` is the sentence if they take longer.
    pub fn allow(&mut self, limit: Duration, late: String) {
        (self.limit, self.late, self.used, self.asked) = (limit, late, Duration::ZERO, Instant::now());
    }

    /// The text that the agent wrote without being asked, if there is any; white space does not count.
    pub fn unasked(&mut self) -> Option<String> {
        while self.unread.len() < LONGEST_LINE && matches!(self.read_some(), Ok(Some(1..))) {}
        let text = String::from_utf8_lossy(&self.unread).trim().to_owned();
        self.unread.clear();
        (!text.is_empty()).then_some(text)
    }

    /// Writes a text; its last byte starts the clock. If the agent no longer reads, this is not an error here: the
    /// missing answer decides.
    pub fn say(&mut self, text: &str) {
        // The messages of a game are too short to fill a pipe.
        let _ = self.input.write_all(text.as_bytes());
        self.asked = Instant::now();
    }

    /// Reads a line without its line ending.
    pub fn line(&mut self) -> Result<String, Failure> {
        let deadline = self.asked + self.limit.saturating_sub(self.used);
        let late = Forfeit::new(Cause::Late, &self.late);
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                self.used += self.asked.elapsed();
                self.asked = Instant::now();
                if self.used > self.limit {
                    return Err(late.into());
                }
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                let line = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
                self.last_lines.truncate(2);
                self.last_lines.push_front(line.chars().take(200).collect());
                return Ok(line);
            }
            if self.unread.len() >= LONGEST_LINE {
                let sentence = format!("it wrote {} bytes without a line ending", self.unread.len());
                return Err(Forfeit::new(Cause::Unreadable, sentence).into());
            }
            let left = Timespec::try_from(deadline.saturating_duration_since(Instant::now()))?;
            match poll(&mut [PollFd::new(&self.output, PollFlags::IN)], Some(&left)) {
                Err(Errno::INTR) => {}
                Ok(0) => return Err(late.into()),
                ready => {
                    ready?;
                    if self.read_some()? == Some(0) {
                        return Err(Forfeit::new(Cause::Crashed, "it closed its standard output").into());
                    }
                }
            }
        }
    }

    /// Reads some bytes and returns their number, 0 at the end; `None` if there are none yet.
    fn read_some(&mut self) -> Result<Option<usize>, Failure> {
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
