//! Produces the files of a job line by line, right or with mistakes.

use std::ops::ControlFlow;

use super::{MistakenJob, NodeBudget, PlainMistake, Stopped};
use crate::{
    assignment::{Job, OutputForm},
    log::Line,
};
use reversi_core::{games::reversi::Position, search::Algorithm};

/// A function that receives the rows of a log, and breaks to stop the job.
pub type RowSink<'a> = dyn FnMut(&Line) -> ControlFlow<()> + 'a;

/// A function that receives the lines of a moves file, and breaks to stop the job.
pub type LineSink<'a> = dyn FnMut(&str) -> ControlFlow<()> + 'a;

/// Runs a job and passes the lines of its files to sinks. A [`Job`] produces the expected output, and a [`MistakenJob`]
/// the output of a program with mistakes. If there are no mistakes, both outputs are equal.
///
/// Each function returns an error if the sink breaks, or if the job exceeds the budget. For a [`Job`], each row of the
/// log counts as a node.
pub trait JobWriter {
    /// Passes the rows of the log to the sink, without the column names.
    fn log(&self, budget: &mut NodeBudget, sink: &mut RowSink) -> Result<(), Stopped>;

    fn moves(&self, budget: &mut NodeBudget, sink: &mut LineSink) -> Result<(), Stopped>;

    /// Finds the next board. If there is a sink, passes the rows of the log to the sink.
    fn board(&self, budget: &mut NodeBudget, sink: Option<&mut RowSink>) -> Result<Vec<String>, Stopped>;
}

impl JobWriter for Job {
    fn log(&self, budget: &mut NodeBudget, sink: &mut RowSink) -> Result<(), Stopped> {
        if !self.is_logged {
            return Ok(());
        }
        let searched = self.task.search().each_row(&mut |row| {
            budget.nodes += 1;
            if budget.is_spent() { ControlFlow::Break(()) } else { sink(&self.row_format().line(row)) }
        });
        searched.map(drop).ok_or(Stopped::Enough)
    }

    fn moves(&self, _: &mut NodeBudget, sink: &mut LineSink) -> Result<(), Stopped> {
        let mut lines = self.task.steps().flat_map(|step| step.lines(self));
        if lines.all(|line| sink(&line).is_continue()) { Ok(()) } else { Err(Stopped::Enough) }
    }

    fn board(&self, budget: &mut NodeBudget, sink: Option<&mut RowSink>) -> Result<Vec<String>, Stopped> {
        sink.map_or(Ok(()), |sink| self.log(budget, sink))?;
        Ok(board_rows(self, &self.next_position(self.task.search().solve().best)))
    }
}

/// The rows of a board in the letters of the job's files.
pub(super) fn board_rows(job: &Job, position: &Position) -> Vec<String> {
    job.assignment.squares.rows(position).collect()
}

/// The texts of a job's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobFiles {
    /// A job that plays a whole game.
    Game { moves: String, log: String },
    /// A job that makes one move: the file contains the next board, and the log if there is one.
    Next { output: String },
}

impl JobFiles {
    /// Makes the files of a job with mistakes. Returns [`Stopped::BudgetSpent`] if the search has more rows than the
    /// budget allows, since it may be endless.
    pub fn new(job: &Job, mistaken: &MistakenJob) -> Result<Self, Stopped> {
        let end = job.line_ending.text();
        let mut budget = NodeBudget::ANY;
        let mut log = vec![job.row_format().column_names(job.task.algorithm == Algorithm::AlphaBeta)];
        let mut row = |row: &Line| {
            log.push(job.row_format().write(row));
            ControlFlow::Continue(())
        };
        let last_end = if job.row_format().last_line_end { end } else { "" };
        if job.assignment.output == OutputForm::Next {
            let board = mistaken.board(&mut budget, Some(&mut row))?;
            let log = if job.is_logged { log } else { Vec::new() };
            let lines: Vec<String> = board.into_iter().chain(log).collect();
            return Ok(Self::Next { output: lines.join(end) + last_end });
        }
        mistaken.log(&mut budget, &mut row)?;
        if mistaken.has(PlainMistake::LogTwice) {
            // This mistake also repeats the column names.
            log.insert(log.len() / 2 + 1, log[0].clone());
        }
        let mut moves = String::new();
        mistaken.moves(&mut budget, &mut |line| {
            moves.extend([line, end]);
            ControlFlow::Continue(())
        })?;
        Ok(Self::Game { moves, log: log.join(end) + last_end })
    }
}
