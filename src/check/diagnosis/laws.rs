//! What may be said of a set of mistakes: that it explains a file, unless another file of the student contradicts it.
//!
//! A file contradicts a set where the job with the set parts from the file before the truth does: there the student has
//! written what the assignment asks for, and a program with these mistakes would not have.

use std::{
    fmt,
    ops::ControlFlow,
    sync::{Arc, OnceLock},
};

use rayon::prelude::*;
use serde::Serialize;

use super::{
    Evidence, Explanation,
    alignment::{differing_lines, differing_rows},
    evidence::Exhibits,
    trial::{FileMatch, Trial},
};
use crate::{Role, lines::Part};
use reversi_core::{
    games::reversi::{Expression, Position},
    search::Algorithm,
};
use reversi_course::{
    assignment::{Job, OutputForm},
    log::Line,
    mistakes::{Group, JobWriter as _, Mistake, MistakenJob, Mistakes, NodeBudget},
};
use reversi_io::names::{count, list};

/// A set that is named, with what the name rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub explanation: Explanation,
    /// How many rows of logs and steps of games are not as they should be, and are as the set writes them.
    pub evidence: u64,
    /// Of several mistakes the one that adds least to the others, and on how many places, where these are few.
    pub weakest: Option<(Mistake, u64)>,
    /// True if each of its mistakes is an open reading of the assignment.
    pub is_open: bool,
    /// The code that the set is in, where other code of the student has none of it.
    pub only: Option<Only>,
}

impl Named {
    /// The most places on which a name may rest that is only said to fit.
    pub(super) const THIN: u64 = 2;

    /// Whether it, or one of its mistakes, rests on so few places that other mistakes may well write the same there.
    pub(super) const fn is_thin(&self) -> bool {
        self.evidence <= Self::THIN || self.weakest.is_some()
    }

    /// On how few places it rests; none where they are not few.
    pub(super) fn rests_on(&self) -> Option<String> {
        let on = |places| format!("is supported by only {}", count(places, "place"));
        match self.weakest {
            _ if !self.is_thin() => None,
            Some((mistake, places)) if places < self.evidence => Some(format!("of them {mistake} {}", on(places))),
            _ => Some(format!("that {}", on(self.evidence))),
        }
    }

    /// On how few places it rests, and in which code alone it is, as sentences; empty where neither is to be said.
    pub fn limits(&self) -> String {
        let rests = self.rests_on().map(|rests| format!("This fits, but {rests}."));
        let only = self.only.as_ref().map(|only| format!("It occurs {only}; no other case shows it."));
        rests.into_iter().chain(only).collect::<Vec<_>>().join(" ")
    }
}

/// The names, and the limit: `ties-to-last, in alphabeta only`.
impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.only {
            None => formatter.pad(&self.explanation.to_string()),
            Some(only) => formatter.pad(&format!("{}, {only}", self.explanation)),
        }
    }
}

/// Code that a student writes apart from other code: what runs with an algorithm, or with an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Only {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// The file, of [where a fault lies](super::FaultLocation).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Role>,
}

/// `in alphabeta only`.
impl fmt::Display for Only {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.algorithm.map(ToOwned::to_owned).into_iter().chain(self.evaluation.clone());
        formatter.pad(&format!("in {} only", list(code, "with")))
    }
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
        let is_in_evaluation = is_in(&[Group::Evaluation]) || set.is_calculated();
        Self {
            algorithm: is_in(&[Group::Search, Group::Rows]).then_some(job.task.algorithm),
            evaluation: is_in_evaluation.then(|| job.task.evaluation().clone()),
        }
    }

    /// The limit that tells this code from all the code that has none of a set; none where there is no such code.
    pub(super) fn limit(&self, others: &[Self]) -> Option<Only> {
        if others.is_empty() {
            return None;
        }
        let is_own_algorithm = others.iter().all(|other| other.algorithm != self.algorithm);
        let is_own_evaluation = others.iter().all(|other| other.evaluation != self.evaluation);
        let algorithm = self.algorithm.filter(|_| is_own_algorithm || !is_own_evaluation);
        let evaluation = self.evaluation.as_ref().filter(|_| !is_own_algorithm);
        let evaluation = evaluation.map(ToString::to_string);
        Some(Only { algorithm: algorithm.map(Algorithm::name), evaluation, file: None })
    }
}

/// One case of a student, prepared for many trials.
pub(super) struct CaseTrials<'a> {
    pub(super) exhibits: Exhibits<'a>,
    truth: Trial,
    /// What there is beside the log, a moves file read through its spelling, and how the truth compares with that.
    read: Option<(Role, Part<'a>)>,
    truth_of_read: (FileMatch, Option<String>),
    /// How many rows of the log differ from the truth, once they have been counted.
    differing_rows: OnceLock<u64>,
    /// How many steps of the game have a wrong move, or how many lines of its file differ.
    wrong_steps: OnceLock<u64>,
}

