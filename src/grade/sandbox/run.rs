//! The request for a run, and the result: the end of a command, its printed text, and its resources.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};

use super::{
    command::{ContainedCommand, Limits},
    folder::Folder,
    place::Place,
};
use reversi_io::names::names;

/// The result of a command after all its processes have ended. Dropping this value removes the command's files.
#[derive(Debug, Serialize, Deserialize)]
pub struct Run<F = Folder> {
    pub end: End,
    pub stdout: CapturedOutput,
    pub stderr: CapturedOutput,
    pub usage: Usage,
    /// The folder of the command. The supervisor sends a result without the folder, and the open folder beside it.
    pub folder: F,
}

/// The request of the caller to the supervisor, and of the supervisor to the launcher. The packed files come together
/// with the request.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RunRequest<C = ContainedCommand> {
    pub command: C,
    pub place: Place,
    /// True if two more messages contain the command's standard input and output.
    pub is_conversation: bool,
    /// The number of processes that the system counts for the command in addition to the command's own. Only the
    /// supervisor knows the number.
    pub other_processes: u64,
}

/// An order from the caller of a conversation while the command runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Order {
    Stop,
    Resume,
    End,
}

/// The answer of the supervisor. The command's folder comes together with `Done`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum RunReply {
    Done(Run<()>),
    Failed(String),
    /// The order was carried out; the value is the CPU time so far.
    Obeyed(Duration),
}

/// The way in which a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    Exited(i32),
    /// A signal from the system or from the command itself ended the command.
    Signalled(i32),
    /// The command exceeded a limit, so the supervisor stopped it, or noticed the excess after the end.
    Exceeded(Limit),
    /// The program does not exist, or the system cannot run it. Standard error has the reason.
    NotStarted,
}

/// Writes the end of a sentence on the command.
impl fmt::Display for End {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(formatter, "ended with status {status}"),
            Self::Signalled(signal) => write!(formatter, "was ended by signal {signal}"),
            Self::Exceeded(limit) => write!(formatter, "exceeded its limit of {limit}"),
            Self::NotStarted => formatter.write_str("cannot be started"),
        }
    }
}

impl End {
    /// True if the machine ran out of memory although the command stayed within its limit.
    pub fn is_for_the_machine(self, usage: &Usage, limits: &Limits) -> bool {
        self == Self::Exceeded(Limit::Memory) && usage.memory <= limits.memory
    }
}

names! {
    /// The limit that a command exceeded.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Limit {
        Processor => "time",
        Wall => "time",
        /// The limit of resident memory. A command also counts as exceeding this limit if the machine has almost no
        /// memory left. If the machine had almost no memory left, a second run alone may succeed.
        Memory => "memory",
        Output => "output",
        Files => "files",
        Processes => "processes",
    }
}

/// The beginning of standard output or standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CapturedOutput {
    /// The first 64 KiB.
    pub beginning: Vec<u8>,
    /// The number of all printed bytes, including the bytes that were not kept.
    pub length: u64,
}

impl CapturedOutput {
    /// The largest number of bytes to keep.
    pub const MAX_KEPT: usize = 64 << 10;

    /// Adds the next printed bytes, up to the largest number to keep.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let left = Self::MAX_KEPT - self.beginning.len();
        self.beginning.extend(&bytes[..bytes.len().min(left)]);
        self.length += bytes.len() as u64;
    }
}

/// The resources that a command used with all its processes. Each number is the largest measurement, so very short
/// peaks can be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub processor: Duration,
    pub wall: Duration,
    /// Peak resident memory, in bytes.
    pub memory: u64,
    pub output: u64,
    pub files: u64,
    pub processes: u64,
}

impl Usage {
    /// The first limit that the resources exceed, if there is one.
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
