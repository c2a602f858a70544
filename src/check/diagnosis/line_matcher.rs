//! Compares the lines that a job writes with a student's file, up to the first line that differs.

use std::ops::ControlFlow;

use super::evidence::End;
use crate::lines::Part;
use reversi_course::mistakes::Stopped;

/// The result of comparing a trial's file with a student's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileMatch {
    /// The files agree, or the case does not have this file.
    Agrees,
    /// The number of the first line of the student's file that differs from the trial's file.
    Differs(u64),
    /// The files were not compared, because the logs already differ or the trial was stopped.
    Unknown,
}

/// A trial's result for a file, and the first line that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileTrial {
    pub(super) verdict: FileMatch,
    /// The line that the trial writes instead of the first differing line; `None` if the trial's file ends before.
    pub(super) wrote: Option<String>,
    /// The number of the first differing line or log row, from 1.
    pub(super) row: Option<u64>,
}

impl FileTrial {
    /// The trial of a file that the case does not have.
    pub(super) const NO_FILE: Self = Self { verdict: FileMatch::Agrees, wrote: None, row: None };
}

/// Compares a job's lines with the numbered lines of a student's file, in order.
pub(super) struct LineMatcher<I> {
    lines: I,
    end: End,
    found: FileTrial,
    compared: u64,
    is_over: bool,
}

/// Starts a comparison with the lines of a text, without spaces at the ends of the lines.
pub(super) fn match_lines(part: Part<'_>) -> LineMatcher<impl Iterator<Item = (u64, &[u8])>> {
    LineMatcher::new(part.lines().trimmed(), End::of(part))
}

impl<T, I: Iterator<Item = (u64, T)>> LineMatcher<I> {
    pub(super) fn new(lines: I, end: End) -> Self {
        let found = FileTrial { verdict: FileMatch::Unknown, ..FileTrial::NO_FILE };
        Self { lines, end, found, compared: 0, is_over: false }
    }

    /// Compares the job's next line with the file. Returns `Break` if the line differs, or if no lines are left.
    pub(super) fn next(
        &mut self,
        is_equal: impl FnOnce(&T) -> bool,
        written: impl FnOnce() -> String,
    ) -> ControlFlow<()> {
        if self.is_over {
            return ControlFlow::Break(());
        }
        self.compared += 1;
        self.found.verdict = match self.lines.next() {
            Some((_, found)) if is_equal(&found) => return ControlFlow::Continue(()),
            Some((number, _)) => FileMatch::Differs(number),
            None if self.end.is_known => FileMatch::Differs(self.end.line),
            // The file may agree, because the text after the kept part is unknown.
            None => FileMatch::Agrees,
        };
        self.is_over = true;
        self.found.wrote = Some(written());
        ControlFlow::Break(())
    }

    /// Ends the comparison after the job has ended or was stopped.
    pub(super) fn finish(mut self, ended: Result<(), Stopped>) -> FileTrial {
        if ended.is_ok() && !self.is_over {
            self.compared += 1;
            let next = self.lines.next();
            self.found.verdict = next.map_or(FileMatch::Agrees, |(number, _)| FileMatch::Differs(number));
        }
        let differs = matches!(self.found.verdict, FileMatch::Differs(_));
        FileTrial { row: differs.then_some(self.compared), ..self.found }
    }
}
