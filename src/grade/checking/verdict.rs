//! The verdict on a case: the end of the program, and the correctness of its files.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::sandbox::{End, Limit};

/// The way in which a program ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The program exited with status 0. Submitted output files count as files of a program that finished.
    #[default]
    Finished,
    /// Exited with another status.
    Status(i32),
    Signal(i32),
    TooSlow,
    TooMuchMemory,
    /// The program printed or wrote too much, or made too many files.
    TooMuchOutput,
    TooManyProcesses,
    NotBuilt,
    /// The program was built, but the system could not start it.
    NotStarted,
    /// The student is in the roster, but there is no submission.
    NotSubmitted,
}

impl Ending {
    /// True if a limit stopped the program. If a limit stopped the program, its files depend on the speed of the
    /// machine.
    pub const fn is_limit(self) -> bool {
        matches!(self, Self::TooSlow | Self::TooMuchMemory | Self::TooMuchOutput | Self::TooManyProcesses)
    }
}

impl From<&End> for Ending {
    fn from(end: &End) -> Self {
        match end {
            End::Exited(0) => Self::Finished,
            End::Exited(status) => Self::Status(*status),
            End::Signalled(signal) => Self::Signal(*signal),
            End::Exceeded(Limit::Processor | Limit::Wall) => Self::TooSlow,
            End::Exceeded(Limit::Memory) => Self::TooMuchMemory,
            End::Exceeded(Limit::Output | Limit::Files) => Self::TooMuchOutput,
            End::Exceeded(Limit::Processes) => Self::TooManyProcesses,
            End::NotStarted(_) => Self::NotStarted,
        }
    }
}

/// The correctness of the files of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Written {
    Right,
    /// At least one file is wrong or missing.
    Wrong,
    #[default]
    Nothing,
}

/// The verdict on a case: the program's end and the correctness of its files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Verdict {
    pub ending: Ending,
    pub written: Written,
}

impl Verdict {
    /// True if the program ended well and all files are right.
    pub fn is_right(self) -> bool {
        self.ending == Ending::Finished && self.written == Written::Right
    }

    /// The verdict in one to three words for tables, without exit status, signal and files.
    pub const fn kind(self) -> &'static str {
        match (self.ending, self.written) {
            (Ending::Finished, Written::Right) => "right",
            (Ending::Finished, Written::Wrong) => "wrong output",
            (Ending::Finished, Written::Nothing) => "no output",
            (Ending::Status(_) | Ending::Signal(_), _) => "crashed",
            (Ending::TooSlow, _) => "too slow",
            (Ending::TooMuchMemory, _) => "too much memory",
            (Ending::TooMuchOutput, _) => "too much output",
            (Ending::TooManyProcesses, _) => "too many processes",
            (Ending::NotBuilt, _) => "not built",
            (Ending::NotStarted, _) => "not started",
            (Ending::NotSubmitted, _) => "nothing submitted",
        }
    }

    /// The verdict without exit status and signal. Exit status and signal could reveal a part of a hidden board.
    pub fn without_status(self) -> String {
        self.kind().to_owned() + self.files()
    }

    const fn files(self) -> &'static str {
        match (self.ending, self.written) {
            (Ending::Finished | Ending::NotBuilt | Ending::NotStarted | Ending::NotSubmitted, _)
            | (_, Written::Nothing) => "",
            (_, Written::Right) => ", files right",
            (_, Written::Wrong) => ", files wrong",
        }
    }
}

/// Writes `right`, `too slow` or `crashed (signal 11), files right`.
impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ending = match self.ending {
            Ending::Status(status) => format!("crashed (status {status})"),
            Ending::Signal(signal) => format!("crashed (signal {signal})"),
            _ => self.kind().to_owned(),
        };
        formatter.pad(&(ending + self.files()))
    }
}
