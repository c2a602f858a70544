//! The result of running a submission on a case, and the result of each of its files.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::verdict::{Verdict, Written};
use crate::{digest::Digest, escape::span};
use reversi_check::{
    FileReport, FormatMistake, Role,
    diagnosis::{Explanation, JobChange, OtherJob},
    format_mistakes,
};
use reversi_course::assignment::Job;

/// The result of running a submission on a case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    pub case: String,
    pub verdict: Verdict,
    /// The name of the input in the program's folder.
    pub input: String,
    /// The command as a line for a shell; `None` if no command ran.
    pub command: Option<String>,
    /// The reason why the program did not run.
    pub problem: Option<String>,
    /// The results of the files, or of the two parts of an output.
    pub parts: Vec<PartResult>,
    /// True if all values are right, and only the format is wrong.
    pub is_format_only: bool,
    #[serde(default)]
    pub formats: Vec<FormatResult>,
    /// True if the program plays a game without end. Then the problem is a text in Markdown.
    #[serde(default)]
    pub is_endless: bool,
    /// A digest of the case's wrong files; students with equal files have equal digests.
    pub digest: Option<Digest>,
    /// True if two runs of the program on the same input had different results.
    #[serde(default)]
    pub varies: bool,
    /// The first files that the program made under unexpected names, if an expected file is missing.
    #[serde(default)]
    pub other_files: Vec<String>,
    /// The beginning of the printed text, if the program failed or did not write any file.
    pub printed: String,
    /// The report on the differences, with partial explanations if no mistake explains the case; empty for right files.
    pub report: String,
    /// The sets of mistakes that explain all files of this case; several if the files fit more than one set.
    pub explained_by: Vec<Explanation>,
}

impl CaseResult {
    /// True if the result is complete without the program's files: no mistake has to be found in them.
    pub(crate) fn is_settled(&self) -> bool {
        self.verdict.written != Written::Wrong || self.verdict.ending.is_limit() || self.is_format_only
    }

    /// True if an earlier run of the same program on the same input had another result.
    pub(crate) fn differs(&self, before: &Self) -> bool {
        let came_out = |case: &Self| (case.verdict, case.digest.clone(), case.parts.clone());
        before.varies || came_out(before) != came_out(self)
    }

    /// A measure of the result: the better result of two runs has the larger measure.
    pub(crate) fn merit(&self) -> impl Ord + use<> {
        let rows: u64 = self.parts.iter().map(|part| part.rows.matching).sum();
        (self.verdict.is_right(), self.verdict.written == Written::Right, rows, Reverse(self.verdict.ending))
    }

    /// The line with the error that the program printed, or else its last line. Lines of `make` itself do not count.
    pub fn printed_error(&self) -> Option<&str> {
        let is_own = |line: &&str| !line.is_empty() && !line.starts_with("make: ") && !line.starts_with("make[");
        let mut printed = self.printed.lines().map(str::trim).filter(is_own).rev();
        // Java writes the calls after the message, as `at java.lang.NumberFormatException.forInputString(...)`.
        let is_error = |line: &&str| {
            !line.starts_with("at ") && ["Error", "Exception", "error"].iter().any(|word| line.contains(word))
        };
        printed.clone().find(is_error).or_else(|| printed.next())
    }
}

/// A format deviation of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatResult {
    pub role: Role,
    pub name: String,
    /// The number of rows and the deviation, in words.
    pub text: String,
    /// The first line with the deviation: the expected line and the student's line.
    pub example: Option<[String; 2]>,
}

impl FormatResult {
    /// The format deviations of a checked file.
    pub(super) fn all(file: &FileReport, job: &Job) -> impl Iterator<Item = Self> {
        let mistakes = format_mistakes(file, job).into_iter();
        mistakes.map(|FormatMistake { deviation, text, example }| Self {
            role: file.role,
            name: deviation.name().to_owned(),
            text,
            example,
        })
    }
}

/// The result of a file, or of a part of an output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartResult {
    pub role: Role,
    pub file: String,
    pub is_right: bool,
    /// The first wrong line.
    pub line: Option<u64>,
    #[serde(flatten)]
    pub rows: RowCounts,
    /// The numbers of right rows if only values count; `None` if the format is right.
    #[serde(default)]
    pub values: Option<RowCounts>,
    /// The reason why the file was not compared.
    pub problem: Option<String>,
    /// The case or job for which the wrong file is right, if there is one.
    pub recognised: Option<MisplacedFile>,
}

/// The number of right rows or steps of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowCounts {
    /// The number of right rows before the first wrong row.
    pub right: u64,
    /// The number of right rows at any position.
    pub matching: u64,
    /// The number of rows of the file, in the part that was kept.
    pub found: u64,
    /// True if the file is longer than the part that was kept.
    #[serde(default)]
    pub is_cut: bool,
    /// The expected rows.
    pub all: u64,
}

/// The case or job for which a wrong file is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MisplacedFile {
    /// The file is right as the other file of this case: the two files are swapped.
    Exchanged,
    OtherJob {
        /// The description of the job, for the end of a sentence.
        job: String,
        /// The job's assignment, if it differs from the case's assignment.
        assignment: Option<String>,
    },
    /// The file is right for the other case with this name.
    OtherCase(String),
}

impl MisplacedFile {
    /// The misplaced file in a table for staff.
    pub(crate) fn for_staff(&self) -> String {
        match self {
            Self::Exchanged => "files swapped".to_owned(),
            Self::OtherJob { job, .. } => format!("right for {job}"),
            Self::OtherCase(case) => format!("right for case {}", span(case)),
        }
    }

    pub(super) fn of(other: &OtherJob, job: &Job) -> Self {
        let assignment = match other {
            OtherJob::Changed(JobChange { assignment, .. }) => {
                assignment.as_ref().map(|assignment| assignment.name.clone())
            }
            _ => None,
        };
        Self::OtherJob { job: other.text(job), assignment }
    }
}
