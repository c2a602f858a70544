//! The requests of the page, and one function that answers them.

use std::path::PathBuf;

use anyhow::{Error, Result};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{
    answers::AskedAnswer,
    events::Events,
    example, expected,
    job::{self, AskedJob, assignment},
    position::{self, AskedBoard},
    submission::Submission,
    watch::{self, AskedTree},
};
use reversi_course::assignment::Assignment;

/// A question of the page. Paths are those of files that were put into the module.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Request {
    /// The built-in assignments, or those of files.
    Assignments {
        files: Vec<String>,
    },
    Board {
        board: AskedBoard,
        assignment: Option<String>,
    },
    Check(Submission),
    CheckAnswer(AskedAnswer),
    /// The roles of files, and the job that they belong to.
    Recognise {
        files: Vec<PathBuf>,
        assignment: Option<String>,
    },
    Expected {
        job: AskedJob,
    },
    /// A log with a mistake, for somebody who has no log.
    Example {
        assignment: String,
    },
    Watch {
        job: AskedJob,
        at: String,
    },
    WatchTree(AskedTree),
}

/// Answers a request: an object with `answer` or, if the request fails, with `problem`. `event` takes messages before
/// the answer.
pub fn ask(request: &str, event: &mut dyn FnMut(&str)) -> String {
    let request = serde_json::from_str(request).map_err(Error::from);
    let answer = request.and_then(|request| answer(request, &mut Events(event)));
    let answer = match answer {
        Ok(answer) => json!({ "answer": answer }),
        Err(error) => problem(&error),
    };
    answer.to_string()
}

/// A message, and the lines of a text that the message points to.
fn problem(error: &Error) -> Json {
    let text = format!("{error:#}");
    let (message, excerpt) = text.split_once('\n').unwrap_or((&text, ""));
    json!({ "problem": message, "excerpt": excerpt })
}

fn answer(request: Request, events: &mut Events) -> Result<Json> {
    Ok(match request {
        Request::Assignments { files } if files.is_empty() => {
            Assignment::built_in().map(|assignment| assignment.json()).collect()
        }
        Request::Assignments { files } => {
            files.iter().map(|file| Ok(assignment(Some(file))?.json())).collect::<Result<_>>()?
        }
        Request::Board { board, assignment: name } => position::shown(&board, &*assignment(name.as_deref())?)?,
        Request::Check(submission) => submission.check(events)?,
        Request::CheckAnswer(answer) => answer.check()?,
        Request::Expected { job } => expected::files(&job.job()?)?,
        Request::Recognise { files, assignment } => job::recognised(&files, assignment.as_deref())?,
        Request::Example { assignment: name } => example::log(&assignment(Some(&name))?)?,
        Request::Watch { job, at } => watch::of_job(&job.job()?, &at)?,
        Request::WatchTree(tree) => tree.watch()?,
    })
}
