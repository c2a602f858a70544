//! What may be said of a set of mistakes: that it explains a file, unless another file of the student contradicts it.
//!
//! A file contradicts a set where the job with the set parts from the file before the truth does: there the student has
//! written what the assignment asks for, and a program with these mistakes would not have.

use std::{collections::HashMap, fmt};

use serde::Serialize;

use super::{
    Evidence, Explanation,
    evidence::Exhibits,
    trial::{FileMatch, Trial},
};
use crate::{
    assignment::Job,
    check::{Role, matching::common_subsequence},
    games::reversi::Expression,
    log::Line,
    mistakes::{Group, NodeBudget},
    names::list,
    search::Algorithm,
};

/// A set that is named, with what the name rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The set.
    pub explanation: Explanation,
    /// How many rows of logs and steps of games are not as they should be, and are as the set writes them.
    pub evidence: u64,
    /// The code that the set is in, where other code of the student has none of it.
    pub only: Option<Only>,
}

/// The names, and the limit: `ties-to-last, in alphabeta only`.
impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.only {
            None => formatter.pad(&self.explanation.to_string()),
            Some(Only { algorithm, evaluation }) => {
                let code = list(algorithm.iter().map(ToString::to_string).chain(evaluation.clone()), "and");
                formatter.pad(&format!("{}, in {code} only", self.explanation))
            }
        }
    }
}

/// Code that a student writes apart from other code: what runs with an algorithm, or with an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Only {
    /// The algorithm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<&'static str>,
    /// The evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
}

/// The code in which the members of a set are, for one job.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Code {
    algorithm: Option<Algorithm>,
    evaluation: Option<Expression>,
}

impl Code {
    /// The code of a job in which a set is. Students write minimax and alpha-beta apart, and the evaluations; what is the
    /// same for all jobs is left out.
    pub(super) fn of(set: &Explanation, job: &Job) -> Self {
        let is_in = |groups: &[Group]| set.mistakes.iter().any(|mistake| groups.contains(&mistake.group()));
        let is_in_evaluation = is_in(&[Group::Evaluation]) || !set.weights.is_empty();
        Self {
            algorithm: is_in(&[Group::Search, Group::Rows]).then_some(job.task.algorithm),
            evaluation: is_in_evaluation.then(|| job.task.evaluation().clone()),
        }
    }

    /// The limit that tells this code from other code that has none of a set.
    pub(super) fn limit(&self, others: &[Self]) -> Option<Only> {
        if others.is_empty() {
            return None;
        }
        let is_own_algorithm = others.iter().all(|other| other.algorithm != self.algorithm);
        let is_own_evaluation = others.iter().all(|other| other.evaluation != self.evaluation);
        let algorithm = self.algorithm.filter(|_| is_own_algorithm || !is_own_evaluation);
        let evaluation = self.evaluation.as_ref().filter(|_| !is_own_algorithm);
        Some(Only { algorithm: algorithm.map(Algorithm::name), evaluation: evaluation.map(ToString::to_string) })
    }
}

/// One case of a student, prepared for many trials.
pub(super) struct CaseTrials<'a> {
    pub(super) exhibits: Exhibits<'a>,
    truth: Trial,
}

/// Whether a case contradicts a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judgement {
    /// Whether it does.
    pub(super) contradicts: bool,
    /// Whether it was looked at to its end.
    pub(super) is_whole: bool,
    /// What it took to find out.
    pub(super) nodes: u64,
}

impl<'a> CaseTrials<'a> {
    pub(super) fn new(job: &'a Job, evidence: &[Evidence<'a>]) -> Self {
        let exhibits = Exhibits::new(job, evidence);
        Self { truth: Trial::truth(&exhibits), exhibits }
    }

    /// What the assignment writes itself, compared with the files.
    pub(super) fn truth(&self) -> &Trial {
        &self.truth
    }

    /// Whether the case contradicts a set, visiting about `most_nodes` nodes at most.
    pub(super) fn judge(&self, set: &Explanation, most_nodes: u64) -> Judgement {
        let possible = set.possible_for(self.exhibits.job);
        let mut judgement = Judgement { contradicts: false, is_whole: true, nodes: 0 };
        if possible == Explanation::default() {
            return judgement;
        }
        let changes_rows_only =
            possible.weights.is_empty() && possible.mistakes.iter().all(|mistake| mistake.group() == Group::Rows);
        for role in [Role::Log, Role::Moves] {
            let is_log = role == Role::Log;
            if judgement.contradicts || changes_rows_only && !is_log {
                break;
            }
            let left = most_nodes.saturating_sub(judgement.nodes);
            let trial = Trial::of_one(&self.exhibits, possible.clone(), role, left);
            let (found, truth) = (trial.verdict(role), self.truth.verdict(role));
            judgement.nodes += trial.nodes;
            judgement.contradicts |= parts_earlier(found, truth);
            judgement.is_whole &=
                found != FileMatch::Unknown && !(found == FileMatch::Agrees && self.exhibits.is_cut(role));
        }
        judgement
    }

    /// How many rows of the log and steps of the game a set that explains the case writes otherwise than the assignment.
    pub(super) fn evidence(&self, set: &Explanation) -> u64 {
        let job = self.exhibits.job_with(set);
        let mut all = 0;
        if self.exhibits.log.is_some() && self.truth.log != FileMatch::Agrees {
            let [right, wrong] = [&Explanation::default(), set].map(|set| self.rows(set));
            let mut numbers: HashMap<String, usize> = HashMap::new();
            let mut number = |row: &Line| {
                let next = numbers.len();
                *numbers.entry(self.exhibits.job.spelling().write(row)).or_insert(next)
            };
            let right: Vec<usize> = right.iter().map(&mut number).collect();
            let wrong: Vec<usize> = wrong.iter().map(&mut number).collect();
            all += right.len().max(wrong.len()).saturating_sub(common_subsequence(&right, &wrong)) as u64;
        }
        if self.truth.rest != FileMatch::Agrees && self.exhibits.rest.is_some() {
            all += job.wrong_steps(&mut { NodeBudget::ANY }).max(1);
        }
        all
    }

    fn rows(&self, set: &Explanation) -> Vec<Line> {
        let mut rows = Vec::new();
        let mut budget = self.exhibits.budget(u64::MAX);
        let _ = self.exhibits.job_with(set).log(&mut budget, &mut |row| {
            rows.push(*row);
            std::ops::ControlFlow::Continue(())
        });
        rows
    }
}

/// Whether a set parts from a file before the truth does: the file is as it should be where a program with the set would have
/// written something else.
pub(super) fn parts_earlier(set: FileMatch, truth: FileMatch) -> bool {
    match (set, truth) {
        (FileMatch::Differs(set), FileMatch::Differs(truth)) => set < truth,
        (FileMatch::Differs(_), FileMatch::Agrees) => true,
        _ => false,
    }
}
