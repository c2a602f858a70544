//! The diagnosis of a student: what explains all wrong cases together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Judged, case_result::CaseResult};
use reversi_check::diagnosis::{CommonDiagnosis, Explanation, Named, StudentCase};
use reversi_course::mistakes::{Mistake, Told};

/// What explains the wrong cases of a student.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StudentDiagnosis {
    /// The smallest sets of mistakes that explain most of the wrong cases; several where they cannot be told apart.
    pub explained_by: Vec<Explanation>,
    /// The cases that each of these sets explains.
    pub cases: Vec<String>,
    /// On how few places they rest, and in which code alone they are; empty where neither is to be said.
    pub limits: String,
    /// What a student is told of each mistake that explains any case, in the words of the assignment.
    pub told: BTreeMap<String, Told>,
}

impl StudentDiagnosis {
    /// Looks for what explains all wrong cases together, visiting about `effort` nodes for each of them at most. What one case
    /// contradicts is not said of another any more.
    pub fn of(judged: &mut [Judged], effort: u64) -> Self {
        let is_known = |judged: &&mut Judged| {
            judged.checked.is_some() || judged.result.verdict.is_right() || judged.result.is_spelling
        };
        let known = judged.iter_mut().filter(is_known);
        let (mut names, mut student) = (Vec::new(), Vec::new());
        for Judged { case, checked, .. } in known {
            names.push(&case.case.name);
            student.push(StudentCase { job: &case.case.job, wrong: checked.as_mut() });
        }
        let wrong: Vec<usize> = (0..student.len()).filter(|&place| student[place].wrong.is_some()).collect();
        let common = CommonDiagnosis::of(&mut student, effort.saturating_mul(wrong.len() as u64));
        let is_explained = |place: &&usize| !common.explained_by.is_empty() && !common.left.contains(place);
        let cases: Vec<String> = wrong.iter().filter(is_explained).map(|&place| names[place].clone()).collect();
        let limits = common.explained_by.first().map_or_else(String::new, Named::limits);
        let explained_by: Vec<Explanation> = common.explained_by.into_iter().map(|named| named.explanation).collect();
        judged.iter_mut().for_each(Judged::take_diagnosis);
        let assignments: Vec<_> = judged.iter().map(|judged| &judged.case.case.job.assignment).collect();
        let sets = judged.iter().flat_map(|judged| &judged.result.explained_by).chain(&explained_by);
        let mistakes = sets.flat_map(|explanation| explanation.mistakes.iter());
        let told = mistakes.map(|mistake| (mistake.to_string(), mistake.told(assignments.iter().copied()))).collect();
        Self { explained_by, cases, limits, told }
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
