//! The evidence: a student's files, line by line, as far as they were kept.

use super::Explanation;
use crate::{
    assignment::Job,
    check::{Role, kind},
    log::{Line, Spelling},
    mistakes::{MistakenJob, NodeBudget, Solved},
};

/// A text that a student's program has written.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// What it is.
    pub role: Role,
    /// The text: all of it, or its beginning.
    pub text: &'a [u8],
    /// The number of its first line in the file.
    pub first_line: u64,
    /// What follows it in the file.
    pub follows: Follows,
    /// A moves file as the assignment spells it, where the student's program spells it otherwise and it can be read.
    pub respelled: Option<&'a [u8]>,
    /// Whether nothing but the spelling of a moves file is wrong.
    pub is_respelled_only: bool,
    /// Whether one line alone is wrong, missing or one too many, or the file ends too early and is right before that.
    pub is_nearly_right: bool,
}

/// What follows a text in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// Nothing.
    Nothing,
    /// Another part of the file.
    AnotherPart,
    /// What was not kept: nobody knows.
    Unknown,
}

impl<'a> Evidence<'a> {
    /// A whole file.
    pub const fn new(role: Role, text: &'a [u8]) -> Self {
        Self {
            role,
            text,
            first_line: 1,
            follows: Follows::Nothing,
            respelled: None,
            is_respelled_only: false,
            is_nearly_right: false,
        }
    }

    /// The lines that count: without blanks at the end of a line, without empty lines at the end of the file, without the
    /// lines of column names, and without a line that has been cut off.
    pub(super) fn lines(&self, spelling: &'a Spelling) -> EvidenceLines<'a> {
        let last_line_end = self.text.iter().rposition(|&byte| byte == b'\n');
        let is_not_empty = |text: &&[u8]| !text.is_empty();
        let rest = match self.follows {
            Follows::Nothing => Some(self.text.trim_ascii_end()).filter(is_not_empty),
            Follows::AnotherPart => {
                Some(self.text).filter(is_not_empty).map(|text| text.strip_suffix(b"\n").unwrap_or(text))
            }
            Follows::Unknown => last_line_end.map(|end| &self.text[..end]),
        };
        let end = End { line: self.first_line + count(rest), is_known: self.follows != Follows::Unknown };
        EvidenceLines { spelling, rest, next: self.first_line, end }
    }
}

/// The lines of some evidence.
#[derive(Clone, Debug)]
pub(super) struct EvidenceLines<'a> {
    spelling: &'a Spelling,
    rest: Option<&'a [u8]>,
    next: u64,
    /// Counted once: a file can have millions of lines, and there are hundreds of trials.
    end: End,
}

fn count(lines: Option<&[u8]>) -> u64 {
    lines.map_or(0, |lines| lines.split(|&byte| byte == b'\n').count() as u64)
}

impl EvidenceLines<'_> {
    /// Leaves the first ones, and not what follows them.
    pub(super) fn keep(&mut self, lines: usize) {
        let Some(rest) = self.rest else { return };
        let lengths = rest.split_inclusive(|&byte| byte == b'\n').take(lines).map(<[u8]>::len);
        let kept = &rest[..lengths.sum()];
        let is_known = self.end.is_known || kept.len() < rest.len();
        self.rest = Some(kept.strip_suffix(b"\n").unwrap_or(kept));
        self.end = End { line: self.next + count(self.rest), is_known };
    }

    /// What follows the last of them.
    pub(super) const fn end(&self) -> End {
        self.end
    }
}

