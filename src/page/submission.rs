//! The files of a student: the check, its diagnosis, and the search beside the files.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{events::Events, job::AskedJob, list};
use reversi_check::{
    self as check, CaseFiles, Checked, CheckedCase, CheckedCases, Equality, diagnosis,
    explain::{self, MOST_ROWS},
};
use reversi_course::{
    assignment::Job,
    cases::{Case, expected_files},
};

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

/// Checks the files of several cases, and diagnoses the wrong cases together.
pub(crate) fn check_cases(path: &Path, names: &[String], folder: &Path, events: &mut Events) -> Result<Json> {
    let list = list::part(path, names)?;
    let mut cases = Vec::new();
    for case in &list.cases {
        let (Case { name, .. }, Some(job)) = (case, case.job()) else { continue };
        let files = expected_files(job).iter().map(|file| folder.join(format!("{name}{}", file.suffix()))).collect();
        events.progress(name);
        cases.push(CheckedCase::new(&CaseFiles { name, job, files }, Equality::Lines)?);
    }
    let checked = CheckedCases::diagnose(cases, diagnosis::EFFORT);
    let mut text = Vec::new();
    check::write_cases_json(&checked, &mut text)?;
    let pages = checked.cases.iter().filter_map(|case| {
        let wrong = case.checked.as_ref().ok().filter(|checked| !checked.report.is_same())?;
        Some(watched(wrong, case.job).map(|html| json!({ "name": case.name, "html": html })))
    });
    Ok(json!({
        "report": serde_json::from_slice::<Json>(&text)?,
        "pages": pages.collect::<Result<Vec<_>>>()?,
    }))
}
