//! The evidence: a student's files, line by line, as far as they were kept.

use std::{iter, sync::OnceLock};

use super::Explanation;
use crate::{
    Role, kind,
    lines::{Follows, Part, TextLines, trimmed},
    node_alignment::{MOST_ROWS, RowHashes, RowTree},
};
use reversi_course::{
    assignment::Job,
    log::{Line, Spelling},
    mistakes::{MistakenJob, NodeBudget, Solved},
};

/// A text that a student's program has written.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    pub role: Role,
    pub part: Part<'a>,
    /// A moves file as the assignment spells it, where the student's program spells it otherwise and it can be read.
    pub respelled: Option<&'a [u8]>,
    /// True if nothing but the spelling of a moves file is wrong.
    pub is_respelled_only: bool,
    /// Whether one line alone is wrong, missing or one too many, or the file ends too early and is right before that.
    pub is_nearly_right: bool,
}

impl<'a> Evidence<'a> {
    /// A text, and nothing else that is known of it.
    pub const fn new(role: Role, part: Part<'a>) -> Self {
        Self { role, part, respelled: None, is_respelled_only: false, is_nearly_right: false }
    }

    /// The same, where a moves file is as the assignment spells it.
    pub(super) fn read_through_spelling(self) -> Self {
        Self { part: self.respelled.map_or(self.part, Part::whole), respelled: None, ..self }
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
    rest: TextLines<'a>,
    spelling: &'a Spelling,
    count: u64,
    end: End,
}

impl<'a> LogRows<'a> {
    /// How many rows are read once, in some twenty megabytes.
    const READ: usize = 300_000;

    /// The rows of a text from a line on, counted from 0.
    pub(super) fn of(part: Part<'a>, spelling: &'a Spelling, first: usize) -> Self {
        let mut rest = part.lines();
        rest.by_ref().take(first).for_each(drop);
        let count = rows(rest.clone(), spelling).count() as u64;
        let mut read = Vec::new();
        while read.len() < Self::READ
            && let Some(line) = rest.next()
        {
            read.extend(rows(iter::once(line), spelling));
        }
        Self { read, rest, spelling, count, end: End::of(part) }
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The number of each line, and its row; none where it is none.
    pub(super) fn rows(&self) -> impl Iterator<Item = (u64, Option<Line>)> + '_ {
        self.read.iter().copied().chain(rows(self.rest.clone(), self.spelling))
    }

    /// What follows the last row.
    pub(super) fn end(&self) -> End {
        self.end
    }
}

/// The rows in some lines, without the lines of column names.
fn rows<'a>(
    lines: impl Iterator<Item = (u64, &'a [u8])>,
    spelling: &'a Spelling,
) -> impl Iterator<Item = (u64, Option<Line>)> {
    let lines = lines.map(|(number, line)| (number, trimmed(line))).filter(|(_, line)| !spelling.is_column_names(line));
    lines.map(|(number, line)| (number, spelling.read(line).ok()))
}

/// What follows the last of some lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The number of the line that would be the next.
    pub(super) line: u64,
    /// Whether nothing follows; otherwise it is unknown what does.
    pub(super) is_known: bool,
}

impl End {
    /// What follows the lines of a text.
    pub(super) fn of(part: Part) -> Self {
        Self { line: part.lines().end(), is_known: part.follows != Follows::Unknown }
    }
}

/// A job and what a student's program has made of it, prepared for many trials.
pub(super) struct Exhibits<'a> {
    pub(super) job: &'a Job,
    /// What is known of its positions.
    pub(super) solved: Solved,
    pub(super) log: Option<LogRows<'a>>,
    /// The moves file or the board.
    pub(super) rest: Option<(Role, Part<'a>)>,
    hashes: OnceLock<RowHashes>,
}

impl<'a> Exhibits<'a> {
    /// How many rows more than the log has are written of another log that is aligned with it.
    pub(super) const MOST_MISSING: usize = 10_000;

    /// The rows of the log, to be aligned.
    pub(super) fn hashes(&self) -> Option<&RowHashes> {
        let log = self.log.as_ref()?;
        Some(self.hashes.get_or_init(|| {
            let mut tree = RowTree::new(self.job.spelling().root_depth);
            log.rows().take(MOST_ROWS).for_each(|(_, row)| tree.add(row.as_ref()));
            tree.hashes()
        }))
    }

    /// Whether a line of the log is none that any mistake writes: no row, or a number that is not whole.
    pub(super) fn has_odd_rows(&self) -> bool {
        let is_odd = |row: Option<Line>| row.is_none_or(|row| !row.value.is_written());
        self.log.as_ref().is_some_and(|log| log.rows().any(|(_, row)| is_odd(row)))
    }

    /// The job done with what is to be explained by.
    pub(super) fn job_with(&self, explanation: &Explanation) -> MistakenJob<'_> {
        let Explanation { mistakes, weights, term } = explanation;
        MistakenJob::new(self.job, *mistakes, weights).with_term(term.as_ref()).sharing(&self.solved)
    }

    /// What doing the job with mistakes may cost.
    pub(super) fn budget(&self, most_nodes: u64) -> NodeBudget {
        let most_rows = NodeBudget::ROWS.max(2 * self.log.as_ref().map_or(0, LogRows::count));
        NodeBudget { nodes: 0, most_nodes, most_rows }
    }

    /// True if only the beginning of a file is known.
    pub(super) fn is_cut(&self, role: Role) -> bool {
        let end = if role == Role::Log {
            self.log.as_ref().map(LogRows::end)
        } else {
            self.rest.map(|(_, part)| End::of(part))
        };
        end.is_some_and(|end| !end.is_known)
    }

    pub(super) fn new(job: &'a Job, evidence: &[Evidence<'a>]) -> Self {
        let log = evidence.iter().find(|evidence| evidence.role == Role::Log);
        let rest = evidence.iter().find(|evidence| evidence.role != Role::Log);
        Self {
            job,
            solved: Solved::default(),
            log: log.map(|log| LogRows::of(log.part, job.spelling(), 0)),
            rest: rest.map(|rest| (rest.role, rest.part)),
            hashes: OnceLock::new(),
        }
    }
}
