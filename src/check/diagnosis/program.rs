//! Runs a program for a student's case, and finds the first place in each file that the program writes differently.

use std::{iter, ops::ControlFlow, sync::OnceLock};

use super::{
    Explanation,
    evidence::{End, Evidence, LogRows, is_line},
};
use crate::{
    Role,
    lines::Part,
    node_alignment::{MOST_ROWS, RowHashes, RowTree},
};
use reversi_course::{
    assignment::Job,
    log::Line,
    mistakes::{JobWriter, MistakenJob, NodeBudget, Question, Solved, Stopped},
};

/// A program that may have written the files of a case.
#[derive(Clone, Debug)]
pub(super) enum Program<'a> {
    /// A right program, for the requested job or for another job.
    Job(&'a Job),
    /// A program with a set of mistakes.
    Set(Explanation),
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
    expected: OnceLock<Tried>,
    hashes: OnceLock<RowHashes>,
    expected_hashes: OnceLock<RowHashes>,
    differing_rows: OnceLock<u64>,
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
        let [log, rest, read] = [FileTried::NO_FILE, FileTried::NO_FILE, FileTried::NO_FILE];
        let expected = Tried { explanation: Explanation::default(), log, rest, read, nodes: 0 };
        Self { expected: expected.into(), ..Self::new(job, evidence) }
    }

    /// Runs a program until its files differ from the student's.
    pub(super) fn run(&self, program: &Program, compared: Compared, budget: &mut NodeBudget) -> Tried {
        let before = budget.nodes;
        let (explanation, [log, rest, read]) = match program {
            Program::Job(job) => (Explanation::default(), self.compare(*job, compared, budget)),
            Program::Set(set) => (set.clone(), self.compare(&self.job_with(set), compared, budget)),
        };
        Tried { explanation, log, rest, read, nodes: budget.nodes - before }
    }

    /// The right program, with both files compared from their beginning.
    pub(super) fn expected(&self) -> &Tried {
        self.expected.get_or_init(|| {
            let right = |compared| self.run(&Program::Job(self.job), compared, &mut self.budget(u64::MAX));
            Tried { log: right(Compared::Log).log, nodes: 0, ..right(Compared::Rest) }
        })
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

    /// The number of log rows that differ from the expected rows; the logs are aligned by node.
    pub(super) fn differing_rows(&self) -> u64 {
        *self.differing_rows.get_or_init(|| {
            self.expected_hashes().zip(self.hashes()).map_or(0, |(expected, found)| expected.differing(found))
        })
    }

    /// The largest number of rows that can be aligned with the student's log.
    pub(super) fn most_aligned(&self) -> Option<usize> {
        Some((self.hashes()?.len() + Self::MOST_MISSING).min(MOST_ROWS))
    }

    /// The number of the first log line that no mistake can cause: a line that is not a row, or a number that is not
    /// whole.
    pub(super) fn odd_line(&self) -> Option<u64> {
        let is_odd = |row: Option<Line>| row.is_none_or(|row| !row.value().is_written());
        self.log.as_ref()?.rows().find(|(_, row)| is_odd(*row)).map(|(number, _)| number)
    }

    pub(super) fn job_with(&self, explanation: &Explanation) -> MistakenJob<'_> {
        explanation.in_job(self.job).sharing(&self.solved)
    }

    pub(super) fn budget(&self, most_nodes: u64) -> NodeBudget {
        let most_rows = NodeBudget::ROWS.max(2 * self.log.as_ref().map_or(0, LogRows::count));
        NodeBudget { nodes: 0, most_nodes, most_rows }
    }
}

impl Question for ReadCase<'_> {
    type Program = Explanation;
    type Tried = Tried;

    fn run(&self, set: &Explanation, most_nodes: u64) -> (Tried, u64) {
        let tried = self.run(&Program::Set(set.clone()), Compared::Both, &mut self.budget(most_nodes));
        let nodes = tried.nodes;
        (tried, nodes)
    }
}

/// A program that was tried on the files of a case.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    /// The mistakes of the program.
    pub(super) explanation: Explanation,
    pub(super) log: FileTried,
    /// The result for the next board, or for the moves file in the student's format.
    pub(super) rest: FileTried,
    /// The result for the moves file without its format deviations.
    pub(super) read: FileTried,
    pub(super) nodes: u64,
}

