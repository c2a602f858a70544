//! The diagnosis of several cases of one student together: the smallest set of mistakes that explains all of them.

use std::{cmp::Reverse, collections::HashSet};

use rayon::prelude::*;

use super::{
    Evidence, Explanation,
    evidence::Exhibits,
    pairs,
    trial::{Effort, Trial},
    weights, with_one_more,
};
use crate::{
    assignment::Job,
    check::Checked,
    mistakes::{JobFiles, Mistake, MistakenJob, Mistakes},
};

/// A wrong case of a student.
#[derive(Clone, Copy, Debug)]
pub struct WrongCase<'a> {
    /// The job.
    pub job: &'a Job,
    /// What the check has found of its files, with their [diagnosis](Checked::diagnose).
    pub checked: &'a Checked,
}

/// What explains several wrong cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonDiagnosis {
    /// The smallest sets that explain all cases or, if there is none, most of them.
    pub explained_by: Vec<Explanation>,
    /// The cases that these sets do not explain, by their places in the list of wrong cases.
    pub left: Vec<usize>,
    /// The right cases in which a program with the first of these sets would write something else.
    pub contradicted_by: usize,
}

impl CommonDiagnosis {
    /// Finds the smallest set of mistakes, or of wrong weights, that explains every wrong case of a student; if there is none,
    /// those that explain most cases. Sets with which a program would not write what the student wrote in the `right` cases
    /// give way to sets with which it would. About `effort` nodes are visited at most.
    pub fn of(right: &[&Job], wrong: &[WrongCase], effort: u64) -> Self {
        let mut common = match wrong {
            [] => Self::default(),
            // Its own diagnosis has tried the same sets.
            [only] => {
                let explained_by = only.explained_by().to_vec();
                let left = if explained_by.is_empty() { vec![0] } else { Vec::new() };
                Self { explained_by, left, contradicted_by: 0 }
            }
            _ => explain_cases(wrong, effort),
        };
        common.weigh(right);
        common
    }

    /// Leaves out explanations with which a program would not write what is right in some cases. Where that leaves none, all
    /// stay, and the right cases in which the first of them would write something else are counted.
    pub fn weigh(&mut self, right: &[&Job]) {
        let truths: Vec<(&Job, JobFiles)> = right
            .iter()
            .filter_map(|&job| Some((job, JobFiles::new(job, &MistakenJob::new(job, Mistakes::NONE, &[])).ok()?)))
            .collect();
        let contradictions = |explanation: &Explanation| {
            let is_contradicted = |(job, truth): &&(&Job, JobFiles)| {
                let Explanation { mistakes, weights } = explanation.possible_for(job);
                JobFiles::new(job, &MistakenJob::new(job, mistakes, &weights)).as_ref() != Ok(truth)
            };
            truths.iter().filter(is_contradicted).count()
        };
        let counts: Vec<usize> = self.explained_by.par_iter().map(contradictions).collect();
        self.contradicted_by = counts.first().copied().unwrap_or(0);
        if counts.contains(&0) {
            let mut counts = counts.into_iter();
            self.explained_by.retain(|_| counts.next() == Some(0));
            self.contradicted_by = 0;
        }
    }
}

impl WrongCase<'_> {
    /// What explains the files of this case alone.
    pub fn explained_by(&self) -> &[Explanation] {
        self.checked.report.diagnosis.as_ref().map_or(&[], |diagnosis| &diagnosis.of_all)
    }
}

