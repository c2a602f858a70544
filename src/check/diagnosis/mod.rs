//! The diagnosis: which misunderstanding writes exactly these files?
//!
//! Every mistake of the [list](crate::mistakes) is tried on the same job, then pairs of them, then wrong weights. What it
//! may cost is counted in nodes, so that the same files get the same diagnosis on every machine.

mod evidence;
mod explanation;
mod text;
mod trial;
mod weights;

use std::cmp::Reverse;

use rayon::prelude::*;

pub use evidence::{Evidence, Follows};
pub use explanation::Explanation;
pub(super) use text::write;

use super::Role;
use crate::{
    assignment::Job,
    mistakes::{Mistake, Mistakes, WrongWeight},
};
use evidence::Exhibits;
use trial::{FileMatch, Trial};

/// What is known of how some files came to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosis {
    /// For each of the evidence, what explains it; nothing where it is right.
    pub of_each: Vec<Vec<Explanation>>,
    /// What explains all the evidence together; nothing where all of it is right.
    pub of_all: Vec<Explanation>,
    /// Where nothing explains all: the mistakes that agree longest, if they agree longer than the truth.
    pub nearest: Option<Nearest>,
    /// Whether there is nothing to explain: the files are right, or only spelled otherwise.
    pub is_of_right_files: bool,
    /// The files of which the beginning alone was looked at.
    pub seen_in_part: Vec<Role>,
    /// The nodes that it took.
    pub nodes: u64,
    /// Whether all was tried that there is to try.
    pub is_complete: bool,
}

impl Diagnosis {
    /// Whether it names no mistake.
    #[must_use]
    pub fn explains_nothing(&self) -> bool {
        self.of_all.is_empty() && self.of_each.iter().all(Vec::is_empty) && self.nearest.is_none()
    }
}

/// Mistakes that do not explain some files, but come nearest to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// The mistakes.
    pub explanation: Explanation,
    /// Where they disagree, too.
    pub role: Role,
    /// The first line where they do.
    pub line: u64,
}

/// How many nodes a diagnosis takes at most, unless somebody wants it otherwise.
pub const EFFORT: u64 = 300_000_000;

/// How many trials are made side by side. It does not depend on the machine, and neither does what comes of it.
const BATCH: usize = 32;

/// Finds out which mistakes write exactly this, under the lenient reading, visiting about `effort` nodes at most. There is
/// at most one log among the evidence, and one moves file or one board.
#[must_use]
pub fn diagnose(job: &Job, evidence: &[Evidence], effort: u64) -> Diagnosis {
    let exhibits = Exhibits::new(job, evidence);
    let truth = Trial::truth(&exhibits);
    let mut trials = Trials { exhibits: &exhibits, left: effort, all: Vec::new(), is_complete: true };
    if !truth.explains_all() {
        trials.run(Mistake::of(&job.assignment).map(Explanation::from));
    }
    if !truth.explains_all() && !trials.explain() {
        let singles = trials.all.len();
        // They are few, and come before the pairs take all the effort; but pairs have the preference.
        let weights = trials.run_apart(weights::candidates(&exhibits, &truth));
        trials.run(pairs(&trials.all));
        if !trials.explain() {
            trials.run(triples(job, &trials.all[singles..]));
        }
        trials.all.extend(weights);
    }
    let roles: Vec<Role> = evidence.iter().map(|evidence| evidence.role).collect();
    let seen_in_part =
        evidence.iter().filter(|evidence| evidence.follows == Follows::Unknown).map(|evidence| evidence.role).collect();
    Diagnosis { nodes: effort - trials.left, seen_in_part, ..trials.diagnosis(&truth, &roles) }
}

/// All pairs, those with the mistake that agrees longest first.
fn pairs(singles: &[Trial]) -> Vec<Explanation> {
    let mut singles: Vec<&Trial> = singles.iter().collect();
    singles.sort_by_key(|trial| Reverse(trial.agreement()));
    let mistakes: Vec<Mistake> = singles.iter().flat_map(|trial| trial.explanation.mistakes.iter()).collect();
    let mut pairs = Vec::new();
    for (place, &first) in mistakes.iter().enumerate() {
        let seconds = mistakes[place + 1..].iter().filter(|second| !first.excludes(**second));
        pairs.extend(seconds.map(|&second| Mistakes::from(first).with(second).into()));
    }
    pairs
}

