//! A student's files as evidence for a diagnosis: line by line, as far as `check` kept them.

use std::{iter, ops::ControlFlow, sync::OnceLock};

use super::{Explanation, trial::Trial};
use crate::{
    Role, kind,
    lines::{Follows, Part, TextLines, trimmed},
    node_alignment::{MOST_ROWS, RowHashes, RowTree},
};
use reversi_course::{
    assignment::Job,
    log::{Line, RowFormat},
    mistakes::{MistakenJob, NodeBudget, Solved},
};

/// A text that a student's program has written.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    pub role: Role,
    pub part: Part<'a>,
    /// The moves file in the assignment's format, if the student's file has another format and can be read.
    pub reformatted: Option<&'a [u8]>,
    /// True if only the format of a moves file is wrong.
    pub is_reformatted_only: bool,
    /// True if only one line is wrong, missing or surplus, or if the file is right but ends too early.
    pub is_nearly_right: bool,
}

impl<'a> Evidence<'a> {
    /// Evidence from a file that was not compared before.
    pub const fn new(role: Role, part: Part<'a>) -> Self {
        Self { role, part, reformatted: None, is_reformatted_only: false, is_nearly_right: false }
    }
}

/// True if a line of a student's moves file or board equals the expected line. A line of one word equals the expected
/// line if the word does.
pub(super) fn is_line(job: &Job, expected: &str, found: &[u8]) -> bool {
    expected.as_bytes() == found
        || !expected.is_empty()
            && job.row_format().fields(expected.as_bytes()).nth(1).is_none()
            && kind::says_the_same(job, expected.as_bytes(), found)
}

/// The rows of a log. The first rows are kept in memory for all trials. Each trial reads the other rows again.
pub(super) struct LogRows<'a> {
    read: Vec<(u64, Option<Line>)>,
    rest: TextLines<'a>,
    row_format: &'a RowFormat,
    count: OnceLock<u64>,
    end: End,
}

impl<'a> LogRows<'a> {
    /// The number of rows that are kept for all trials, in about twenty megabytes.
    const READ: usize = 300_000;

    /// The rows of a text from line `first` on (counted from 0); each trial reads these rows again.
    pub(super) fn unread(part: Part<'a>, row_format: &'a RowFormat, first: usize) -> Self {
        let mut rest = part.lines();
        rest.by_ref().take(first).for_each(drop);
        Self { read: Vec::new(), rest, row_format, count: OnceLock::new(), end: End::of(part) }
    }

    /// The rows of a text, read once and kept in memory.
    pub(super) fn read(part: Part<'a>, row_format: &'a RowFormat) -> Self {
        let mut all = Self::unread(part, row_format, 0);
        while all.read.len() < Self::READ
            && let Some(line) = all.rest.next()
        {
            all.read.extend(rows(iter::once(line), row_format));
        }
        all
    }

    pub(super) fn count(&self) -> u64 {
        *self.count.get_or_init(|| (self.read.len() + row_lines(self.rest.clone(), self.row_format).count()) as u64)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows().next().is_none()
    }

    /// The number and the row of each line; `None` for a line that is not a row.
    pub(super) fn rows(&self) -> impl Iterator<Item = (u64, Option<Line>)> + '_ {
        self.read.iter().copied().chain(rows(self.rest.clone(), self.row_format))
    }

    pub(super) fn end(&self) -> End {
        self.end
    }
}

/// The lines that are not column names.
fn row_lines<'a>(
    lines: impl Iterator<Item = (u64, &'a [u8])>,
    row_format: &'a RowFormat,
) -> impl Iterator<Item = (u64, &'a [u8])> {
    lines.map(|(number, line)| (number, trimmed(line))).filter(|(_, line)| !row_format.is_column_names(line))
}

/// The rows in some lines of a log, without the column names.
fn rows<'a>(
    lines: impl Iterator<Item = (u64, &'a [u8])>,
    row_format: &'a RowFormat,
) -> impl Iterator<Item = (u64, Option<Line>)> {
    row_lines(lines, row_format).map(|(number, line)| (number, row_format.read(line).ok()))
}

/// The end of some lines of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The number of the line after the last one.
    pub(super) line: u64,
    /// True if the file ends here; false if the rest of the file is unknown.
    pub(super) is_known: bool,
}

impl End {
    pub(super) fn of(part: Part) -> Self {
        Self { line: part.lines().end(), is_known: part.follows != Follows::Unknown }
    }
}

