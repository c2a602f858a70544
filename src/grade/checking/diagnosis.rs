//! The diagnosis of a student: the mistakes that explain all wrong cases together, and the location of the fault.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{CaseCheck, case_result::CaseResult};
use reversi_check::diagnosis::{Explanation, Named, diagnose_checked};
use reversi_core::games::reversi::Expression;
use reversi_course::{
    assignment::Assignment,
    mistakes::{MistakeText, WrongTerm},
};

/// The common diagnosis of the wrong cases of a student.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StudentDiagnosis {
    /// The smallest sets of mistakes that explain most wrong cases; several if the files fit more than one set.
    pub explained_by: Vec<Explanation>,
    /// The names of the cases that each of these sets explains.
    pub cases: Vec<String>,
    /// Sentences on small evidence and on the only affected code; empty if there is nothing to say.
    pub limits: String,
    /// Sentences on the code, the file and the kind of place that all wrong cases share; empty without a common
    /// feature.
    pub location: String,
    /// The texts on each mistake, wrong weight and wrong term that explains a case, by name. A weight and a term have no
    /// rule.
    pub texts: BTreeMap<String, MistakeText>,
}

impl StudentDiagnosis {
    /// Finds the mistakes that explain all wrong cases together. The search visits at most about `effort` nodes for
    /// each case. If one case contradicts a mistake, the mistake does not explain any other case.
    pub(crate) fn of(checks: &mut [CaseCheck], effort: u64) -> Self {
        if checks.iter().any(|check| check.case.answer.is_some()) {
            return Self::of_answers(checks, effort);
        }
        let is_known = |check: &&mut CaseCheck| {
            check.checked.is_some() || check.result.verdict.is_right() || check.result.is_format_only
        };
        let (mut names, mut student) = (Vec::new(), Vec::new());
        for CaseCheck { case, checked, .. } in checks.iter_mut().filter(is_known) {
            let Some(job) = case.case.job() else { continue };
            names.push(&case.case.name);
            student.push((job, checked.as_mut()));
        }
        let wrong: Vec<usize> = (0..student.len()).filter(|&place| student[place].1.is_some()).collect();
        let mut common = diagnose_checked(&mut student, effort, &|_| ());
        let is_explained = |place: &&usize| !common.explained_by.is_empty() && !common.left.contains(place);
        let cases: Vec<String> = wrong.iter().filter(is_explained).map(|&place| names[place].clone()).collect();
        let limits = common.explained_by.first().map_or_else(String::new, Named::limits);
        // The first sentence of the feedback already says that one file is right.
        common.location.only.file = None;
        let location = common.location.sentences();
        let explained_by: Vec<Explanation> = common.explained_by.into_iter().map(|named| named.explanation).collect();
        for check in checks.iter_mut() {
            let diagnosis = check.checked.as_ref().and_then(|checked| checked.report.diagnosis.as_ref());
            let is_explained = cases.contains(&check.result.case)
                || diagnosis.is_some_and(|found| found.outcome.sets().iter().any(|named| named.against.is_none()));
            check.finish(is_explained);
        }
        let assignments: Vec<_> =
            checks.iter().filter_map(|check| check.case.case.job()).map(|job| &job.assignment).collect();
        let sets = checks.iter().flat_map(|check| &check.result.explained_by).chain(&explained_by);
        let texts = sets.flat_map(|set| texts(set, &assignments)).collect();
        Self { explained_by, cases, limits, location, texts }
    }

    /// Returns the common explanations if they explain the case, otherwise the case's own explanations. If one
    /// explanation is an open reading, the function returns only this one, in favour of the student.
    pub fn explanations<'a>(&'a self, case: &'a CaseResult) -> &'a [Explanation] {
        let sets = if self.cases.contains(&case.case) { &self.explained_by } else { &case.explained_by };
        let open = sets.iter().position(|set| self.is_open(set));
        open.map_or(&sets[..], |open| &sets[open..=open])
    }

    /// Returns the parts of an explanation by name, each with its text.
    pub fn texts(&self, set: &Explanation) -> impl Iterator<Item = (String, &MistakeText)> {
        set.names().into_iter().filter_map(|name| self.texts.get(&name).map(|text| (name, text)))
    }

    /// True if the assignment's text allows all mistakes of a set.
    pub fn is_open(&self, set: &Explanation) -> bool {
        let mut texts = self.texts(set).peekable();
        texts.peek().is_some() && texts.all(|(_, text)| text.is_open)
    }
}

/// The texts on the parts of an explanation, by name.
fn texts(set: &Explanation, assignments: &[&Arc<Assignment>]) -> Vec<(String, MistakeText)> {
    let mistakes = set.mistakes.iter().map(|mistake| mistake.text(assignments.iter().copied()));
    let table = assignments.iter().find_map(|assignment| {
        let term = |evaluation: &Expression| evaluation.weights_term(assignment.size);
        assignment.evaluations().iter().find_map(term).map(|(_, table)| table)
    });
    let weights = set.weights.iter().map(|weight| {
        let square = weight.square;
        let right = table.map_or(0, |table| table[usize::from(square.row())][usize::from(square.column())]);
        format!("The weight of {square} is {} in the program, not {right}.", weight.value)
    });
    let calculated = weights.chain(set.term.iter().map(WrongTerm::sentence));
    let calculated = calculated.map(|done| MistakeText { done, ..MistakeText::default() });
    set.names().into_iter().zip(mistakes.chain(calculated)).collect()
}