/// The result of comparing a program's file with a student's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileTried {
    pub(super) verdict: FileMatch,
    /// The line that the program writes instead of the first differing line; `None` if its file ends before.
    pub(super) wrote: Option<String>,
    /// The number of the first differing line or log row, from 1.
    pub(super) row: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileMatch {
    /// The files agree, or the case does not have this file.
    Agrees,
    /// The number of the first line of the student's file that differs from the program's file.
    Differs(u64),
    /// The files were not compared, because the logs already differ or the program was stopped.
    Unknown,
}

impl FileTried {
    const NO_FILE: Self = Self { verdict: FileMatch::Agrees, wrote: None, row: None };
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

impl Tried {
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

impl ReadCase<'_> {
    /// Compares a program's files with the log, the other file, and the other file without its format deviations.
    fn compare(&self, job: &impl JobWriter, compared: Compared, budget: &mut NodeBudget) -> [FileTried; 3] {
        let log = self.log.as_ref().filter(|_| compared != Compared::Rest);
        let rest = self.rest.filter(|_| compared != Compared::Log);
        let mut rows = log.map(|log| LineMatcher::new(log.rows(), log.end()));
        // The board of an output is known only when the log is complete.
        let is_board = rest.is_some_and(|(role, _)| role == Role::Board);
        let mut board = None;
        let ended = match &mut rows {
            None if is_board => job.board(budget, None).map(|rows| board = Some(rows)),
            None => Ok(()),
            Some(rows) => {
                let mut row =
                    |row: &Line| rows.next(|found| found.as_ref() == Some(row), || self.job.row_format().write(row));
                if is_board {
                    job.board(budget, Some(&mut row)).map(|rows| board = Some(rows))
                } else {
                    job.log(budget, &mut row)
                }
            }
        };
        let log = rows.map_or(FileTried::NO_FILE, |rows| rows.finish(ended));
        let Some((_, part)) = rest else { return [log, FileTried::NO_FILE, FileTried::NO_FILE] };
        let mut matchers: Vec<_> = iter::once(part).chain(self.reformatted).map(match_lines).collect();
        let mut line = |line: &str| {
            let mut next = ControlFlow::Break(());
            for matcher in &mut matchers {
                if matcher.next(|found| is_line(self.job, line, found), || line.to_owned()).is_continue() {
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
        let rest = trials.next().unwrap_or(FileTried::NO_FILE);
        let read = trials.next().unwrap_or_else(|| rest.clone());
        [log, rest, read]
    }
}

/// Compares a job's lines with the numbered lines of a student's file, in order.
struct LineMatcher<I> {
    lines: I,
    end: End,
    found: FileTried,
    compared: u64,
    is_over: bool,
}

/// Starts a comparison with the lines of a text, without spaces at the ends of the lines.
fn match_lines(part: Part<'_>) -> LineMatcher<impl Iterator<Item = (u64, &[u8])>> {
    LineMatcher::new(part.lines().trimmed(), End::of(part))
}

impl<T, I: Iterator<Item = (u64, T)>> LineMatcher<I> {
    fn new(lines: I, end: End) -> Self {
        let found = FileTried { verdict: FileMatch::Unknown, ..FileTried::NO_FILE };
        Self { lines, end, found, compared: 0, is_over: false }
    }

    /// Compares the job's next line with the file. Returns `Break` if the line differs, or if no lines are left.
    fn next(&mut self, is_equal: impl FnOnce(&T) -> bool, written: impl FnOnce() -> String) -> ControlFlow<()> {
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
    fn finish(mut self, ended: Result<(), Stopped>) -> FileTried {
        if ended.is_ok() && !self.is_over {
            self.compared += 1;
            let next = self.lines.next();
            self.found.verdict = next.map_or(FileMatch::Agrees, |(number, _)| FileMatch::Differs(number));
        }
        let differs = matches!(self.found.verdict, FileMatch::Differs(_));
        FileTried { row: differs.then_some(self.compared), ..self.found }
    }
}
