//! The arguments that name a job whose files are not written but read, or explained: those of the batch job and of `next`
//! that decide the bytes.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use super::{arguments, job::evaluation_with, next::read_request};
use crate::{
    assignment::{self, Dialect, InputForm, Job, Task, TaskNumber},
    files::LineEnding,
    game::Depth,
    games::reversi::EvaluationName,
    log::Spelling,
    search::Algorithm,
};

/// The arguments of a job.
#[derive(Debug, Args)]
pub struct JobArguments {
    /// 1 = minimax with pieces, 2 = alpha-beta with pieces, 3 = alpha-beta with weights
    #[arg(short, long, conflicts_with_all = ["search", "eval"], hide_possible_values = true, value_parser = arguments::task_number())]
    task: Option<TaskNumber>,
    /// Cut-off depth in plies, at least 1
    #[arg(short, long, allow_negative_numbers = true)]
    depth: Option<Depth>,
    /// The board or, in later years, the input; - is standard input
    #[arg(short, long, value_name = "FILE")]
    pub(super) input: PathBuf,
    /// The year: a later one's input names the task, the player and the depth (see `reversi dialects`)
    #[arg(long, value_parser = arguments::dialect(), default_value = "usc2013")]
    pub(super) dialect: Dialect,
    /// In place of -t, with --eval: the algorithm
    #[arg(long, value_name = "ALGORITHM", value_parser = arguments::algorithm(), requires = "eval")]
    search: Option<Algorithm>,
    /// In place of -t, with --search: the evaluation
    #[arg(long, value_name = "EVALUATION", value_parser = arguments::evaluation(), requires = "search")]
    eval: Option<EvaluationName>,
    /// Weights in place of the assignment's: 8 rows of 8 whole numbers, as CSV (with -t 3 or --eval weights)
    #[arg(long, value_name = "FILE.csv")]
    pub(super) weights: Option<PathBuf>,
    /// The spelling of the log, where it is another year's
    #[arg(long, value_name = "DIALECT", value_parser = arguments::spelling())]
    log_dialect: Option<Spelling>,
    /// The line ends of the files
    #[arg(long, value_parser = arguments::line_ending(), default_value_t, value_name = "ENDING")]
    line_ending: LineEnding,
}

impl JobArguments {
    /// Reads the input, and makes a job of it.
    ///
    /// # Errors
    /// Wrong usage, and an input that cannot be read or is none.
    pub(super) fn job(&self) -> Result<Job> {
        let job = match self.dialect.input {
            InputForm::Board => Job::new(self.dialect, self.batch_task()?),
            form => {
                let own = [
                    ("-t", self.task.is_some()),
                    ("-d", self.depth.is_some()),
                    ("--search", self.search.is_some()),
                    ("--eval", self.eval.is_some()),
                    ("--weights", self.weights.is_some()),
                ];
                if let Some((flag, _)) = own.into_iter().find(|(_, is_given)| *is_given) {
                    bail!("{flag} is for usc2013: in {} the input says what is searched", self.dialect);
                }
                Job::next(self.dialect, &read_request(&self.input, form)?)
            }
        };
        let spelling = self.log_dialect.unwrap_or(self.dialect.spelling);
        Ok(Job { spelling, line_ending: self.line_ending, ..job })
    }

    fn batch_task(&self) -> Result<Task> {
        let (algorithm, evaluation) = match (self.task, self.search, &self.eval) {
            (Some(task), _, _) => (task.algorithm(), task.evaluation()),
            (None, Some(algorithm), Some(evaluation)) => (algorithm, evaluation.clone()),
            _ => bail!("the task is missing; expected -t 1, 2 or 3, or else --search and --eval"),
        };
        let Some(depth) = self.depth else { bail!("the depth is missing; expected -d and a number of plies") };
        let start = assignment::read_board(&self.input)?;
        let evaluation = evaluation_with(evaluation, self.weights.as_deref())?;
        Ok(Task::new(start, self.dialect.rules, algorithm, evaluation, depth))
    }
}
