//! `reversi recognise`: tells what some files are, and which job they belong to.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result};
use clap::Args;

use super::{
    arguments::{self, AnyAssignment},
    print,
};
use crate::check::{self, Recognition};

#[derive(Debug, Args)]
#[command(after_help = "\
`reversi check FILES` uses the same recognition.

Example:
  reversi recognise opening.txt wrong-log.txt")]
pub struct Arguments {
    /// Boards, logs, moves files, outputs, lists of cases or assignments
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,
    /// Follow this assignment [default: as the files show]
    #[arg(long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true)]
    assignment: Option<AnyAssignment>,
    #[command(flatten)]
    output: arguments::Json,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let chosen = arguments.assignment.as_ref().map(AnyAssignment::read).transpose()?;
    for file in &arguments.files {
        file.metadata().with_context(|| format!("cannot read {}", file.display()))?;
    }
    let found = check::recognise(&arguments.files, chosen.as_ref());
    print(if arguments.output.json { serde_json::to_string(&found)? + "\n" } else { text(&found) })
}

/// A line for each file, then a line for each part of the job.
pub fn text(found: &Recognition) -> String {
    let files = found.files.iter().map(|file| {
        let what = match (&file.role, file.why, &file.problem) {
            (Some(role), Some(why), _) => format!("{role} ({why})"),
            (.., problem) => format!("not recognised: {}", problem.as_deref().unwrap_or_default()),
        };
        format!("{}: {what}\n", file.path.display())
    });
    let part = |name: &str, value: Option<(String, &str)>| match value {
        Some((value, why)) => format!("{name}: {value} ({why})\n"),
        None => format!("{name}: not shown by these files\n"),
    };
    let job = [
        part("assignment", Some((found.assignment.value.clone(), &found.assignment.why))),
        part("board", found.board.as_ref().map(|board| (board.value.display().to_string(), &*board.why))),
        part("task", found.task.as_ref().map(|task| (task.value.to_string(), &*task.why))),
        part("depth", found.depth.as_ref().map(|depth| (depth.value.to_string(), &*depth.why))),
    ];
    let problem = found.problem.iter().map(|problem| format!("{problem}\n"));
    files.chain(job).chain(problem).collect()
}
