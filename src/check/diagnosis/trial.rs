//! Runs a job with some mistakes, and compares the resulting files with a student's files.

use std::{iter, ops::ControlFlow, sync::OnceLock};

use rayon::prelude::*;

use super::{
    Explanation,
    evidence::{End, Evidence, LogRows, is_line},
    line_matcher::{FileMatch, FileTrial, LineMatcher, match_lines},
};
use crate::{
    Role,
    lines::Part,
    node_alignment::{MOST_ROWS, RowHashes, RowTree},
};
use reversi_course::{
    assignment::Job,
    log::Line,
    mistakes::{JobWriter, MistakenJob, NodeBudget, Solved, Stopped},
};

/// The number of parallel trials. The number is fixed, so that the result is the same on every machine.
const BATCH: usize = 32;

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
    /// The number of log rows that differ from the expected rows.
    pub(super) differing_rows: OnceLock<u64>,
    /// The number of wrong moves in the game or, if there are none, of wrong lines in the file.
    pub(super) wrong_steps: OnceLock<u64>,
}

impl<'a> ReadCase<'a> {
    /// The largest number of rows that an aligned log may have in addition to the student's rows. A log that lacks more
    /// rows ends too early, and alignment tells nothing about the end.
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
        explanation.in_job(self.job).sharing(&self.solved)
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

pub(super) struct Effort {
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
                // A trial only counts if the effort would also be enough for trials that run one after another.
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

/// The student's files that a trial compares.
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

    /// True if the trial writes all files, apart from the format of the moves file.
    pub(super) fn explains_all(&self) -> bool {
        self.log.verdict == FileMatch::Agrees && !self.differs_in_rest()
    }

    /// True if the trial writes this file, apart from the format of the moves file.
    pub(super) fn explains(&self, role: Role) -> bool {
        if role == Role::Log { self.log.verdict == FileMatch::Agrees } else { !self.differs_in_rest() }
    }

    /// True if the trial writes another moves file or board, apart from the format.
    pub(super) fn differs_in_rest(&self) -> bool {
        [&self.rest, &self.read].iter().all(|file| file.verdict != FileMatch::Agrees)
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
