//! What was found in a case, and in each of its files.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::verdict::Verdict;
use crate::digest::Digest;
use reversi_check::{
    Role,
    diagnosis::{Explanation, JobChange, OtherJob},
};
use reversi_course::assignment::Job;

/// The result of a case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    pub case: String,
    pub verdict: Verdict,
    /// The name of the input in the folder of the program.
    pub input: String,
    /// The command, as it can be pasted into a shell; `None` if nothing ran.
    pub command: Option<String>,
    /// Why the program did not run.
    pub problem: Option<String>,
    /// The files, or the two parts of an output.
    pub parts: Vec<PartResult>,
    /// What explains all files of this case; several where they cannot be told apart.
    pub explained_by: Vec<Explanation>,
    /// True if all values are right, and only their spelling is wrong.
    pub is_spelling: bool,
    /// A digest of the files, if they are wrong: equal files of several students have the same.
    pub digest: Option<Digest>,
    /// True if another run of the same program on the same input came out differently.
    #[serde(default)]
    pub varies: bool,
    /// The beginning of what the program printed, if it did not end well or wrote nothing.
    pub printed: String,
    /// Where the files differ, for people; empty where all is right.
    pub report: String,
    /// The diagnosis of this case alone, for people.
    pub diagnosis: String,
    /// The report for programs, as `reversi check --json` prints it.
    pub check: Value,
}

/// The result of a file, or of a part of an output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartResult {
    pub role: Role,
    pub file: String,
    pub is_right: bool,
    /// How many of its rows or steps are right, before the first that is not.
    pub right: u64,
    /// How many rows or steps are right, wherever they stand.
    pub matching: u64,
    /// How many rows or steps it has, as far as it was kept.
    pub found: u64,
    /// How many rows or steps there should be.
    pub all: u64,
    /// Why it was not compared.
    pub problem: Option<String>,
    /// What the file is in place of what it should be.
    pub recognised: Option<MisplacedFile>,
}

/// What a wrong file is in place of what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MisplacedFile {
    /// The other file of the case.
    Exchanged,
    /// What is right for another job.
    OtherJob {
        /// The job, as the end of a sentence.
        job: String,
        /// Its assignment, if that is another.
        assignment: Option<String>,
    },
    /// What another case should write: its name, where it may be known.
    OtherCase(Option<String>),
}

impl MisplacedFile {
    /// What a file of a job is if it is right for another.
    pub(super) fn of(other: &OtherJob, job: &Job) -> Self {
        let assignment = match other {
            OtherJob::Exchanged => return Self::Exchanged,
            OtherJob::Changed(JobChange { assignment, .. }) => {
                assignment.as_ref().map(|assignment| assignment.name.clone())
            }
            _ => None,
        };
        Self::OtherJob { job: other.text(job), assignment }
    }
}