/// Whether a case contradicts a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Judgement {
    pub(super) contradicts: bool,
    /// Whether the first line that is wrong in a file is one that the set writes in another way, too, and not as it is there.
    pub(super) has_other_fault: bool,
    /// Whether the set writes the log, and what else there is.
    pub(super) explains: [bool; 2],
    /// Whether its end was not looked at, so that it may contradict the set there.
    pub(super) is_unseen: bool,
    /// What it took to find out.
    pub(super) nodes: u64,
}

impl<'a> CaseTrials<'a> {
    pub(super) fn new(job: &'a Job, evidence: &[Evidence<'a>]) -> Self {
        let exhibits = Exhibits::new(job, evidence);
        let truth_of_rest = Trial::truth_of_rest(job, exhibits.rest);
        let truth = Trial { rest: truth_of_rest.0, ..Trial::truth_of_log(&exhibits) };
        let respelled = evidence.iter().find_map(|file| file.respelled);
        let read = exhibits.rest.map(|(role, part)| (role, respelled.map_or(part, Part::whole)));
        let truth_of_read = if respelled.is_some() { Trial::truth_of_rest(job, read) } else { truth_of_rest };
        Self { exhibits, truth, read, truth_of_read, differing_rows: OnceLock::new(), wrong_steps: OnceLock::new() }
    }

    /// What the assignment writes itself, compared with the files.
    pub(super) fn truth(&self) -> &Trial {
        &self.truth
    }

    /// Whether the case contradicts a set, visiting about `most_nodes` nodes at most.
    pub(super) fn judge(&self, set: &Explanation, most_nodes: u64) -> Judgement {
        let possible = set.possible_for(self.exhibits.job);
        let mut judgement = Judgement::default();
        if possible == Explanation::default() {
            return judgement;
        }
        let changes_rows_only =
            !possible.is_calculated() && possible.mistakes.iter().all(|mistake| mistake.group() == Group::Rows);
        for is_log in [true, false] {
            if judgement.contradicts || changes_rows_only && !is_log {
                break;
            }
            let left = most_nodes.saturating_sub(judgement.nodes);
            let (log, rest) = (self.exhibits.log.as_ref().filter(|_| is_log), self.read.filter(|_| !is_log));
            let trial = Trial::with(&self.exhibits, possible.clone(), log, rest, left);
            let (found, truth, wrote) = if is_log {
                (trial.log, self.truth.log, &self.truth.wrote)
            } else {
                (trial.rest, self.truth_of_read.0, &self.truth_of_read.1)
            };
            judgement.nodes += trial.nodes;
            judgement.contradicts |= parts_earlier(found, truth);
            judgement.explains[usize::from(!is_log)] = found == FileMatch::Agrees;
            let is_first = matches!(found, FileMatch::Differs(_)) && found == truth;
            judgement.has_other_fault |= is_first && trial.wrote != *wrote;
            let is_cut = self.exhibits.is_cut(if is_log { Role::Log } else { Role::Moves });
            judgement.is_unseen |= found == FileMatch::Unknown || found == FileMatch::Agrees && is_cut;
            if is_log && !judgement.contradicts && possible.mistakes.iter().count() > 1 {
                self.judge_members(&possible, found, most_nodes, &mut judgement);
            }
        }
        judgement
    }

    /// Whether the log contradicts a member of a set: it is as the others write it where the member would have changed that.
    fn judge_members(&self, set: &Explanation, found: FileMatch, most_nodes: u64, judgement: &mut Judgement) {
        for member in set.mistakes.iter() {
            let others =
                Explanation { mistakes: set.mistakes.iter().filter(|other| *other != member).collect(), ..set.clone() };
            let left = most_nodes.saturating_sub(judgement.nodes);
            let trial = Trial::with(&self.exhibits, others, self.exhibits.log.as_ref(), None, left);
            judgement.nodes += trial.nodes;
            judgement.contradicts |= parts_earlier(found, trial.log);
        }
    }

    /// On how many places it rests that a set explains the log, what else there is, or both: the rows of the log that differ
    /// from the truth and are as the set writes them, and the steps of the game whose move is not the assignment's (where
    /// there is none, the lines of the file that differ). Returns what it took, too.
    pub(super) fn evidence(&self, set: &Explanation, explained: [bool; 2], most_nodes: u64) -> (u64, u64) {
        self.evidence_beyond(set, &Explanation::default(), explained, most_nodes)
    }

    /// The same of the places that another set does not write as they are, in place of those that differ from the truth.
    pub(super) fn evidence_beyond(
        &self,
        set: &Explanation,
        other: &Explanation,
        [is_log_explained, is_rest_explained]: [bool; 2],
        most_nodes: u64,
    ) -> (u64, u64) {
        let exhibits = &self.exhibits;
        let [set, other] = [set, other].map(|set| set.possible_for(exhibits.job));
        let is_truth = other == Explanation::default();
        let mut budget = exhibits.budget(most_nodes);
        let mut places = 0;
        if exhibits.log.is_some() && self.truth.log != FileMatch::Agrees {
            let differing = if is_truth {
                *self.differing_rows.get_or_init(|| differing_rows(exhibits, &other, &mut budget))
            } else {
                let differing = differing_rows(exhibits, &other, &mut budget);
                // What was not compared to its end is no evidence.
                if budget.is_spent() { 0 } else { differing }
            };
            places += if is_log_explained {
                differing
            } else {
                differing.saturating_sub(differing_rows(exhibits, &set, &mut budget))
            };
        }
        if is_rest_explained && self.truth.rest != FileMatch::Agrees {
            let mut steps_or_lines = || {
                let [set, other_job] = [&set, &other].map(|set| exhibits.job_with(set));
                match set.steps_unlike(&other_job, &mut budget) {
                    0 => self.differing_lines(&other, &mut budget),
                    steps => steps,
                }
            };
            places += match exhibits.rest {
                // All sets that explain the game play the same.
                Some((Role::Moves, _)) if is_truth => *self.wrong_steps.get_or_init(steps_or_lines),
                Some((Role::Moves, _)) => steps_or_lines(),
                Some(_) => self.differing_lines(&other, &mut budget).min(1),
                None => 0,
            };
        }
        (places, budget.nodes)
    }

    /// The first board of the right game from which two sets write different files.
    pub(super) fn told_apart(&self, sets: [&Explanation; 2], budget: &mut NodeBudget) -> Option<Position> {
        let job = self.exhibits.job;
        job.task.steps(Arc::default()).map(|step| step.position).find(|position| {
            let there = Job { task: job.task.from(*position), ..job.clone() };
            let [one, other] = sets.map(|set| written(&there, &set.possible_for(&there), budget));
            one.is_some() && other.is_some() && one != other
        })
    }

    /// How many lines of what else there is differ from what the job with a set writes; 0 where that was not found out.
    fn differing_lines(&self, set: &Explanation, budget: &mut NodeBudget) -> u64 {
        let differing = differing_lines(&self.exhibits, set, budget);
        if budget.is_spent() { 0 } else { differing }
    }
}

