//! A log with a mistake, for somebody who tries the page without a log.

use anyhow::{Context as _, Result, bail};
use serde_json::{Value as Json, json};

use reversi_core::{game::Depth, games::reversi::Position, search::Algorithm};
use reversi_course::{
    assignment::{Asked, AskedTask, Assignment, Job, TaskAlgorithm},
    mistakes::{JobFiles, MistakenJob, Mistakes},
};

/// The name and the text of a log from the start position.
pub(crate) fn log(assignment: &std::sync::Arc<Assignment>) -> Result<Json> {
    let alpha_beta = TaskAlgorithm::Search(Algorithm::AlphaBeta);
    let task = assignment.tasks.iter().find(|(_, task)| task.algorithm == alpha_beta).map(|(number, _)| *number);
    let task = task.context("no task of this assignment is alpha-beta")?;
    let asked = Asked { task: Some(AskedTask::Number(task)), depth: Some(Depth::new(3)), weights: None };
    let job = Job::at(assignment, Position::opening(assignment.size), asked)?;
    let mistakes: Mistakes = "strict-cut-off".parse()?;
    match JobFiles::new(&job, &MistakenJob::new(&job, mistakes, &[])) {
        Ok(JobFiles::Game { log, .. }) => Ok(json!({ "name": "example-log.txt", "text": log })),
        _ => bail!("this assignment has no log of a game"),
    }
}
