//! Decides which sets of mistakes the diagnosis may name, by the evidence of each case for or against a set.
//!
//! A file contradicts a set if the file differs from the job with the set before the file differs from the expected
//! file. At this first difference the student's line is right, but a program with these mistakes would have written
//! another line.

use std::{fmt, ops::ControlFlow};

use rayon::prelude::*;
use serde::Serialize;

use super::{
    Explanation,
    alignment::{differing_lines, differing_rows},
    line_matcher::FileMatch,
    trial::{Compared, ReadCase, Trial},
};
use crate::Role;
use reversi_core::{
    games::reversi::{Expression, Position},
    search::Algorithm,
};
use reversi_course::{
    assignment::{Heading, Job, OutputForm},
    log::Line,
    mistakes::{Group, JobWriter as _, Mistake, NodeBudget},
};
use reversi_io::names::{count, list};

/// A set of mistakes that the diagnosis names, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub explanation: Explanation,
    /// The number of wrong log rows and wrong game steps that the set explains.
    pub evidence: u64,
    /// The mistake of the set that explains the fewest additional places, with the number; `None` if there are many.
    pub weakest: Option<(Mistake, u64)>,
    /// True if the assignment leaves each mistake of the set open as a possible reading.
    pub is_open: bool,
    /// The only code with these mistakes in the student's program; `None` if all code has them.
    pub only: Option<Only>,
}

impl Named {
    /// If the evidence is at most this number, the report says that a set "fits", not that the set "explains". Of about 110
    /// known mistakes, several write the same three rows.
    pub(super) const THIN: u64 = 3;

    /// True if the evidence for the set or for one of its mistakes is so small that other mistakes may also fit.
    pub(super) const fn is_thin(&self) -> bool {
        self.evidence <= Self::THIN || self.weakest.is_some()
    }

    /// The end of a sentence on small evidence; `None` if the evidence is large.
    pub(super) fn rests_on(&self) -> Option<String> {
        let on = |places| format!("is supported by only {}", count(places, "place"));
        match self.weakest {
            _ if !self.is_thin() => None,
            Some((mistake, places)) if places < self.evidence => Some(format!("{mistake} {}", on(places))),
            _ => Some(format!("this diagnosis {}", on(self.evidence))),
        }
    }

    /// Sentences on small evidence and on the only affected code; empty if there is nothing to say.
    pub fn limits(&self) -> String {
        let rests = self.rests_on().map(|rests| format!("The files fit, but {rests}."));
        let only = self.only.as_ref().map(|only| format!("The error occurs {only}; no other case shows this error."));
        rests.into_iter().chain(only).collect::<Vec<_>>().join(" ")
    }
}

/// Writes the names and the limit: `ties-to-last, in alphabeta only`.
impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.only {
            None => formatter.pad(&self.explanation.to_string()),
            Some(only) => formatter.pad(&format!("{}, {only}", self.explanation)),
        }
    }
}

/// Separate code of a student: the code of an algorithm or of an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Only {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// The affected file; set only in a [fault location](super::FaultLocation).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Role>,
}

/// Writes `in alphabeta only`.
impl fmt::Display for Only {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.algorithm.map(ToOwned::to_owned).into_iter().chain(self.evaluation.clone());
        formatter.pad(&format!("in {} only", list(code, "with")))
    }
}

/// The parts of a job's code that a set changes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Code {
    algorithm: Option<Algorithm>,
    evaluation: Option<Expression>,
}

impl Code {
    /// The parts of a job's code that a set changes. Students write separate code for minimax, alpha-beta and each
    /// evaluation. Code that all jobs share is not included.
    pub(super) fn of(set: &Explanation, job: &Job) -> Self {
        let is_in = |groups: &[Group]| set.mistakes.iter().any(|mistake| groups.contains(&mistake.group()));
        let is_in_evaluation = is_in(&[Group::Evaluation]) || set.is_calculated();
        Self {
            algorithm: is_in(&[Group::Search, Group::Rows]).then_some(job.task.algorithm),
            evaluation: is_in_evaluation.then(|| job.task.evaluation().clone()),
        }
    }

