//! The diagnosis of a student: what explains all wrong cases together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Judged, case_result::CaseResult};
use crate::{
    check::diagnosis::{CommonDiagnosis, Explanation, WrongCase},
    mistakes::{Mistake, Told},
};

/// What explains the wrong cases of a student.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StudentDiagnosis {
    /// The smallest sets of mistakes that explain most of the wrong cases; several where they cannot be told apart.
    pub explained_by: Vec<Explanation>,
    /// The cases that each of these sets explains.
    pub cases: Vec<String>,
    /// The right cases in which a program with the first of these sets would write something else.
    pub contradicted_by: usize,
    /// What a student is told of each mistake that explains any case, in the words of the assignment.
    pub told: BTreeMap<String, Told>,
}

impl StudentDiagnosis {
    /// Looks for what explains all wrong cases together, visiting about `effort` nodes for each of them at most.
    pub fn of(judged: &[Judged], effort: u64) -> Self {
        let (mut names, mut wrong, mut right) = (Vec::new(), Vec::new(), Vec::new());
        for Judged { case, result, checked } in judged {
            let job = &case.case.job;
            if let Some(checked) = checked {
                names.push(&case.case.name);
                wrong.push(WrongCase { job, checked });
            } else if result.verdict.is_right() {
                right.push(job);
            }
        }
        let common = CommonDiagnosis::of(&right, &wrong, effort.saturating_mul(wrong.len() as u64));
        let is_explained = |place: &usize| !common.left.contains(place);
        let cases = (0..names.len()).filter(is_explained).map(|place| names[place].clone()).collect();
        let of_cases = wrong.iter().flat_map(WrongCase::explained_by);
        let mistakes = of_cases.chain(&common.explained_by).flat_map(|explanation| explanation.mistakes.iter());
        let assignments: Vec<_> = wrong.iter().map(|case| &case.job.assignment).collect();
        let told = mistakes.map(|mistake| (mistake.to_string(), mistake.told(assignments.iter().copied()))).collect();
        Self { explained_by: common.explained_by, cases, contradicted_by: common.contradicted_by, told }
    }

    /// What explains a case: what explains most cases, if it is one of them, and otherwise what explains it alone.
    pub fn explanations<'a>(&'a self, case: &'a CaseResult) -> &'a [Explanation] {
        if self.cases.contains(&case.case) { &self.explained_by } else { &case.explained_by }
    }

    /// What a student is told of a mistake.
    pub fn told(&self, mistake: Mistake) -> Told {
        self.told.get(mistake.name()).cloned().unwrap_or_else(|| mistake.told([]))
    }
}