/// A third on top of the pair that agrees longest.
fn triples(job: &Job, pairs: &[Trial]) -> Vec<Explanation> {
    let Some(longest) = longest(pairs.iter()) else { return Vec::new() };
    let pair = longest.explanation.mistakes;
    let is_compatible = |third: &Mistake| pair.iter().all(|mistake| mistake != *third && !mistake.excludes(*third));
    Mistake::of(&job.assignment).filter(is_compatible).map(|third| pair.with(third).into()).collect()
}

/// The trial that agrees longest; the first of several.
fn longest<'a>(trials: impl DoubleEndedIterator<Item = &'a Trial>) -> Option<&'a Trial> {
    // The last of the largest is the first of them in the reverse order.
    trials.rev().max_by_key(|trial| trial.agreement())
}

/// The trials so far.
struct Trials<'a> {
    exhibits: &'a Exhibits<'a>,
    /// The nodes that may still be visited.
    left: u64,
    all: Vec<Trial>,
    is_complete: bool,
}

impl Trials<'_> {
    /// Makes trials as long as the effort lasts.
    fn run(&mut self, explanations: impl IntoIterator<Item = Explanation>) {
        let trials = self.run_apart(explanations);
        self.all.extend(trials);
    }

    /// The same, where what comes of it is not yet to be counted.
    fn run_apart(&mut self, explanations: impl IntoIterator<Item = Explanation>) -> Vec<Trial> {
        let explanations: Vec<Explanation> = explanations.into_iter().collect();
        let mut trials = Vec::with_capacity(explanations.len());
        for batch in explanations.chunks(BATCH) {
            let (exhibits, left) = (self.exhibits, self.left);
            let one = |explanation: &Explanation| Trial::new(exhibits, explanation.clone(), left);
            for trial in batch.par_iter().map(one).collect::<Vec<Trial>>() {
                // What would not have been finished, one after the other, does not count.
                let Some(left) = self.left.checked_sub(trial.nodes) else {
                    self.left = 0;
                    self.is_complete = false;
                    return trials;
                };
                self.left = left;
                trials.push(trial);
            }
        }
        trials
    }

    /// Whether any explains all the files.
    fn explain(&self) -> bool {
        self.all.iter().any(Trial::explains_all)
    }

    /// What is to be said of files of these roles.
    fn diagnosis(self, truth: &Trial, roles: &[Role]) -> Diagnosis {
        let of_all = simplest(self.all.iter().filter(|trial| trial.explains_all()));
        let of_each = roles.iter().map(|&role| match truth.verdict(role) {
            FileMatch::Agrees => Vec::new(),
            _ => simplest(self.all.iter().filter(|trial| trial.verdict(role) == FileMatch::Agrees)),
        });
        let of_each = of_each.collect();
        let has_mistakes = |trial: &&Trial| trial.explanation.weights.is_empty();
        let nearest = longest(self.all.iter().filter(has_mistakes))
            .filter(|trial| of_all.is_empty() && trial.agreement() > truth.agreement())
            .and_then(|trial| {
                let differs = |role: &&Role| matches!(trial.verdict(**role), FileMatch::Differs(_));
                let role = *roles.iter().find(differs)?;
                let FileMatch::Differs(line) = trial.verdict(role) else { return None };
                Some(Nearest { explanation: trial.explanation.clone(), role, line })
            });
        let is_of_right_files = truth.explains_all();
        Diagnosis { of_each, of_all, nearest, is_of_right_files, is_complete: self.is_complete, ..Diagnosis::default() }
    }
}

/// Of some trials, those with the fewest mistakes; those with wrong weights only where there are no others.
fn simplest<'a>(trials: impl Iterator<Item = &'a Trial>) -> Vec<Explanation> {
    let explanations: Vec<&Explanation> = trials.map(|trial| &trial.explanation).collect();
    let size = |explanation: &Explanation| (!explanation.weights.is_empty(), explanation.mistakes.iter().count());
    let fewest = explanations.iter().map(|explanation| size(explanation)).min();
    explanations.into_iter().filter(|explanation| Some(size(explanation)) == fewest).cloned().collect()
}