    /// The part of this code that one algorithm uses.
    pub(super) fn in_algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm: Some(algorithm), ..self }
    }

    /// The algorithm or the evaluation that is not in `others`. If both are there, but not together: the pair of both.
    /// Returns `None` if there is no other code.
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

/// The result of checking a set on a case: evidence for the set, against it, or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SetCheck {
    pub(super) contradicts: bool,
    /// True if the set also changes the first wrong line of a file, but writes another line than the student.
    pub(super) has_other_fault: bool,
    /// For the log and for the other file: true if the set explains this file.
    pub(super) explains: [bool; 2],
    /// True if the end of a file was not compared; the end may contradict the set.
    pub(super) is_unseen: bool,
    pub(super) nodes: u64,
}

impl ReadCase<'_> {
    /// Checks if the case contradicts a set. The check visits at most about `most_nodes` nodes.
    pub(super) fn check(&self, set: &Explanation, most_nodes: u64) -> SetCheck {
        let possible = set.possible_for(self.job);
        let mut check = SetCheck::default();
        if possible == Explanation::default() {
            return check;
        }
        let changes_rows_only =
            !possible.is_calculated() && possible.mistakes.iter().all(|mistake| mistake.group() == Group::Rows);
        for (index, compared) in [Compared::Log, Compared::Rest].into_iter().enumerate() {
            let is_log = compared == Compared::Log;
            if check.contradicts || changes_rows_only && !is_log {
                break;
            }
            let left = most_nodes.saturating_sub(check.nodes);
            let trial = Trial::new(self, possible.clone(), compared, left);
            let [found, expected] = [&trial, self.expected()].map(|of| if is_log { &of.log } else { &of.read });
            check.nodes += trial.nodes;
            check.contradicts |= parts_earlier(found.verdict, expected.verdict);
            check.explains[index] = found.verdict == FileMatch::Agrees;
            let is_first = matches!(found.verdict, FileMatch::Differs(_)) && found.verdict == expected.verdict;
            check.has_other_fault |= is_first && found.wrote != expected.wrote;
            let is_cut = self.is_cut(if is_log { Role::Log } else { Role::Moves });
            check.is_unseen |= found.verdict == FileMatch::Unknown || found.verdict == FileMatch::Agrees && is_cut;
            if is_log && !check.contradicts && possible.mistakes.len() > 1 {
                self.check_members(&possible, found.verdict, most_nodes, &mut check);
            }
        }
        check
    }

    /// Checks if the log contradicts one member of a set. The log contradicts a member if the member would change a row
    /// that the log has unchanged.
    fn check_members(&self, set: &Explanation, found: FileMatch, most_nodes: u64, check: &mut SetCheck) {
        for member in set.mistakes.iter() {
            let left = most_nodes.saturating_sub(check.nodes);
            let trial = Trial::new(self, set.without(member), Compared::Log, left);
            check.nodes += trial.nodes;
            check.contradicts |= parts_earlier(found, trial.log.verdict);
        }
    }

    /// Counts the evidence that a set explains the log, the other file, or both. The evidence is the number of
    /// explained log rows that differ from the rows of another set, or from the expected rows. The evidence also counts
    /// the wrong moves of the game or, if there are none, the wrong lines of the moves file. The second result is the
    /// number of visited nodes.
    pub(super) fn evidence(
        &self,
        set: &Explanation,
        other: &Explanation,
        [is_log_explained, is_rest_explained]: [bool; 2],
        most_nodes: u64,
    ) -> (u64, u64) {
        let [set, other] = [set, other].map(|set| set.possible_for(self.job));
        let is_expected = other == Explanation::default();
        let mut budget = self.budget(most_nodes);
        let mut places = 0;
        let expected = self.expected();
        if self.log.is_some() && expected.log.verdict != FileMatch::Agrees {
            let differing = if is_expected {
                *self.differing_rows.get_or_init(|| differing_rows(self, &other, &mut budget))
            } else {
                let differing = differing_rows(self, &other, &mut budget);
                // If a file was not compared to the end, the file is not evidence.
                if budget.is_spent() { 0 } else { differing }
            };
            places += if is_log_explained {
                differing
            } else {
                differing.saturating_sub(differing_rows(self, &set, &mut budget))
            };
        }
        if is_rest_explained && expected.differs_in_rest() {
            let mut steps_or_lines = || {
                let [set, other_job] = [&set, &other].map(|set| self.job_with(set));
                match set.steps_unlike(&other_job, &mut budget) {
                    0 => self.differing_lines(&other, &mut budget),
                    steps => steps,
                }
            };
            places += match self.rest {
                // All sets that explain the game make the program play the same moves. The first wrong line counts as
                // one place, even if the other wrong lines cannot be counted.
                Some((Role::Moves, _)) if is_expected => (*self.wrong_steps.get_or_init(steps_or_lines)).max(1),
                Some((Role::Moves, _)) => steps_or_lines(),
                Some(_) => self.differing_lines(&other, &mut budget).min(1),
                None => 0,
            };
        }
        (places, budget.nodes)
    }

    /// Finds the first later board of the right game from which programs with two different sets write different files.
    /// A student can start the program from this board: the input names the player to move, or this player always
    /// starts.
    pub(super) fn distinguishing_board(&self, sets: [&Explanation; 2], budget: &mut NodeBudget) -> Option<Position> {
        let job = self.job;
        let names_player = job.assignment.input_says(Heading::Player);
        let is_input = |position: &Position| {
            *position != job.task.start && (names_player || position.side_to_move() == job.task.start.side_to_move())
        };
        let boards = job.task.steps().map(|step| step.position).filter(is_input);
        boards.into_iter().find(|position| {
            let there = Job { task: job.task.from(*position), ..job.clone() };
            let [one, other] = sets.map(|set| written(&there, &set.possible_for(&there), budget));
            one.is_some() && other.is_some() && one != other
        })
    }

    /// Counts the lines of the other file that differ from the job with a set; 0 if the budget is too small.
    fn differing_lines(&self, set: &Explanation, budget: &mut NodeBudget) -> u64 {
        let differing = differing_lines(self, set, budget);
        if budget.is_spent() { 0 } else { differing }
    }
}

