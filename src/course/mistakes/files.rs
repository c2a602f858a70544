//! The files of a job with mistakes, as text.

use std::ops::ControlFlow;

use super::{Mistake, MistakenJob, NodeBudget, Stopped};
use crate::{
    assignment::{Job, OutputForm},
    log::Line,
};
use reversi_core::search::Algorithm;

/// The files of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobFiles {
    /// Where a whole game is played.
    Game { moves: String, log: String },
    /// Where one move is made.
    Next {
        /// The next board, and the log where there is one.
        output: String,
    },
}

impl JobFiles {
    /// What a program writes that makes mistakes.
    ///
    /// # Errors
    /// [`Stopped::BudgetSpent`] where the search has more rows than a job with mistakes may: it would not end.
    pub fn new(job: &Job, mistaken: &MistakenJob) -> Result<Self, Stopped> {
        let end = job.line_ending.text();
        let mut log = vec![job.spelling().column_names(job.task.algorithm == Algorithm::AlphaBeta)];
        let mut row = |row: &Line| {
            log.push(job.spelling().write(row));
            ControlFlow::Continue(())
        };
        let last_end = if job.spelling().last_line_end { end } else { "" };
        if job.assignment.output == OutputForm::Game {
            let mut moves = String::new();
            mistaken.log(&mut { NodeBudget::ANY }, &mut row)?;
            if mistaken.has(Mistake::LogTwice) {
                // The column names stand in the file twice, too.
                log.insert(log.len() / 2 + 1, log[0].clone());
            }
            mistaken.moves(&mut { NodeBudget::ANY }, &mut |line| {
                moves += line;
                moves += end;
                ControlFlow::Continue(())
            })?;
            return Ok(Self::Game { moves, log: log.join(end) + last_end });
        }
        let board = mistaken.next(&mut { NodeBudget::ANY }, &mut row)?;
        let log = if job.is_logged { log } else { Vec::new() };
        let lines: Vec<String> = board.into_iter().chain(log).collect();
        Ok(Self::Next { output: lines.join(end) + last_end })
    }
}
