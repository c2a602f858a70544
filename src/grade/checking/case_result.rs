//! The result of a case, and of each of its files.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
    /// True if all values are right, and only their format is wrong.
    pub is_format_only: bool,
    /// A digest of the files, if they are wrong: equal files of several students have the same.
    pub digest: Option<Digest>,
    /// True if another run of the same program on the same input came out differently.
    #[serde(default)]
    pub varies: bool,
    /// The first files that the program made under other names, if an expected file is missing.
    #[serde(default)]
    pub other_files: Vec<String>,
    /// The beginning of what the program printed, if it did not end well or wrote nothing.
    pub printed: String,
    /// The differences for people, and what is known of them if no mistake explains the case; empty for right files.
    pub report: String,
    pub check: CheckReport,
}

impl CaseResult {
    /// The line with the error that the program printed, or else its last line.
    pub fn printed_error(&self) -> Option<&str> {
        let mut printed = self.printed.lines().map(str::trim).filter(|line| !line.is_empty()).rev();
        let is_error = |line: &&str| ["Error", "Exception", "error"].iter().any(|word| line.contains(word));
        printed.clone().find(is_error).or_else(|| printed.next())
    }
}

/// The report as `reversi check --json` prints it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckReport {
    /// The mistakes that explain all files of this case; several sets if the files do not tell them apart.
    #[serde(default)]
    pub explained_by: Vec<Explanation>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

impl CheckReport {
    fn file(&self, role: Role) -> Option<&Value> {
        let files = self.others.get("files")?.as_array()?;
        files.iter().find(|file| file["role"] == role.name())
    }

    /// The first wrong line of a file.
    pub fn line(&self, role: Role) -> Option<u64> {
        self.file(role)?["first"]["line"].as_u64()
    }

    /// The names of the formats in which the files deviate from the assignment.
    pub fn formats(&self) -> Vec<&str> {
        let files = Role::ALL.into_iter().filter_map(|role| self.file(role)?["habits"].as_array());
        let mut names: Vec<&str> = files.flatten().filter_map(|deviation| deviation["name"].as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// The result of a file, or of a part of an output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartResult {
    pub role: Role,
    pub file: String,
    pub is_right: bool,
    #[serde(flatten)]
    pub rows: RowCounts,
    /// The same counts if only values are compared; `None` if the format is right.
    #[serde(default)]
    pub values: Option<RowCounts>,
    /// Why it was not compared.
    pub problem: Option<String>,
    /// The file's right place, if it is right for another case or job.
    pub recognised: Option<MisplacedFile>,
}

/// The number of right rows, or steps, of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowCounts {
    /// The right ones before the first wrong one.
    pub right: u64,
    /// The right ones at any position.
    pub matching: u64,
    /// All in the file, as far as it was kept.
    pub found: u64,
    /// The expected ones.
    pub all: u64,
}

/// A wrong file that is right in another place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MisplacedFile {
    /// The other file of the case.
    Exchanged,
    OtherJob {
        /// The job, as the end of a sentence.
        job: String,
        /// The job's assignment, if it is not the case's.
        assignment: Option<String>,
    },
    /// The name of the other case.
    OtherCase(String),
}

impl MisplacedFile {
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