/// Finds the member of a set that explains the fewest additional places in some cases, and the number of these places.
/// Each case comes with the files that the set explains. The second result is the number of visited nodes.
pub(super) fn weakest_member(
    set: &Explanation,
    cases: &[(&ReadCase, [bool; 2])],
    most_nodes: u64,
) -> (Option<(Mistake, u64)>, u64) {
    let members = set.mistakes;
    if members.len() < 2 {
        return (None, 0);
    }
    let mut taken = 0;
    let mut added = |member: Mistake| {
        let others = set.without(member);
        let left = most_nodes.saturating_sub(taken);
        let each = cases.par_iter().map(|(case, explained)| case.evidence(set, &others, *explained, left));
        let (places, nodes) = each.reduce(|| (0, 0), |one, other| (one.0 + other.0, one.1 + other.1));
        taken += nodes;
        (member, places)
    };
    let weakest = members.iter().map(&mut added).min_by_key(|(_, places)| *places);
    (weakest, taken)
}

/// The log rows of a job with a set, and the lines of its moves file or board; `None` if the budget is too small.
fn written(job: &Job, set: &Explanation, budget: &mut NodeBudget) -> Option<(Vec<Line>, Vec<String>)> {
    let mistaken = set.in_job(job);
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

/// True if a file's first difference from the set's file comes before the first difference from the expected file. At
/// this line the student's file is right, but a program with the set would have written another line.
pub(super) fn parts_earlier(set: FileMatch, expected: FileMatch) -> bool {
    match (set, expected) {
        (FileMatch::Differs(set), FileMatch::Differs(expected)) => set < expected,
        (FileMatch::Differs(_), FileMatch::Agrees) => true,
        _ => false,
    }
}
