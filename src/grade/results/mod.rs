//! The results of a class, from which alone all outputs are made.

pub mod merge;
pub mod records;
pub mod times;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    configuration::{Configuration, Manual},
    digest::Digest,
    judging::{self, diagnosis::StudentDiagnosis, expected::MisplacedFile, points::Points, verdict::Verdict},
    people::{lateness::Lateness, timestamp::Timestamp},
    recipes::build::BuildReport,
};
use crate::{
    check::{Role, diagnosis::Explanation},
    sandbox::{Level, Limits},
};

/// The results of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassResults {
    /// The program that graded, with its version.
    pub program: String,
    /// A digest of the configuration and the cases.
    pub assignment: Digest,
    /// The names of the students, also of those that this run did not grade.
    pub class: Vec<String>,
    /// The part of the class that was graded, where that is not all of it: `2/3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The cases, in their order.
    pub cases: Vec<CaseHeading>,
    /// The files of the assignments that files describe, by their paths.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub assignments: BTreeMap<String, String>,
    /// The columns of points that staff fill in.
    pub manual: Vec<Manual>,
    /// The most points.
    pub maximum: Points,
    /// The limits of a case.
    pub limits: Limits,
    /// The students, by name.
    pub students: Vec<StudentResult>,
}

/// A case, as results state it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseHeading {
    pub name: String,
    /// The year.
    pub dialect: String,
    /// The most points.
    pub points: Points,
    /// Whether students may see nothing of it.
    pub is_hidden: bool,
    /// What is in the input, as the program gets it.
    pub input: String,
}

/// The result of a student.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StudentResult {
    /// The name of the submission.
    pub name: String,
    /// The student's row in the roster.
    pub enrolled: Option<Enrolled>,
    /// The points that staff have given.
    pub overrides: Vec<Override>,
    /// The points that the files of each case earn, in the order of the cases.
    pub earned: Vec<Points>,
    /// The points after overrides and lateness.
    pub points: Points,
    /// The points lost for being late; `points` is without them.
    pub late_penalty: Points,
    /// The result of the submission.
    pub graded: Graded,
}

/// A student's row in the roster.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Enrolled {
    /// The person's name.
    pub name: String,
    /// All cells of the row, by the names of their columns.
    pub cells: BTreeMap<String, String>,
    /// When the submission was handed in.
    pub submitted: Option<Timestamp>,
    /// How late the submission is.
    pub lateness: Option<Lateness>,
}

/// Points that staff give, in place of those of a case or in a `[[manual]]` column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    /// The case, or the column.
    pub case: String,
    pub points: Points,
    /// Why.
    pub reason: String,
}

/// The result of a submission.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Graded {
    /// How its programs were contained; `None` if nothing ran.
    pub containment: Option<Contained>,
    /// How it was built; `None` if nothing ran.
    pub build: Option<BuildReport>,
    /// The cases, in their order.
    pub cases: Vec<CaseResult>,
    /// What explains the wrong cases together.
    pub diagnosis: StudentDiagnosis,
}

/// How programs were contained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contained {
    pub level: Level,
    /// What they could still do to others, a sentence each.
    pub left_open: Vec<String>,
}

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
    /// Whether all values are right, and only their spelling is wrong.
    pub is_spelling: bool,
    /// A digest of the files, if they are wrong: equal files of several students have the same.
    pub digest: Option<Digest>,
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
    /// What it is.
    pub role: Role,
    pub file: String,
    /// Whether it is right.
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

impl StudentResult {
    /// The points of a case or of a `[[manual]]` column; `None` if staff have not filled it in.
    pub fn points_of(&self, name: &str) -> Option<Points> {
        let given = self.overrides.iter().rev().find(|given| given.case == name).map(|given| given.points);
        let mut cases = self.graded.cases.iter().zip(&self.earned);
        given.or_else(|| cases.find(|(case, _)| case.case == name).map(|(_, earned)| *earned))
    }

    /// Marks the cases, adds up the points, and takes away what those of the cases lose for being late.
    pub fn add_up(&mut self, configuration: &Configuration) {
        let cases = &configuration.cases.cases;
        let earned = |(case, result)| judging::points(&configuration.marking, case, result);
        self.earned = cases.iter().zip(&self.graded.cases).map(earned).collect();
        let sum: Points = cases.iter().filter_map(|case| self.points_of(&case.name)).sum();
        let by_hand: Points = configuration.manual.iter().filter_map(|manual| self.points_of(&manual.name)).sum();
        let percent = self.enrolled.as_ref().and_then(|student| student.lateness).map_or(0, |late| late.percent);
        self.late_penalty = sum.percent(percent);
        self.points = sum.minus(self.late_penalty) + by_hand;
    }
}