/// The number and the text of each line.
impl<'a> Iterator for EvidenceLines<'a> {
    type Item = (u64, &'a [u8]);

    fn next(&mut self) -> Option<(u64, &'a [u8])> {
        while let Some(rest) = self.rest {
            let mut lines = rest.splitn(2, |&byte| byte == b'\n');
            let line = lines.next().unwrap_or(rest).trim_ascii_end();
            self.rest = lines.next();
            self.next += 1;
            if !self.spelling.is_column_names(line) {
                return Some((self.next - 1, line));
            }
        }
        None
    }
}

/// Whether a line of a student is a line of a job's moves file or board: in every letter, or as the one word that it is.
pub(super) fn is_line(job: &Job, expected: &str, found: &[u8]) -> bool {
    expected.as_bytes() == found
        || !expected.is_empty()
            && job.spelling().fields(expected.as_bytes()).nth(1).is_none()
            && kind::says_the_same(job, expected.as_bytes(), found)
}

/// The rows of a log, read once for all trials, as far as there is room for it; then they are read each time.
pub(super) struct LogRows<'a> {
    read: Vec<(u64, Option<Line>)>,
    rest: EvidenceLines<'a>,
    count: u64,
}

impl<'a> LogRows<'a> {
    /// How many rows are read once, in some twenty megabytes.
    const READ: usize = 300_000;

    /// The rows of some lines, of which the first ones are none.
    pub(super) fn of(lines: EvidenceLines<'a>, first: usize) -> Self {
        let mut rest = lines;
        rest.by_ref().take(first).for_each(drop);
        let count = rest.clone().count() as u64;
        let spelling = rest.spelling;
        let read = rest.by_ref().take(Self::READ).map(|(number, line)| (number, spelling.read(line).ok())).collect();
        Self { read, rest, count }
    }

    /// The number of rows.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The number of each line, and its row; none where it is none.
    pub(super) fn rows(&self) -> impl Iterator<Item = (u64, Option<Line>)> + '_ {
        let spelling = self.rest.spelling;
        let rest = self.rest.clone().map(|(number, line)| (number, spelling.read(line).ok()));
        self.read.iter().copied().chain(rest)
    }

    /// The lines after the last row.
    pub(super) fn end(&self) -> End {
        self.rest.end()
    }
}

/// What follows the last of some lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The number of the line that would be the next.
    pub(super) line: u64,
    /// Whether nothing follows; otherwise nobody knows what.
    pub(super) is_known: bool,
}

/// A job and what a student's program has made of it, prepared for many trials.
pub(super) struct Exhibits<'a> {
    /// The job.
    pub(super) job: &'a Job,
    /// What is known of its positions.
    pub(super) solved: Solved,
    /// The log.
    pub(super) log: Option<LogRows<'a>>,
    /// The moves file or the board.
    pub(super) rest: Option<(Role, EvidenceLines<'a>)>,
}

impl<'a> Exhibits<'a> {
    /// Whether a line of the log is none that any mistake writes: no row, or a number that is not whole.
    pub(super) fn has_odd_rows(&self) -> bool {
        let is_odd = |row: Option<Line>| row.is_none_or(|row| !row.value.is_written());
        self.log.as_ref().is_some_and(|log| log.rows().any(|(_, row)| is_odd(row)))
    }

    /// The job done with what is to be explained by.
    pub(super) fn job_with(&self, explanation: &Explanation) -> MistakenJob<'_> {
        MistakenJob::new(self.job, explanation.mistakes, &explanation.weights).sharing(&self.solved)
    }

    /// What doing the job with mistakes may cost.
    pub(super) fn budget(&self, most_nodes: u64) -> NodeBudget {
        let most_rows = NodeBudget::ROWS.max(2 * self.log.as_ref().map_or(0, LogRows::count));
        NodeBudget { nodes: 0, most_nodes, most_rows }
    }

    pub(super) fn new(job: &'a Job, evidence: &[Evidence<'a>]) -> Self {
        let log = evidence.iter().find(|evidence| evidence.role == Role::Log);
        let rest = evidence.iter().find(|evidence| evidence.role != Role::Log);
        Self {
            job,
            solved: Solved::default(),
            log: log.map(|log| LogRows::of(log.lines(job.spelling()), 0)),
            rest: rest.map(|rest| (rest.role, rest.lines(job.spelling()))),
        }
    }
}
