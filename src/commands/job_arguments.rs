//! The arguments of a job, for every command that writes, reads or explains a job's files.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Result, anyhow};
use clap::Args;

use super::{
    arguments::{self, AnyAssignment},
    position,
};
use crate::{
    assignment::{Asked, AskedTask, Assignment, AssignmentName, Job, TaskNumber},
    files::LineEnding,
    game::Depth,
    games::reversi::{Expression, Position, notation},
    search::Algorithm,
};

#[derive(Debug, Args)]
pub struct JobArguments {
    /// Run this task; usc2013: 1 = minimax, 2 = alpha-beta, 3 = alpha-beta with positional weights
    #[arg(short, long, conflicts_with_all = ["search", "eval"])]
    task: Option<TaskNumber>,
    /// Search to this depth in plies, at least 1
    #[arg(short, long, allow_negative_numbers = true)]
    depth: Option<Depth>,
    /// Read this board: a file, `-` (standard input) or text
    #[arg(short, long, value_name = "FILE", required = true)]
    pub(super) input: Option<PathBuf>,
    /// Follow this assignment: a built-in name or the path of your own file [default: usc2013]
    #[arg(long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true)]
    pub(super) assignment: Option<AnyAssignment>,
    /// Use minimax or alphabeta, instead of a task
    #[arg(help_heading = "Search", long, value_name = "ALGORITHM", value_parser = arguments::algorithm(), hide_possible_values = true, requires = "eval")]
    search: Option<Algorithm>,
    /// Use this evaluation, such as `weights + 10 mobility`
    #[arg(help_heading = "Search", long, value_name = "EVALUATION", value_parser = arguments::evaluation, allow_hyphen_values = true, requires = "search")]
    eval: Option<Expression>,
    /// Use these weights: CSV, a row of integers for each board row
    #[arg(help_heading = "Search", long, value_name = "FILE.csv")]
    weights: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Args)]
pub struct LineEnds {
    /// Use this line ending
    #[arg(help_heading = "Format", long, value_parser = arguments::named(LineEnding::ALL, LineEnding::name), default_value_t, value_name = "ENDING")]
    line_ending: LineEnding,
}

impl LineEnds {
    /// Gives a job the line endings that the arguments request.
    pub(super) fn of(self, job: Job) -> Job {
        Job { line_ending: self.line_ending, ..job }
    }
}

impl JobArguments {
    pub(super) fn assignment(&self) -> Result<Arc<Assignment>> {
        arguments::read_assignment(self.assignment.as_ref())
    }

    pub(super) fn board(&self) -> &Path {
        self.input.as_deref().expect("the argument parser requires it")
    }

    pub(super) fn inputs(&self) -> Vec<(&'static str, &Path)> {
        let weights = self.weights.iter().map(|path| ("--weights", path.as_path()));
        let assignment = self.assignment.iter().filter_map(|name| match name {
            AnyAssignment::Job(AssignmentName::File(path)) => Some(("--assignment", path.as_path())),
            _ => None,
        });
        [("-i", self.board())].into_iter().chain(weights).chain(assignment).collect()
    }

    pub(super) fn job(&self) -> Result<Job> {
        let parts = self.search.zip(self.eval.clone()).map(|(search, eval)| AskedTask::Parts(search, eval));
        let task = self.task.map(AskedTask::Number).or(parts);
        let asked = Asked { task, depth: self.depth, weights: self.weights.as_deref() };
        let assignment = self.assignment()?;
        match self.position(&assignment)? {
            Some(position) => Job::at(&assignment, position, asked).map_err(|error| anyhow!("-i: {error}")),
            None => Job::read(&assignment, self.board(), asked),
        }
    }

    /// The position, if the input argument is a position instead of a file name.
    fn position(&self, assignment: &Assignment) -> Result<Option<Position>> {
        let board = self.board();
        let text = board.to_str().filter(|&text| text != "-" && !board.exists() && notation::is_meant(text));
        let Some(text) = text else { return Ok(None) };
        position::read(text, "-i", assignment.size).map(Some)
    }
}
