//! One trial: does the job with these mistakes write the student's files?

use std::{ops::ControlFlow, sync::Arc};

use rayon::prelude::*;

use super::{
    Explanation,
    evidence::{End, Exhibits, LogRows, is_line},
};
use crate::{Role, lines::Part};
use reversi_course::{
    assignment::Job,
    log::Line,
    mistakes::{JobWriter as _, Stopped},
};
use reversi_io::files::LineEnding;

/// How many trials are made side by side. It does not depend on the machine, and neither does what comes of it.
const BATCH: usize = 32;

pub(super) struct Effort {
    /// The nodes that may still be visited.
    pub(super) left: u64,
    /// Whether all trials could be made.
    pub(super) is_enough: bool,
}

impl Effort {
    pub(super) const fn new(nodes: u64) -> Self {
        Self { left: nodes, is_enough: true }
    }

    /// Makes trials as long as the effort lasts. `make` is given an explanation and the nodes that are left; `nodes` says
    /// how many it has visited.
    pub(super) fn spend<T: Send>(
        &mut self,
        explanations: impl IntoIterator<Item = Explanation>,
        make: impl Fn(Explanation, u64) -> T + Sync,
        nodes: impl Fn(&T) -> u64,
    ) -> Vec<T> {
        let explanations: Vec<Explanation> = explanations.into_iter().collect();
        let mut trials = Vec::with_capacity(explanations.len());
        for batch in explanations.chunks(BATCH) {
            let left = self.left;
            for trial in batch.par_iter().map(|explanation| make(explanation.clone(), left)).collect::<Vec<T>>() {
                // What would not have been finished, one after the other, does not count.
                let Some(left) = self.left.checked_sub(nodes(&trial)) else {
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

/// How a job with mistakes compares with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileMatch {
    /// It writes this; or there is no such file.
    Agrees,
    /// It writes something else, first in this line of the student's file.
    Differs(u64),
    /// It was not compared: the log differs already, or the job was given up.
    Unknown,
}

/// What came of a trial.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) explanation: Explanation,
    pub(super) log: FileMatch,
    /// How the moves file compares, or the board.
    pub(super) rest: FileMatch,
    /// The row, from 1, that is the first to differ in the log.
    pub(super) differing_row: Option<u64>,
    /// What it writes where the first file that was compared differs; none where it has ended there.
    pub(super) wrote: Option<String>,
    pub(super) nodes: u64,
}

/// How long a trial agrees with the files: the more, the longer. The log comes first, what else there is breaks ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Agreement(u64, u64);

impl Trial {
    /// Does the job with mistakes and compares. The log is tried first, and the rest only where that agrees.
    pub(super) fn new(exhibits: &Exhibits, explanation: Explanation, most_nodes: u64) -> Self {
        let (log, rest) = (exhibits.log.as_ref(), exhibits.rest);
        Self::with(exhibits, explanation, log, rest, most_nodes)
    }

    /// The assignment's own log, compared.
    pub(super) fn truth_of_log(exhibits: &Exhibits) -> Self {
        let job = exhibits.job;
        let mut wrote = None;
        let rows = exhibits.log.as_ref().map(|log| {
            let mut rows = LineMatcher::new(log.rows(), log.end());
            let mut ended = Ok(());
            job.task.search().each_row(&mut |row| {
                let expected = job.spelling().line(row);
                let next = rows.next(|found| found.as_ref() == Some(&expected));
                if next.is_break() {
                    wrote = Some(job.spelling().write(&expected));
                    ended = Err(Stopped::Enough);
                }
                next
            });
            rows.finish(ended);
            rows
        });
        let log = rows.as_ref().map_or(FileMatch::Agrees, |rows| rows.verdict);
        let differing_row = rows.and_then(|rows| rows.differing_row());
        let explanation = Explanation::default();
        Self { explanation, log, rest: FileMatch::Unknown, differing_row, wrote, nodes: 0 }
    }

    /// How the assignment's own moves file or board compares with a text, and what it has where that differs.
    pub(super) fn truth_of_rest(job: &Job, rest: Option<(Role, Part)>) -> (FileMatch, Option<String>) {
        let Some((role, part)) = rest else { return (FileMatch::Agrees, None) };
        let mut matcher = match_lines(part);
        let mut wrote = None;
        let mut is_next = |line: &str| {
            let next = matcher.next(|found| is_line(job, line, found));
            wrote = next.is_break().then(|| line.to_owned());
            next.is_continue()
        };
        let is_same = if role == Role::Board {
            job.next_board(LineEnding::Lf).lines().all(is_next)
        } else {
            job.task.steps(Arc::default()).flat_map(|step| step.lines(job)).all(|line| is_next(&line))
        };
        if is_same {
            matcher.finish(Ok(()));
        }
        (matcher.verdict, wrote)
    }

    /// Does the job with mistakes and compares some of the files.
    pub(super) fn with(
        exhibits: &Exhibits,
        explanation: Explanation,
        log: Option<&LogRows>,
        rest: Option<(Role, Part)>,
        most_nodes: u64,
    ) -> Self {
        let job = exhibits.job_with(&explanation);
        let mut budget = exhibits.budget(most_nodes);
        let mut rows = log.map(|log| LineMatcher::new(log.rows(), log.end()));
        let mut wrote = None;
        let mut row = |row: &Line| match &mut rows {
            Some(rows) => {
                let next = rows.next(|found| found.as_ref() == Some(row));
                if next.is_break() {
                    wrote = Some(exhibits.job.spelling().write(row));
                }
                next
            }
            None => ControlFlow::Continue(()),
        };
        // The board of an output is known when its log is complete.
        let (ended, board) = match rest {
            Some((Role::Board, _)) => job
                .board(&mut budget, Some(&mut row))
                .map_or_else(|stopped| (Err(stopped), None), |board| (Ok(()), Some(board))),
            _ if log.is_none() => (Ok(()), None),
            _ => (job.log(&mut budget, &mut row), None),
        };
        if let Some(rows) = &mut rows {
            rows.finish(ended);
        }
        let log = rows.as_ref().map_or(FileMatch::Agrees, |rows| rows.verdict);
        let rest = rest.map_or(FileMatch::Agrees, |(role, part)| {
            let mut lines = match_lines(part);
            let mut line = |line: &str| {
                let next = lines.next(|found| is_line(exhibits.job, line, found));
                if next.is_break() {
                    wrote = Some(line.to_owned());
                }
                next
            };
            let ended = match (role, board) {
                _ if log != FileMatch::Agrees => Err(Stopped::Enough),
                (Role::Board, None) => ended,
                (Role::Board, Some(board)) if board.iter().any(|row| line(row).is_break()) => Err(Stopped::Enough),
                (Role::Board, Some(_)) => Ok(()),
                _ => job.moves(&mut budget, &mut line),
            };
            lines.finish(ended);
            lines.verdict
        });
        let differing_row = rows.and_then(|rows| rows.differing_row());
        Self { explanation, log, rest, differing_row, wrote, nodes: budget.nodes }
    }

    pub(super) fn verdict(&self, role: Role) -> FileMatch {
        if role == Role::Log { self.log } else { self.rest }
    }

    /// True if all the files are explained.
    pub(super) fn explains_all(&self) -> bool {
        (self.log, self.rest) == (FileMatch::Agrees, FileMatch::Agrees)
    }

    pub(super) fn agreement(&self) -> Agreement {
        let lines = |verdict| match verdict {
            FileMatch::Differs(line) => line,
            FileMatch::Unknown => 0,
            FileMatch::Agrees => u64::MAX,
        };
        Agreement(lines(self.log), lines(self.rest))
    }
}

/// Compares what a job writes with the numbered lines of a file, one after the other.
pub(super) struct LineMatcher<I> {
    lines: I,
    end: End,
    pub(super) verdict: FileMatch,
    /// How many lines or rows have been compared.
    compared: u64,
}

/// Compares with what counts of the lines of a text.
pub(super) fn match_lines(part: Part<'_>) -> LineMatcher<impl Iterator<Item = (u64, &[u8])>> {
    LineMatcher::new(part.lines().trimmed(), End::of(part))
}

impl<T, I: Iterator<Item = (u64, T)>> LineMatcher<I> {
    pub(super) fn new(lines: I, end: End) -> Self {
        Self { lines, end, verdict: FileMatch::Unknown, compared: 0 }
    }

    /// Compares the next line. Breaks where it differs, and where nothing is left to compare with.
    pub(super) fn next(&mut self, is_equal: impl FnOnce(&T) -> bool) -> ControlFlow<()> {
        self.compared += 1;
        self.verdict = match self.lines.next() {
            Some((_, found)) if is_equal(&found) => return ControlFlow::Continue(()),
            Some((number, _)) => FileMatch::Differs(number),
            None if self.end.is_known => FileMatch::Differs(self.end.line),
            // What follows the part that was kept is not known.
            None => FileMatch::Agrees,
        };
        ControlFlow::Break(())
    }

    /// The number, from 1, of the line or row that is the first to differ.
    fn differing_row(&self) -> Option<u64> {
        matches!(self.verdict, FileMatch::Differs(_)).then_some(self.compared)
    }

    /// The job has written all it writes, or has been stopped.
    pub(super) fn finish(&mut self, ended: Result<(), Stopped>) {
        if ended.is_ok() {
            self.compared += 1;
            self.verdict = self.lines.next().map_or(FileMatch::Agrees, |(number, _)| FileMatch::Differs(number));
        }
    }
}
