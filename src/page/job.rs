//! The job that the fields of the page describe.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, Result, anyhow};
use serde::Deserialize;
use serde_json::Value as Json;

use super::position::{self, AskedBoard};
use reversi_check::recognise;
use reversi_core::{game::Depth, games::reversi::Expression, search::Algorithm};
use reversi_course::assignment::{
    Asked, AskedTask, Assignment, AssignmentName, Heading, Job, TaskAlgorithm, TaskNumber,
};

#[derive(Deserialize)]
pub(crate) struct AskedJob {
    /// A built-in name, or the path of a file.
    assignment: Option<String>,
    task: Option<u8>,
    depth: Option<u32>,
    /// An evaluation in place of the task's own.
    evaluation: Option<String>,
    board: AskedBoard,
}

/// The assignment with a name; without a name, the usual one.
pub(crate) fn assignment(name: Option<&str>) -> Result<Arc<Assignment>> {
    let Some(name) = name else { return Ok(Assignment::usual()) };
    name.parse::<AssignmentName>().map_err(|problem| anyhow!("{name}: {problem}"))?.read(Path::new(""))
}

/// The roles of files, and the job that they belong to, with the squares of its board.
pub(crate) fn recognised(files: &[PathBuf], chosen: Option<&str>) -> Result<Json> {
    let chosen = chosen.map(|name| assignment(Some(name))).transpose()?;
    let found = recognise(files, chosen.as_ref());
    let mut json = serde_json::to_value(&found)?;
    json["start"] = found.start.as_ref().map(position::squares).transpose()?.into();
    Ok(json)
}

impl AskedJob {
    pub(crate) fn job(&self) -> Result<Job> {
        let assignment = assignment(self.assignment.as_deref())?;
        let is_file = matches!(self.board, AskedBoard::File(_));
        let is_asked = |heading| !(is_file && assignment.input_says(heading));
        let number = self.task.and_then(TaskNumber::new);
        let task = match &self.evaluation {
            Some(text) => {
                let read = Expression::read(text, Path::new(""));
                let evaluation = read.map_err(|problem| anyhow!(problem.explain("the evaluation", text)))?;
                let algorithm = match number.map(|number| assignment.task(number)).transpose()? {
                    None => Algorithm::AlphaBeta,
                    Some(task) => match task.algorithm {
                        TaskAlgorithm::Greedy => Algorithm::Minimax,
                        TaskAlgorithm::Search(algorithm) => algorithm,
                    },
                };
                Some(AskedTask::Parts(algorithm, evaluation))
            }
            None => number.filter(|_| is_asked(Heading::Task)).map(AskedTask::Number),
        };
        let depth = self.depth.filter(|_| is_asked(Heading::Depth));
        let depth = depth.map(|depth| depth.to_string().parse::<Depth>().context("Depth")).transpose()?;
        let asked = Asked { task, depth, weights: None };
        match &self.board {
            AskedBoard::File(path) => Job::read(&assignment, path, asked),
            AskedBoard::Text(_) => {
                let position = self.board.position(&assignment)?;
                Job::at(&assignment, position, asked)
            }
        }
    }
}
