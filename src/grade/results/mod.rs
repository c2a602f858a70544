//! The results of a class: all that is known, and all that whatever is written of it is made from.

pub mod merge;
pub mod records;
pub mod times;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    configuration::Manual,
    digest::Digest,
    judging::{expected::MisplacedFile, points::Points, verdict::Verdict},
    people::{lateness::Lateness, timestamp::Timestamp},
    recipes::build::BuildReport,
};
use crate::sandbox::Limits;

/// The results of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassResults {
    /// The program that graded, with its version.
    pub program: String,
    /// What tells this configuration and these cases from others.
    pub assignment: Digest,
    /// How many students there are, here and elsewhere.
    pub class_size: usize,
    /// The cases, in their order.
    pub cases: Vec<CaseHeading>,
    /// What a person gives points for.
    pub manual: Vec<Manual>,
    /// The most points.
    pub maximum: Points,
    /// What a program may take.
    pub limits: StatedLimits,
    /// The students, by name.
    pub students: Vec<StudentResult>,
}

/// What a program may take, in a case.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StatedLimits {
    /// Seconds of processor time.
    pub processor_seconds: f64,
    /// Seconds by the clock on the wall.
    pub seconds: f64,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes written and printed.
    pub output: u64,
    /// New files.
    pub files: u64,
    /// Processes and threads.
    pub processes: u64,
}

impl From<Limits> for StatedLimits {
    fn from(limits: Limits) -> Self {
        Self {
            processor_seconds: limits.processor.as_secs_f64(),
            seconds: limits.wall.as_secs_f64(),
            memory: limits.memory,
            output: limits.output,
            files: limits.files,
            processes: limits.processes,
        }
    }
}

/// What is known of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseHeading {
    /// Its name.
    pub name: String,
    /// The year.
    pub dialect: String,
    /// The most points.
    pub points: Points,
    /// Whether students may see nothing of it.
    pub is_hidden: bool,
    /// The name of the input in the folder of the program, and what is in it.
    pub input: (String, String),
}

/// What is known of a student.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudentResult {
    /// The name of the submission.
    pub name: String,
    /// What the course system says of the student.
    pub enrolled: Option<Enrolled>,
    /// What was given by a person.
    pub overrides: Vec<Override>,
    /// The points, after all that counts.
    pub points: Points,
    /// What is lost for being late, part of the points no more.
    pub late_penalty: Points,
    /// What came of the submission.
    pub graded: Graded,
}

/// What a course system says of a student.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Enrolled {
    /// The person's name.
    pub name: String,
    /// All cells of the row, by the names of their columns.
    pub cells: BTreeMap<String, String>,
    /// When it was handed in.
    pub submitted: Option<Timestamp>,
    /// How late that is.
    pub lateness: Option<Lateness>,
}

/// Points that a person gives, in place of those of a case or in a column of the person's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    /// The case, or the column.
    pub case: String,
    /// The points.
    pub points: Points,
    /// Why.
    pub reason: String,
}

/// What came of a submission.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Graded {
    /// How its programs were contained; none where nothing ran.
    pub containment: Option<Contained>,
    /// How it was built; none where nothing ran.
    pub build: Option<BuildReport>,
    /// The cases, in their order.
    pub cases: Vec<CaseResult>,
}

/// How programs were contained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contained {
    /// The level.
    pub level: String,
    /// What they could still do to others.
    pub left_open: Vec<String>,
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    /// Its name.
    pub case: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What is earned.
    pub points: Points,
    /// The command, as it can be pasted into a shell; none where nothing ran.
    pub command: Option<String>,
    /// Why there is nothing to say of a program.
    pub problem: Option<String>,
    /// The files, or the two parts of an output.
    pub parts: Vec<PartResult>,
    /// Which mistakes explain all of it: each a set of them.
    pub explained_by: Vec<Vec<String>>,
    /// Whether only the spelling is wrong.
    pub is_spelling: bool,
    /// What tells these files from other wrong ones.
    pub digest: Option<Digest>,
    /// What the program printed, where it did not end well or wrote nothing: its beginning.
    pub printed: String,
    /// The report for people; empty where all is right.
    pub report: String,
    /// The report for programs, as `reversi check --json` prints it.
    pub check: Value,
}

/// What came of a file, or of a part of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartResult {
    /// What it is: `moves`, `board` or `log`.
    pub role: String,
    /// The name of the file.
    pub file: String,
    /// Whether it is right.
    pub is_right: bool,
    /// How many of its rows or steps are right, before the first that is not.
    pub right: u64,
    /// How many there are.
    pub all: u64,
    /// Why it was not compared.
    pub problem: Option<String>,
    /// What it is in place of what it should be.
    pub recognised: Option<MisplacedFile>,
}

impl StudentResult {
    /// The result of a student of whom nothing else is known, without points.
    #[must_use]
    pub fn new(name: &str, graded: Graded) -> Self {
        let (points, late_penalty) = (Points::ZERO, Points::ZERO);
        Self { name: name.to_owned(), enrolled: None, overrides: Vec::new(), points, late_penalty, graded }
    }

    /// The points of a case or of a column of a person's own; none where nobody has given any.
    #[must_use]
    pub fn points_of(&self, name: &str) -> Option<Points> {
        let given = self.overrides.iter().rev().find(|given| given.case == name).map(|given| given.points);
        given.or_else(|| self.graded.cases.iter().find(|case| case.case == name).map(|case| case.points))
    }

    /// Adds up the points of all cases and of all columns that a person fills in.
    pub fn add_up<'a>(&mut self, columns: impl Iterator<Item = &'a str>) {
        let sum: Points = columns.filter_map(|name| self.points_of(name)).sum();
        let percent = self.enrolled.as_ref().and_then(|student| student.lateness).map_or(0, |late| late.percent);
        self.late_penalty = sum.percent(percent);
        self.points = sum.minus(self.late_penalty);
    }
}
