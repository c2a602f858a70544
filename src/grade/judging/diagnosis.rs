//! The diagnosis of a student: what explains all wrong cases together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Judged, case_result::CaseResult};
use crate::{
    check::diagnosis::{CommonDiagnosis, Explanation, StudentCase},
    mistakes::{Mistake, Told},
};

/// What explains the wrong cases of a student.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StudentDiagnosis {
    /// The smallest sets of mistakes that explain most of the wrong cases; several where they cannot be told apart.
    pub explained_by: Vec<Explanation>,
    /// The cases that each of these sets explains.
    pub cases: Vec<String>,
    /// What a student is told of each mistake that explains any case, in the words of the assignment.
    pub told: BTreeMap<String, Told>,
}

impl StudentDiagnosis {
    /// Looks for what explains all wrong cases together, visiting about `effort` nodes for each of them at most.
    pub fn of(judged: &[Judged], effort: u64) -> Self {
        let is_known = |judged: &&Judged| judged.checked.is_some() || judged.result.verdict.is_right();
        let known: Vec<&Judged> = judged.iter().filter(is_known).collect();
        let student =
            known.iter().map(|judged| StudentCase { job: &judged.case.case.job, wrong: judged.checked.as_ref() });
        let student: Vec<StudentCase> = student.collect();
        let wrong: Vec<usize> = (0..student.len()).filter(|&place| student[place].wrong.is_some()).collect();
        let common = CommonDiagnosis::of(&student, effort.saturating_mul(wrong.len() as u64));
        let explained_by: Vec<Explanation> = common.explained_by.into_iter().map(|named| named.explanation).collect();
        let is_explained = |place: &&usize| !explained_by.is_empty() && !common.left.contains(place);
        let cases = wrong.iter().filter(is_explained).map(|&place| known[place].case.case.name.clone()).collect();
        let of_cases = wrong.iter().flat_map(|&place| &known[place].result.explained_by);
        let mistakes = of_cases.chain(&explained_by).flat_map(|explanation| explanation.mistakes.iter());
        let assignments: Vec<_> = wrong.iter().map(|&place| &known[place].case.case.job.assignment).collect();
        let told = mistakes.map(|mistake| (mistake.to_string(), mistake.told(assignments.iter().copied()))).collect();
        Self { explained_by, cases, told }
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
