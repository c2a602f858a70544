//! Runs a job with some mistakes, and compares the resulting files with a student's files.

use std::{iter, ops::ControlFlow};

use rayon::prelude::*;

use super::{
    Explanation,
    evidence::{End, ReadCase, is_line},
};
use crate::{Role, lines::Part};
use reversi_course::{
    log::Line,
    mistakes::{JobWriter, NodeBudget, Stopped},
};

/// The number of parallel trials. The number is fixed, so that the result is the same on every machine.
const BATCH: usize = 32;

pub(super) struct Effort {
    /// The number of nodes left.
    pub(super) left: u64,
    /// True if all sets were tried before the effort was spent.
    pub(super) is_enough: bool,
}

impl Effort {
    pub(super) const fn new(nodes: u64) -> Self {
        Self { left: nodes, is_enough: true }
    }

    /// Tries sets of mistakes on a case while the effort lasts.
    pub(super) fn try_all(
        &mut self,
        case: &ReadCase,
        sets: impl IntoIterator<Item = Explanation>,
        compared: Compared,
    ) -> Vec<Trial> {
        let sets: Vec<Explanation> = sets.into_iter().collect();
        let mut trials = Vec::with_capacity(sets.len());
        for batch in sets.chunks(BATCH) {
            let left = self.left;
            let tried = batch.par_iter().map(|set| Trial::new(case, set.clone(), compared, left));
            for trial in tried.collect::<Vec<Trial>>() {
                // A trial only counts if the trial would also fit the effort when trials run one after another.
                let Some(left) = self.left.checked_sub(trial.nodes) else {
                    *self = Self { left: 0, is_enough: false };
                    return trials;
                };
                self.left = left;
                trials.push(trial);
            }
        }
        trials
    }
}

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
    const NO_FILE: Self = Self { verdict: FileMatch::Agrees, wrote: None, row: None };
}

/// A set of mistakes tried on the files of a case.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) explanation: Explanation,
    pub(super) log: FileTrial,
    /// The result for the next board, or for the moves file in the student's format.
    pub(super) rest: FileTrial,
    /// The result for the moves file without its format deviations.
    pub(super) read: FileTrial,
    pub(super) nodes: u64,
}

/// The files that a trial compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    /// The log and, if the log agrees, the other file.
    Both,
    Log,
    Rest,
}

/// The first line that a trial writes differently: the file (0 for the log, 1 for the other file), and the line number.
pub(super) type FirstDifference = (u8, u64);

/// The length of the agreement between a trial's files and a student's files. The log counts first; the other file
/// breaks ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Agreement(u64, u64);

impl Trial {
    /// A trial in which the expected files agree with themselves.
    pub(super) fn of_itself() -> Self {
        let [log, rest, read] = [FileTrial::NO_FILE, FileTrial::NO_FILE, FileTrial::NO_FILE];
        Self { explanation: Explanation::default(), log, rest, read, nodes: 0 }
    }

    /// The trial of the expected files against the student's files.
    pub(super) fn of_expected(case: &ReadCase) -> Self {
        let mut budget = case.budget(u64::MAX);
        let [log, ..] = compare(case, case.job, Compared::Log, &mut budget);
        let [_, rest, read] = compare(case, case.job, Compared::Rest, &mut budget);
        Self { explanation: Explanation::default(), log, rest, read, nodes: 0 }
    }

    /// Runs the job with mistakes and compares the resulting files.
    pub(super) fn new(case: &ReadCase, explanation: Explanation, compared: Compared, most_nodes: u64) -> Self {
        let mut budget = case.budget(most_nodes);
        let [log, rest, read] = compare(case, &case.job_with(&explanation), compared, &mut budget);
        Self { explanation, log, rest, read, nodes: budget.nodes }
    }

    /// The first line that differs from the student's file; `None` if both files agree or a file was not compared.
    pub(super) fn first_difference(&self) -> Option<FirstDifference> {
        match (self.log.verdict, self.rest.verdict) {
            (FileMatch::Differs(line), _) => Some((0, line)),
            (FileMatch::Agrees, FileMatch::Differs(line)) => Some((1, line)),
            _ => None,
        }
    }

