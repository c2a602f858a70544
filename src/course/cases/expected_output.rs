//! The expected output of a job, for comparison with the output of a program with mistakes.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    ops::ControlFlow,
    sync::OnceLock,
};

use crate::{
    assignment::{Job, OutputForm},
    log::Line,
    mistakes::{Group, JobWriter as _, Mistake, MistakenJob, Mistakes, NodeBudget, Stopped},
};

/// The expected output of a job, line by line.
#[derive(Debug)]
pub struct ExpectedOutput<'a> {
    pub job: &'a Job,
    /// The rows of the log, without the column names.
    rows: Vec<Line>,
    /// The lines of the moves file, or of the next board; computed on first use.
    lines: OnceLock<Vec<String>>,
}

impl<'a> ExpectedOutput<'a> {
    /// Runs the job; `None` if the log would have more than `most_rows` rows.
    pub fn new(job: &'a Job, most_rows: u64) -> Option<Self> {
        let mut rows = Vec::new();
        if job.is_logged {
            job.log(&mut { NodeBudget::ANY }, &mut |row| {
                rows.push(*row);
                if rows.len() as u64 > most_rows { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .ok()?;
        }
        Some(Self { job, rows, lines: OnceLock::new() })
    }

    /// The number of rows of the log.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    fn is_game(&self) -> bool {
        self.job.assignment.output == OutputForm::Game
    }

    fn lines(&self) -> &[String] {
        self.lines.get_or_init(|| {
            let mut lines = Vec::new();
            let mut keep = |line: &str| {
                lines.push(line.to_owned());
                ControlFlow::Continue(())
            };
            let mut budget = NodeBudget::ANY;
            let done = if self.is_game() {
                self.job.moves(&mut budget, &mut keep)
            } else {
                self.job.board(&mut budget, None).map(|board| lines.extend(board))
            };
            done.expect("no sink breaks off");
            lines
        })
    }

    fn budget(&self) -> NodeBudget {
        let most_rows = NodeBudget::ROWS.max(2 * self.rows.len() as u64);
        NodeBudget { most_rows, ..NodeBudget::ANY }
    }

    /// True if a program with these mistakes writes other files. If the job exceeds the budget, the result is false.
    pub fn catches(&self, mistakes: Mistakes) -> bool {
        if self.log_catches(mistakes) {
            return true;
        }
        let job = MistakenJob::new(self.job, mistakes, &[]);
        if !self.is_game() {
            return job.board(&mut self.budget(), None).is_ok_and(|board| board[..] != *self.lines());
        }
        let mut lines = self.lines().iter();
        let written =
            job.moves(&mut self.budget(), &mut |line| continue_if(lines.next().is_some_and(|own| own == line)));
        differs(written, lines.next().is_some())
    }

    /// Like `catches`, but without playing the game if possible. A mistake in the search shows in the log, so comparing
    /// the log is enough. The exceptions are mistakes in files and the `hidden` mistakes, which need the game.
    pub(super) fn plainly_catches(&self, mistake: Mistake, hidden: Mistakes) -> bool {
        let shows_in_log = self.is_game() && mistake.group() != Group::Files && !hidden.contains(mistake);
        if shows_in_log { self.log_catches(mistake.into()) } else { self.catches(mistake.into()) }
    }

    fn log_catches(&self, mistakes: Mistakes) -> bool {
        if !self.job.is_logged {
            return false;
        }
        let mut rows = self.rows.iter();
        let written = MistakenJob::new(self.job, mistakes, &[])
            .log(&mut self.budget(), &mut |row| continue_if(rows.next() == Some(row)));
        differs(written, rows.next().is_some())
    }

    /// A fingerprint of the files of a program with these mistakes. Equal files have equal fingerprints.
    pub fn fingerprint(&self, mistakes: Mistakes) -> u64 {
        let job = MistakenJob::new(self.job, mistakes, &[]);
        let (mut log, mut rest) = (DefaultHasher::new(), DefaultHasher::new());
        let mut budget = self.budget();
        let mut row = |row: &Line| {
            if self.job.is_logged {
                self.job.row_format().write(row).hash(&mut log);
            }
            ControlFlow::Continue(())
        };
        // If a search is endless, the beginning of its log is enough for the fingerprint.
        if self.is_game() {
            let _ = job.log(&mut budget, &mut row);
            let mut line = |line: &str| {
                line.hash(&mut rest);
                ControlFlow::Continue(())
            };
            let _ = job.moves(&mut budget, &mut line);
        } else {
            job.board(&mut budget, Some(&mut row)).hash(&mut rest);
        }
        log.write_u64(rest.finish());
        log.finish()
    }
}

/// True if a job was stopped at the first difference, or ended before the last expected line.
const fn differs(written: Result<(), Stopped>, are_lines_left: bool) -> bool {
    match written {
        Ok(()) => are_lines_left,
        Err(Stopped::Enough) => true,
        Err(Stopped::BudgetSpent) => false,
    }
}

const fn continue_if(is_same: bool) -> ControlFlow<()> {
    if is_same { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}