/// A job with the student's files, read once for many trials.
pub(super) struct ReadCase<'a> {
    pub(super) job: &'a Job,
    /// The solved positions, shared by all trials.
    solved: Solved,
    pub(super) log: Option<LogRows<'a>>,
    /// The student's moves file or next board.
    pub(super) rest: Option<(Role, Part<'a>)>,
    /// The moves file in the assignment's format, if the student's format differs.
    pub(super) reformatted: Option<Part<'a>>,
    expected: OnceLock<Trial>,
    hashes: OnceLock<RowHashes>,
    expected_hashes: OnceLock<RowHashes>,
    /// The number of log rows that differ from the expected ones.
    pub(super) differing_rows: OnceLock<u64>,
    /// The number of wrong moves in the game or, if there are none, of wrong lines in the file.
    pub(super) wrong_steps: OnceLock<u64>,
}

impl<'a> ReadCase<'a> {
    /// The largest number of rows that an aligned log may have in addition to the student's rows.
    const MOST_MISSING: usize = 10_000;

    pub(super) fn new(job: &'a Job, evidence: &[Evidence<'a>]) -> Self {
        let log = evidence.iter().find(|evidence| evidence.role == Role::Log);
        let rest = evidence.iter().find(|evidence| evidence.role != Role::Log);
        Self {
            job,
            solved: Solved::default(),
            log: log.map(|log| LogRows::read(log.part, job.row_format())),
            rest: rest.map(|rest| (rest.role, rest.part)),
            reformatted: rest.and_then(|rest| rest.reformatted).map(Part::whole),
            expected: OnceLock::new(),
            hashes: OnceLock::new(),
            expected_hashes: OnceLock::new(),
            differing_rows: OnceLock::new(),
            wrong_steps: OnceLock::new(),
        }
    }

    /// A case in which the expected files are the evidence.
    pub(super) fn of_expected(job: &'a Job, evidence: &[Evidence<'a>]) -> Self {
        Self { expected: Trial::of_itself().into(), ..Self::new(job, evidence) }
    }

    /// The trial of the right program: the expected files, compared with the student's files.
    pub(super) fn expected(&self) -> &Trial {
        self.expected.get_or_init(|| Trial::of_expected(self))
    }

    /// The hashes of the student's log rows, for alignment.
    pub(super) fn hashes(&self) -> Option<&RowHashes> {
        let log = self.log.as_ref()?;
        Some(self.hashes.get_or_init(|| {
            let mut tree = RowTree::new(self.job.row_format().root_depth);
            log.rows().take(MOST_ROWS).for_each(|(_, row)| tree.add(row.as_ref()));
            tree.hashes()
        }))
    }

    /// The hashes of the expected log rows, as many as can be aligned with the student's log.
    pub(super) fn expected_hashes(&self) -> Option<&RowHashes> {
        let most = self.most_aligned()?;
        Some(self.expected_hashes.get_or_init(|| {
            let mut tree = RowTree::new(self.job.row_format().root_depth);
            self.job.task.search().each_row(&mut |row| {
                tree.add(Some(&self.job.row_format().line(row)));
                if tree.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            tree.hashes()
        }))
    }

    /// The largest number of rows that can be aligned with the student's log.
    pub(super) fn most_aligned(&self) -> Option<usize> {
        Some((self.hashes()?.len() + Self::MOST_MISSING).min(MOST_ROWS))
    }

    /// True if the log has a line that no mistake can cause: a line that is not a row, or a number that is not whole.
    pub(super) fn has_odd_rows(&self) -> bool {
        let is_odd = |row: Option<Line>| row.is_none_or(|row| !row.value.is_written());
        self.log.as_ref().is_some_and(|log| log.rows().any(|(_, row)| is_odd(row)))
    }

    pub(super) fn job_with(&self, explanation: &Explanation) -> MistakenJob<'_> {
        let Explanation { mistakes, weights, term } = explanation;
        MistakenJob::new(self.job, *mistakes, weights).with_term(term.as_ref()).sharing(&self.solved)
    }

    pub(super) fn budget(&self, most_nodes: u64) -> NodeBudget {
        let most_rows = NodeBudget::ROWS.max(2 * self.log.as_ref().map_or(0, LogRows::count));
        NodeBudget { nodes: 0, most_nodes, most_rows }
    }

    /// True if `check` kept only the beginning of the file.
    pub(super) fn is_cut(&self, role: Role) -> bool {
        let end = if role == Role::Log {
            self.log.as_ref().map(LogRows::end)
        } else {
            self.rest.map(|(_, part)| End::of(part))
        };
        end.is_some_and(|end| !end.is_known)
    }
}
