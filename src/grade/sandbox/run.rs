//! The result of a command: its end, its printed text, and its resources.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{command::Limits, folder::Folder};
use reversi_io::names::names;

/// The result of a command. Dropping it removes the files.
#[derive(Debug)]
pub struct Run {
    pub end: End,
    pub stdout: CapturedOutput,
    pub stderr: CapturedOutput,
    pub usage: Usage,
    /// The folder of the command, after all its processes have ended.
    pub folder: Folder,
}

/// The result without the folder, as the supervisor sends it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RunReport {
    pub end: End,
    pub stdout: CapturedOutput,
    pub stderr: CapturedOutput,
    pub usage: Usage,
}

/// The end of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The command exited with a status.
    Exited(i32),
    /// A signal of the system or of the command ended it.
    Signalled(i32),
    /// The command exceeded a limit: the supervisor stopped it, or noticed after its end.
    Exceeded(Limit),
    /// There is no such program, or the system cannot run it.
    NotStarted(String),
}

impl End {
    /// True if the machine ran out of memory although the command kept its limit.
    pub fn is_for_the_machine(&self, usage: &Usage, limits: &Limits) -> bool {
        *self == Self::Exceeded(Limit::Memory) && usage.memory <= limits.memory
    }
}

names! {
    /// The limit that a command exceeded.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Limit {
        Processor => "too slow",
        /// Wall-clock time.
        Wall => "too slow (waiting)",
        /// Resident memory. A command also exceeds this limit if the machine has almost no memory left; then a second
        /// run alone may succeed.
        Memory => "too much memory",
        Output => "too much output",
        Files => "too many files",
        Processes => "too many processes",
    }
}

/// The beginning of standard output or standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CapturedOutput {
    /// The first 64 KiB.
    pub beginning: Vec<u8>,
    /// The number of all printed bytes.
    pub length: u64,
}

impl CapturedOutput {
    /// The most bytes that are kept.
    pub const MAX_KEPT: usize = 64 << 10;

    /// Adds the next printed bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let left = Self::MAX_KEPT - self.beginning.len();
        self.beginning.extend(&bytes[..bytes.len().min(left)]);
        self.length += bytes.len() as u64;
    }
}

/// The resources of a command with all its processes. Each number is the largest measurement, so very short peaks are
/// missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub processor: Duration,
    pub wall: Duration,
    /// The most bytes of resident memory.
    pub memory: u64,
    pub output: u64,
    pub files: u64,
    /// The most processes and threads.
    pub processes: u64,
}

impl Usage {
    /// The first exceeded limit, if there is one.
    pub(super) fn exceeded(&self, limits: &Limits) -> Option<Limit> {
        let limits = [
            (self.processes > limits.processes, Limit::Processes),
            (self.memory > limits.memory, Limit::Memory),
            (self.output > limits.output, Limit::Output),
            (self.files > limits.files, Limit::Files),
            (self.processor > limits.processor, Limit::Processor),
            (self.wall > limits.wall, Limit::Wall),
        ];
        limits.into_iter().find_map(|(exceeded, limit)| exceeded.then_some(limit))
    }
}
