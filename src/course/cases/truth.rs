//! What a job should write, to compare with what it writes with a mistake.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    ops::ControlFlow,
    sync::OnceLock,
};

use crate::{
    assignment::{Job, OutputForm},
    log::Line,
    mistakes::{Group, Mistake, MistakenJob, Mistakes, NodeBudget, Stopped},
};

/// The files of a job, row by row.
#[derive(Debug)]
pub struct Truth<'a> {
    pub job: &'a Job,
    rows: Vec<Line>,
    /// The lines of the moves file, or of the next board: they are found when they are wanted.
    lines: OnceLock<Vec<String>>,
}

impl<'a> Truth<'a> {
    /// Does the job.
    ///
    /// # Errors
    /// The log has more rows than `most_rows`.
    pub fn new(job: &'a Job, most_rows: u64) -> Result<Self, Stopped> {
        let mut rows = Vec::new();
        let lines = OnceLock::new();
        let mut budget = NodeBudget { most_rows, ..NodeBudget::ANY };
        let board = MistakenJob::new(job, Mistakes::NONE, &[]).next(&mut budget, &mut |row| {
            rows.push(*row);
            ControlFlow::Continue(())
        })?;
        if !job.is_logged {
            rows.clear();
        }
        if job.assignment.output == OutputForm::Next {
            let _ = lines.set(board.to_vec());
        }
        Ok(Self { job, rows, lines })
    }

    /// The rows of the log, without the line of the column names.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The lines of the moves file, or of the next board.
    fn lines(&self) -> &[String] {
        self.lines.get_or_init(|| {
            let mut lines = Vec::new();
            let mut budget = NodeBudget { most_rows: u64::MAX, ..NodeBudget::ANY };
            let _ = MistakenJob::new(self.job, Mistakes::NONE, &[]).moves(&mut budget, &mut |line| {
                lines.push(line.to_owned());
                ControlFlow::Continue(())
            });
            lines
        })
    }

    fn budget(&self) -> NodeBudget {
        let most_rows = NodeBudget::ROWS.max(2 * self.rows.len() as u64);
        NodeBudget { most_rows, ..NodeBudget::ANY }
    }

    /// True if the job with mistakes writes other files. A search that does not end is another one.
    pub fn catches(&self, mistakes: Mistakes) -> bool {
        if self.log_catches(mistakes) {
            return true;
        }
        let job = MistakenJob::new(self.job, mistakes, &[]);
        if self.job.assignment.output == OutputForm::Next {
            let board = job.next(&mut self.budget(), &mut |_| ControlFlow::Continue(()));
            return board.map_or(true, |board| board[..] != *self.lines());
        }
        let mut lines = self.lines().iter();
        let written = job.moves(&mut self.budget(), &mut |line| {
            if lines.next().is_some_and(|right| right == line) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        written.is_err() || lines.next().is_some()
    }

    /// True if the job with a mistake writes other files, as far as that shows without playing a game. A mistake that is not
    /// `hidden`, and not one of the files, shows in logs, and of a game the log alone is compared.
    pub(super) fn plainly_catches(&self, mistake: Mistake, hidden: Mistakes) -> bool {
        let is_game = self.job.assignment.output == OutputForm::Game;
        let shows_in_log = is_game && mistake.group() != Group::Files && !hidden.contains(mistake);
        if shows_in_log { self.log_catches(mistake.into()) } else { self.catches(mistake.into()) }
    }

    /// True if the job with mistakes writes another log.
    fn log_catches(&self, mistakes: Mistakes) -> bool {
        if !self.job.is_logged {
            return false;
        }
        let mut rows = self.rows.iter();
        let written = MistakenJob::new(self.job, mistakes, &[]).log(&mut self.budget(), &mut |row| {
            if rows.next() == Some(row) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written.is_err() || rows.next().is_some()
    }

    /// A number that stands for the files of the job with mistakes: where two are equal, so are the files.
    pub fn fingerprint(&self, mistakes: Mistakes) -> u64 {
        let job = MistakenJob::new(self.job, mistakes, &[]);
        let (mut log, mut rest) = (DefaultHasher::new(), DefaultHasher::new());
        let mut budget = self.budget();
        let mut row = |row: &Line| {
            if self.job.is_logged {
                self.job.spelling().write(row).hash(&mut log);
            }
            ControlFlow::Continue(())
        };
        // A search that does not end is told by its beginning.
        if self.job.assignment.output == OutputForm::Game {
            let _ = job.log(&mut budget, &mut row);
            let mut line = |line: &str| {
                line.hash(&mut rest);
                ControlFlow::Continue(())
            };
            let _ = job.moves(&mut budget, &mut line);
        } else {
            job.next(&mut budget, &mut row).hash(&mut rest);
        }
        log.write_u64(rest.finish());
        log.finish()
    }
}
