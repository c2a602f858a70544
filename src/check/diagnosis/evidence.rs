//! A student's files as evidence for a diagnosis: line by line, as far as `check` kept them.

use std::{iter, sync::OnceLock};

use crate::{
    Role, kind,
    lines::{Follows, Part, TextLines, trimmed},
};
use reversi_course::{
    assignment::Job,
    log::{Line, RowFormat},
};

/// A text from a student's program.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    pub role: Role,
    pub part: Part<'a>,
    /// The moves file in the assignment's format, if the student's file has another format and can be read.
    pub reformatted: Option<&'a [u8]>,
    /// True if only one line is wrong, missing or surplus, or if the file is right but ends too early.
    pub is_nearly_right: bool,
}

impl<'a> Evidence<'a> {
    /// Evidence from a file that was not compared before.
    pub const fn new(role: Role, part: Part<'a>) -> Self {
        Self { role, part, reformatted: None, is_nearly_right: false }
    }
}

/// True if a line of a student's moves file or board equals the expected line. A line of one word equals the expected
/// line if the words are equal.
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

    /// The rows of a text, read once and kept in memory.
    pub(super) fn read(part: Part<'a>, row_format: &'a RowFormat) -> Self {
        let end = End::of(part);
        let mut all = Self { read: Vec::new(), rest: part.lines(), row_format, count: OnceLock::new(), end };
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

    /// True if the log has so few rows that it may be right for another job or input by chance.
    pub(super) fn says_little(&self) -> bool {
        self.rows().nth(2).is_none()
    }

    /// The number and the row of each line; `None` for a line that is not a row.
    pub(super) fn rows(&self) -> impl Iterator<Item = (u64, Option<Line>)> + '_ {
        self.read.iter().copied().chain(rows(self.rest.clone(), self.row_format))
    }

    pub(super) fn end(&self) -> End {
        self.end
    }
}

/// The lines that are neither empty nor column names.
fn row_lines<'a>(
    lines: impl Iterator<Item = (u64, &'a [u8])>,
    row_format: &'a RowFormat,
) -> impl Iterator<Item = (u64, &'a [u8])> {
    lines
        .map(|(number, line)| (number, trimmed(line)))
        .filter(|(_, line)| !line.is_empty() && !row_format.is_column_names(line))
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
    /// The number of the line after the last line.
    pub(super) line: u64,
    /// True if the file ends here; false if the rest of the file is unknown.
    pub(super) is_known: bool,
}

impl End {
    pub(super) fn of(part: Part) -> Self {
        Self { line: part.lines().end(), is_known: part.follows != Follows::Unknown }
    }
}
