//! The results of a class, from which alone all outputs are made.

pub mod records;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    configuration::{Configuration, Manual, Marking, Partial, case_points},
    digest::Digest,
    judging::{
        case_result::{CaseResult, PartResult},
        diagnosis::StudentDiagnosis,
        verdict::Ending,
    },
    people::{
        overrides::{Override, TOTAL},
        roster::Enrolled,
    },
    points::{Earned, Points},
    recipes::build::BuildReport,
    submissions::sources::SourceDigests,
};
use crate::sandbox::{Level, Limits};
use reversi_course::cases::Case;

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
    /// The numbers of all students of the class, where tables have them in place of names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<BTreeMap<String, String>>,
    /// The cases, in their order.
    pub cases: Vec<CaseHeading>,
    /// The files of the assignments that files describe, by their paths.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub assignments: BTreeMap<String, String>,
    /// The columns of points that staff fill in.
    pub manual: Vec<Manual>,
    pub maximum: Points,
    /// The limits of a case.
    pub limits: Limits,
    /// The students, by name.
    pub students: Vec<StudentResult>,
    /// Those who could not be graded, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_graded: Vec<NotGraded>,
}

/// A student who could not be graded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotGraded {
    pub name: String,
    pub why: String,
    /// Lines for `recipes.toml` that help, where such lines do.
    pub recipes: String,
}

/// A case, as results state it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseHeading {
    pub name: String,
    pub assignment: String,
    pub points: Points,
    /// True if students may see nothing of it.
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
    /// The points that the files of each case earn, by its name.
    pub earned: BTreeMap<String, Points>,
    /// The points after overrides and lateness.
    pub points: Points,
    /// The points lost for being late; `points` is without them.
    pub late_penalty: Points,
    /// The result of the submission.
    pub graded: Graded,
}

/// The result of a submission.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Graded {
    /// How its programs were contained; `None` if nothing ran.
    pub containment: Option<Contained>,
    /// How it was built; `None` if nothing ran.
    pub build: Option<BuildReport>,
    /// Digests of the sources; `None` if there are none.
    #[serde(default)]
    pub sources: Option<SourceDigests>,
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

impl Graded {
    /// The better of two runs of a submission, this one and one before it. Cases that came out differently are marked, and
    /// stay marked: then a third run changes nothing.
    pub fn or_better(self, before: Self) -> Self {
        let came_out = |case: &CaseResult| (case.verdict, case.digest.clone(), case.parts.clone());
        let is_other = |case: &CaseResult| {
            before.case(&case.case).is_some_and(|before| before.varies || came_out(before) != came_out(case))
        };
        let varying: Vec<String> =
            self.cases.iter().filter(|case| is_other(case)).map(|case| case.case.clone()).collect();
        let right = |graded: &Self| {
            let cases = graded.cases.iter();
            let right = cases.clone().filter(|case| case.verdict.is_right()).count();
            (right, cases.flat_map(|case| &case.parts).map(|part| part.matching).sum::<u64>())
        };
        let mut better = if right(&self) > right(&before) { self } else { before };
        for case in &mut better.cases {
            case.varies = varying.contains(&case.case);
        }
        better
    }

    /// The result of the case of a name.
    pub fn case(&self, name: &str) -> Option<&CaseResult> {
        self.cases.iter().find(|case| case.case == name)
    }
}

impl StudentResult {
    /// The name that people read: that of the roster, or else that of the submission.
    pub fn shown_name(&self) -> String {
        let enrolled = self.enrolled.as_ref().map(|enrolled| enrolled.name.clone());
        enrolled.filter(|name| !name.is_empty()).unwrap_or_else(|| self.name.clone())
    }

    /// The points of a case or of a `[[manual]]` column; `None` if staff have not filled it in.
    pub fn points_of(&self, name: &str) -> Option<Points> {
        let given = self.overrides.iter().rev().find(|given| given.case == name).map(|given| given.points);
        given.or_else(|| self.earned.get(name).copied())
    }

    /// Marks the cases, adds up the points, and takes away what those of the cases lose for being late.
    pub fn add_up(&mut self, configuration: &Configuration) {
        let cases = &configuration.cases.cases;
        let earned = cases.iter().filter_map(|case| {
            let result = self.graded.case(&case.name)?;
            Some((case.name.clone(), points(&configuration.marking, case, result)))
        });
        self.earned = earned.collect();
        let sum: Points = cases.iter().filter_map(|case| self.points_of(&case.name)).sum();
        let by_hand: Points = configuration.manual.iter().filter_map(|manual| self.points_of(&manual.name)).sum();
        let percent = self.enrolled.as_ref().and_then(|student| student.lateness).map_or(0, |late| late.percent);
        self.late_penalty = sum.percent(percent);
        let total: Points = self.overrides.iter().filter(|given| given.case == TOTAL).map(|given| given.points).sum();
        self.points = (sum.minus(self.late_penalty) + by_hand + total).from_zero();
    }
}

/// The points of a case: its files' shares of them and, if the program did not end well, the share for such an end.
fn points(marking: &Marking, case: &Case, result: &CaseResult) -> Points {
    let earned = |part: &PartResult| {
        let (right, all) = match marking.partial {
            _ if part.is_right => (part.all, part.all),
            Partial::None => (0, part.all),
            // Of more rows than there should be some are right by chance; but those before the first wrong one are not.
            Partial::Matching if part.right * part.all.max(part.found) < part.matching * part.all => {
                (part.matching, part.all.max(part.found))
            }
            Partial::Matching | Partial::Prefix => (part.right, part.all),
        };
        Earned { share: marking.share(case, part.role), right, all }
    };
    let all = case_points(case).earned(&result.parts.iter().map(earned).collect::<Vec<_>>());
    if result.verdict.ending == Ending::Finished { all } else { all.share(marking.ending) }
}