/// Finds the sets that explain most of some wrong cases.
fn explain_cases(cases: &[WrongCase], effort: u64) -> CommonDiagnosis {
    let evidence: Vec<Vec<Evidence>> = cases.iter().map(|case| case.checked.evidence()).collect();
    let exhibits: Vec<Exhibits> =
        cases.iter().zip(&evidence).map(|(case, evidence)| Exhibits::new(case.job, evidence)).collect();
    let mut effort = Effort::new(effort);
    let mut attempt = |sets: Vec<Explanation>| {
        let mut found =
            effort.spend(sets, |set, left| Explained::new(&exhibits, set, left), |explained| explained.nodes);
        found.retain(|explained| !explained.cases.is_empty());
        found
    };
    let explain_all = |found: &[Explained]| found.iter().any(|found| found.cases.len() == cases.len());
    let known: Mistakes = cases.iter().flat_map(|case| Mistake::of(&case.job.assignment)).collect();
    let mut found = attempt(known.iter().map(Explanation::from).collect());
    if !explain_all(&found) {
        let weights = attempt(weights_of(&exhibits));
        found.extend(attempt(sets_and_pairs(cases, known, &found)));
        if !explain_all(&found) {
            let best = found.iter().filter(|found| !found.explanation.mistakes.is_empty());
            let best = best.max_by_key(|found| (found.cases.len(), Reverse(found.explanation.mistakes.iter().count())));
            let sets = best.map_or_else(Vec::new, |best| with_one_more(best.explanation.mistakes, known));
            found.extend(attempt(sets));
        }
        found.extend(weights);
    }
    best_of(&found, cases.len())
}

/// The cases that a set explains, by their places.
#[derive(Clone, Debug)]
struct Explained {
    explanation: Explanation,
    cases: Vec<usize>,
    nodes: u64,
}

impl Explained {
    /// Tries a set on all cases. In each year, those of its mistakes are made that the year knows.
    fn new(cases: &[Exhibits], explanation: Explanation, effort: u64) -> Self {
        let mut explained = Self { explanation, cases: Vec::new(), nodes: 0 };
        for (place, exhibits) in cases.iter().enumerate() {
            let possible = explained.explanation.possible_for(exhibits.job);
            if possible == Explanation::default() {
                continue;
            }
            let trial = Trial::new(exhibits, possible, effort.saturating_sub(explained.nodes));
            explained.nodes += trial.nodes;
            explained.cases.extend(trial.explains_all().then_some(place));
        }
        explained
    }

    /// How few cases it explains, and how large the set is. Wrong weights come after mistakes.
    fn rank(&self) -> impl Ord + use<> {
        let Explanation { mistakes, weights } = &self.explanation;
        (Reverse(self.cases.len()), !weights.is_empty(), mistakes.iter().count(), weights.len())
    }
}

/// The smallest of the sets that explain most of so many cases.
fn best_of(found: &[Explained], cases: usize) -> CommonDiagnosis {
    // The first of the smallest.
    let first = found.iter().min_by_key(|found| found.rank());
    let explained = first.map_or(&[][..], |first| &first.cases);
    // Sets that explain as many cases, and other ones, would need other words.
    let is_alike =
        |found: &&Explained| first.is_some_and(|first| found.rank() == first.rank()) && found.cases == explained;
    CommonDiagnosis {
        explained_by: found.iter().filter(is_alike).map(|found| found.explanation.clone()).collect(),
        left: (0..cases).filter(|place| !explained.contains(place)).collect(),
        contradicted_by: 0,
    }
}

/// The wrong weights that are possible in any case: those that are so in all are found by trying them.
fn weights_of(cases: &[Exhibits]) -> Vec<Explanation> {
    let mut all: Vec<Explanation> = Vec::new();
    for candidate in cases.iter().flat_map(|exhibits| weights::candidates(exhibits, &Trial::truth(exhibits))) {
        if !all.contains(&candidate) {
            all.push(candidate);
        }
    }
    all
}

/// The sets of two and more that explain a case by themselves, then all pairs: first those of mistakes that explain most
/// cases.
fn sets_and_pairs(cases: &[WrongCase], known: Mistakes, singles: &[Explained]) -> Vec<Explanation> {
    let of_cases = cases.iter().flat_map(WrongCase::explained_by).map(|explanation| explanation.mistakes);
    let count = |mistake: &Mistake| {
        let single = singles.iter().find(|found| found.explanation.mistakes == (*mistake).into());
        single.map_or(0, |found| found.cases.len())
    };
    let mut ordered: Vec<Mistake> = known.iter().collect();
    ordered.sort_by_key(|mistake| Reverse(count(mistake)));
    let mut tried = HashSet::new();
    let sets = of_cases.filter(|set| set.iter().count() > 1).chain(pairs(&ordered));
    sets.filter(|set| tried.insert(*set)).map(Explanation::from).collect()
}
