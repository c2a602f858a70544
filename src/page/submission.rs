//! The files of a student: the check, its diagnosis, and the search beside the files.

use std::path::PathBuf;

use anyhow::Result;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{events::Events, job::AskedJob};
use reversi_check::{
    self as check, Checked, Equality, diagnosis,
    explain::{self, MOST_ROWS},
};
use reversi_course::assignment::Job;

#[derive(Deserialize)]
pub(crate) struct Submission {
    job: AskedJob,
    moves: Option<PathBuf>,
    log: Option<PathBuf>,
    /// The single file of an assignment with one output.
    output: Option<PathBuf>,
    equality: Equality,
}

impl Submission {
    pub(crate) fn check(&self, events: &mut Events) -> Result<Json> {
        let job = self.job.job()?;
        let mut checked = match &self.output {
            Some(output) => check::output(&job, output, self.equality)?,
            None => check::batch_in_any_order(&job, self.moves.as_deref(), self.log.as_deref(), self.equality)?,
        };
        if !checked.report.is_same() {
            events.first(&report(&checked, &job)?);
            checked.diagnose(&job, diagnosis::EFFORT, &|_| ());
        }
        Ok(json!({
            "report": report(&checked, &job)?,
            "html": watched(&checked, &job)?,
        }))
    }
}

fn report(checked: &Checked, job: &Job) -> Result<Json> {
    let mut text = Vec::new();
    check::write_json(&checked.report, job, &mut text)?;
    Ok(serde_json::from_slice(&text)?)
}

/// The search beside the files; none if the files have no place to show.
fn watched(checked: &Checked, job: &Job) -> Result<Option<String>> {
    Ok(explain::of_submission(job, checked, true, MOST_ROWS)?.map(|page| page.html()))
}