/// Of several mistakes the one that adds least to the others in some cases, whose files the set explains as is said there,
/// and on how many places. Returns what it took, too.
pub(super) fn weakest_member(
    set: &Explanation,
    cases: &[(&CaseTrials, [bool; 2])],
    most_nodes: u64,
) -> (Option<(Mistake, u64)>, u64) {
    let members = set.mistakes;
    if members.len() < 2 {
        return (None, 0);
    }
    let mut taken = 0;
    let mut added = |member: Mistake| {
        let others = members.iter().filter(|other| *other != member).collect::<Mistakes>().into();
        let left = most_nodes.saturating_sub(taken);
        let each = cases.par_iter().map(|(case, explained)| case.evidence_beyond(set, &others, *explained, left));
        let (places, nodes) = each.reduce(|| (0, 0), |one, other| (one.0 + other.0, one.1 + other.1));
        taken += nodes;
        (member, places)
    };
    let weakest = members.iter().map(&mut added).min_by_key(|(_, places)| *places);
    (weakest, taken)
}

/// The rows of the log that a job with a set writes, and the lines of the moves file or the board; `None` where that takes more
/// than there is.
fn written(job: &Job, set: &Explanation, budget: &mut NodeBudget) -> Option<(Vec<Line>, Vec<String>)> {
    let mistaken = MistakenJob::new(job, set.mistakes, &set.weights).with_term(set.term.as_ref());
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    let mut row = |row: &Line| {
        rows.push(*row);
        ControlFlow::Continue(())
    };
    if job.assignment.output == OutputForm::Next {
        lines.extend(mistaken.board(budget, Some(&mut row)).ok()?);
    } else {
        mistaken.log(budget, &mut row).ok()?;
        let mut line = |line: &str| {
            lines.push(line.to_owned());
            ControlFlow::Continue(())
        };
        mistaken.moves(budget, &mut line).ok()?;
    }
    Some((rows, lines))
}

/// True if a set parts from a file before the truth does: the file is as it should be where a program with the set would have
/// written something else.
pub(super) fn parts_earlier(set: FileMatch, truth: FileMatch) -> bool {
    match (set, truth) {
        (FileMatch::Differs(set), FileMatch::Differs(truth)) => set < truth,
        (FileMatch::Differs(_), FileMatch::Agrees) => true,
        _ => false,
    }
}