    /// The line that the trial writes instead of the first differing line.
    pub(super) fn wrote(&self) -> Option<&str> {
        let file = if self.log.verdict == FileMatch::Agrees { &self.rest } else { &self.log };
        file.wrote.as_deref()
    }

    pub(super) fn verdict(&self, role: Role) -> FileMatch {
        if role == Role::Log { self.log.verdict } else { self.rest.verdict }
    }

    /// True if the trial writes all files exactly, including the format of the moves file.
    pub(super) fn explains_all(&self) -> bool {
        (self.log.verdict, self.rest.verdict) == (FileMatch::Agrees, FileMatch::Agrees)
    }

    /// True if the trial writes all files, apart from the format of the moves file.
    pub(super) fn explains_apart_from_format(&self) -> bool {
        self.log.verdict == FileMatch::Agrees
            && [&self.rest, &self.read].into_iter().any(|file| file.verdict == FileMatch::Agrees)
    }

    pub(super) fn agreement(&self) -> Agreement {
        let lines = |verdict| match verdict {
            FileMatch::Differs(line) => line,
            FileMatch::Unknown => 0,
            FileMatch::Agrees => u64::MAX,
        };
        Agreement(lines(self.log.verdict), lines(self.rest.verdict))
    }
}

/// Compares a trial's files with a student's log, other file, and other file without its format deviations.
fn compare(case: &ReadCase, job: &impl JobWriter, compared: Compared, budget: &mut NodeBudget) -> [FileTrial; 3] {
    let log = case.log.as_ref().filter(|_| compared != Compared::Rest);
    let rest = case.rest.filter(|_| compared != Compared::Log);
    let mut rows = log.map(|log| LineMatcher::new(log.rows(), log.end()));
    // The board of an output is known only when the log is complete.
    let is_board = rest.is_some_and(|(role, _)| role == Role::Board);
    let mut board = None;
    let ended = match &mut rows {
        None if is_board => job.board(budget, None).map(|rows| board = Some(rows)),
        None => Ok(()),
        Some(rows) => {
            let mut row =
                |row: &Line| rows.next(|found| found.as_ref() == Some(row), || case.job.row_format().write(row));
            if is_board {
                job.board(budget, Some(&mut row)).map(|rows| board = Some(rows))
            } else {
                job.log(budget, &mut row)
            }
        }
    };
    let log = rows.map_or(FileTrial::NO_FILE, |rows| rows.finish(ended));
    let Some((_, part)) = rest else { return [log, FileTrial::NO_FILE, FileTrial::NO_FILE] };
    let mut matchers: Vec<_> = iter::once(part).chain(case.reformatted).map(match_lines).collect();
    let mut line = |line: &str| {
        let mut next = ControlFlow::Break(());
        for matcher in &mut matchers {
            if matcher.next(|found| is_line(case.job, line, found), || line.to_owned()).is_continue() {
                next = ControlFlow::Continue(());
            }
        }
        next
    };
    let ended = match board {
        _ if log.verdict != FileMatch::Agrees => Err(Stopped::Enough),
        None if is_board => ended,
        None => job.moves(budget, &mut line),
        Some(board) if board.iter().any(|row| line(row).is_break()) => Err(Stopped::Enough),
        Some(_) => Ok(()),
    };
    let mut trials = matchers.into_iter().map(|matcher| matcher.finish(ended));
    let rest = trials.next().unwrap_or(FileTrial::NO_FILE);
    let read = trials.next().unwrap_or_else(|| rest.clone());
    [log, rest, read]
}

/// Compares a job's lines with the numbered lines of a student's file, in order.
pub(super) struct LineMatcher<I> {
    lines: I,
    end: End,
    found: FileTrial,
    /// The number of compared lines or rows.
    compared: u64,
    /// True if the comparison has ended.
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
