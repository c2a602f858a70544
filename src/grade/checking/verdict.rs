//! The verdict on a case: the end of the program, and the correctness of its files.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::sandbox::{End, Limit};

/// The end of a program, or the reason why there was no program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Submitted output files count as files of a program that ended well.
    Ran(End),
    #[default]
    NotBuilt,
    /// The student is in the roster, but there is no submission.
    NotSubmitted,
}

impl Ending {
    pub const FINISHED: Self = Self::Ran(End::Exited(0));
    pub const TOO_MUCH_OUTPUT: Self = Self::Ran(End::Exceeded(Limit::Output));

    /// True if a limit stopped the program. If a limit stopped the program, its files depend on the speed of the
    /// machine.
    pub const fn is_limit(self) -> bool {
        matches!(self, Self::Ran(End::Exceeded(_)))
    }

    /// True if the program failed by itself.
    pub fn is_crash(self) -> bool {
        matches!(self, Self::Ran(End::Exited(_) | End::Signalled(_))) && self != Self::FINISHED
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
        self.ending == Ending::FINISHED && self.written == Written::Right
    }

    /// The verdict in one to three words for tables, without exit status, signal and files.
    pub const fn kind(self) -> &'static str {
        let end = match self.ending {
            Ending::Ran(end) => end,
            Ending::NotBuilt => return "not built",
            Ending::NotSubmitted => return "nothing submitted",
        };
        match (end, self.written) {
            (End::Exited(0), Written::Right) => "right",
            (End::Exited(0), Written::Wrong) => "wrong output",
            (End::Exited(0), Written::Nothing) => "no output",
            (End::Exited(_) | End::Signalled(_), _) => "crashed",
            (End::Exceeded(Limit::Processor | Limit::Wall), _) => "too slow",
            (End::Exceeded(Limit::Memory), _) => "too much memory",
            (End::Exceeded(Limit::Output | Limit::Files), _) => "too much output",
            (End::Exceeded(Limit::Processes), _) => "too many processes",
            (End::NotStarted, _) => "not started",
        }
    }

    /// The verdict without exit status and signal. Exit status and signal could reveal a part of a hidden board.
    pub fn without_status(self) -> String {
        self.kind().to_owned() + self.files()
    }

    fn files(self) -> &'static str {
        match self.written {
            Written::Right if self.ending != Ending::FINISHED => ", files right",
            Written::Wrong if self.ending != Ending::FINISHED => ", files wrong",
            _ => "",
        }
    }
}

/// Writes `right`, `too slow` or `crashed (signal 11), files right`.
impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ending = match self.ending {
            Ending::Ran(End::Exited(status)) if status != 0 => format!("crashed (status {status})"),
            Ending::Ran(End::Signalled(signal)) => format!("crashed (signal {signal})"),
            _ => self.kind().to_owned(),
        };
        formatter.pad(&(ending + self.files()))
    }
}
