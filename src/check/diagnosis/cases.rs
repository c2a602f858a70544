//! The diagnosis of several cases of one student together: the smallest set of mistakes that explains all of them.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::{Evidence, Explanation, evidence::Exhibits, trial::Trial, weights};
use crate::{
    assignment::Job,
    mistakes::{JobFiles, Mistake, MistakenJob, Mistakes},
};

/// A wrong case of a student: the job, what was handed in, and what is known of this case by itself.
#[derive(Debug)]
pub struct WrongCase<'a> {
    /// The job.
    pub job: &'a Job,
    /// The files.
    pub evidence: Vec<Evidence<'a>>,
    /// What explains these files alone.
    pub explained_by: &'a [Explanation],
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
    /// The same in the light of the cases that are right: sets with which a program would write something else there are
    /// left out. Where that leaves none, all stay, and the diagnosis says how many right cases contradict the first set.
    pub fn weighed(mut self, right: &[&Job]) -> Self {
        self.contradicted_by = weigh(&mut self.explained_by, right);
        self
    }
}

/// Leaves out explanations with which a program would not write what is right in some cases. Where that leaves none, all
/// stay, and the number of the right cases in which the first of them would write something else is returned.
pub fn weigh(explanations: &mut Vec<Explanation>, right: &[&Job]) -> usize {
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
    let counts: Vec<usize> = explanations.par_iter().map(contradictions).collect();
    if counts.contains(&0) {
        let mut counts = counts.into_iter();
        explanations.retain(|_| counts.next() == Some(0));
        return 0;
    }
    counts.first().copied().unwrap_or(0)
}

/// How many sets are tried side by side, so that what comes of it does not depend on the machine.
const BATCH: usize = 32;

/// Finds the smallest set of mistakes, or of wrong weights, that explains every wrong case; if there is none, those that
/// explain most cases. About `effort` nodes are visited at most.
pub fn diagnose_cases(cases: &[WrongCase], effort: u64) -> CommonDiagnosis {
    let exhibits: Vec<Exhibits> = cases.iter().map(|case| Exhibits::new(case.job, &case.evidence)).collect();
    let mut search = CaseSearch { cases, exhibits: &exhibits, left: effort, found: Vec::new() };
    let known: Mistakes = cases.iter().flat_map(|case| Mistake::of(&case.job.assignment)).collect();
    search.run(&known.iter().map(Explanation::from).collect::<Vec<_>>());
    if !search.explains_all() {
        let weights = weights_of(cases, &exhibits);
        let apart = search.run_apart(&weights);
        search.run(&pairs(cases, known, &search.found));
        if !search.explains_all() {
            let best = search.found.iter().filter(|found| !found.explanation.mistakes.is_empty());
            let best = best.max_by_key(|found| (found.count(), Reverse(found.explanation.mistakes.iter().count())));
            let sets = best.map_or_else(Vec::new, |best| with_one_more(best.explanation.mistakes, known));
            search.run(&sets);
        }
        search.found.extend(apart);
    }
    search.result()
}

/// The cases that a set explains, by their places.
#[derive(Clone, Debug)]
struct Explained {
    explanation: Explanation,
    cases: Vec<usize>,
    nodes: u64,
}

impl Explained {
    fn count(&self) -> usize {
        self.cases.len()
    }
}

struct CaseSearch<'a> {
    cases: &'a [WrongCase<'a>],
    exhibits: &'a [Exhibits<'a>],
    left: u64,
    found: Vec<Explained>,
}

impl CaseSearch<'_> {
    fn run(&mut self, sets: &[Explanation]) {
        let found = self.run_apart(sets);
        self.found.extend(found);
    }

    /// Tries some sets on all cases, as long as the effort lasts. Those that explain no case are left out.
    fn run_apart(&mut self, sets: &[Explanation]) -> Vec<Explained> {
        let mut found = Vec::new();
        for batch in sets.chunks(BATCH) {
            let left = self.left;
            for explained in batch.par_iter().map(|set| self.explained(set, left)).collect::<Vec<_>>() {
                let Some(rest) = self.left.checked_sub(explained.nodes) else {
                    self.left = 0;
                    return found;
                };
                self.left = rest;
                if explained.count() > 0 {
                    found.push(explained);
                }
            }
        }
        found
    }

    /// The cases that a set explains. In each year, those of its mistakes are made that the year knows.
    fn explained(&self, set: &Explanation, effort: u64) -> Explained {
        let mut explained = Explained { explanation: set.clone(), cases: Vec::new(), nodes: 0 };
        for (place, (case, exhibits)) in self.cases.iter().zip(self.exhibits).enumerate() {
            let possible = set.possible_for(case.job);
            if possible == Explanation::default() {
                continue;
            }
            let most_nodes = effort.saturating_sub(explained.nodes);
            let trial = Trial::new(exhibits, possible, most_nodes);
            explained.nodes += trial.nodes;
            if trial.explains_all() {
                explained.cases.push(place);
            }
        }
        explained
    }

    fn explains_all(&self) -> bool {
        self.found.iter().any(|found| found.count() == self.cases.len())
    }

    /// The smallest of the sets that explain most cases. Wrong weights come after mistakes.
    fn result(&self) -> CommonDiagnosis {
        let size = |set: &Explanation| (!set.weights.is_empty(), set.mistakes.iter().count(), set.weights.len());
        let best = self.found.iter().map(|found| (Reverse(found.count()), size(&found.explanation))).min();
        let of_best: Vec<&Explained> = self
            .found
            .iter()
            .filter(|found| Some((Reverse(found.count()), size(&found.explanation))) == best)
            .collect();
        let Some(first) = of_best.first() else {
            return CommonDiagnosis { left: (0..self.cases.len()).collect(), ..CommonDiagnosis::default() };
        };
        // Sets that explain as many cases, and other ones, would need other words.
        let alike = of_best.iter().filter(|found| found.cases == first.cases);
        CommonDiagnosis {
            explained_by: alike.map(|found| found.explanation.clone()).collect(),
            left: (0..self.cases.len()).filter(|place| !first.cases.contains(place)).collect(),
            contradicted_by: 0,
        }
    }
}

/// The wrong weights that are possible in any case: those that are so in all are found by trying them.
fn weights_of(cases: &[WrongCase], exhibits: &[Exhibits]) -> Vec<Explanation> {
    let mut all: Vec<Explanation> = Vec::new();
    for (_, exhibits) in cases.iter().zip(exhibits) {
        for candidate in weights::candidates(exhibits, &Trial::truth(exhibits)) {
            if !all.contains(&candidate) {
                all.push(candidate);
            }
        }
    }
    all
}

/// The sets of two and more that explain a case by themselves, then all pairs: first those of mistakes that explain most
/// cases.
fn pairs(cases: &[WrongCase], known: Mistakes, singles: &[Explained]) -> Vec<Explanation> {
    let mut sets: Vec<Mistakes> = Vec::new();
    let of_cases = cases.iter().flat_map(|case| case.explained_by).map(|explanation| explanation.mistakes);
    for set in of_cases.filter(|set| set.iter().count() > 1) {
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    let count = |mistake: Mistake| {
        let single = singles.iter().find(|found| found.explanation.mistakes == mistake.into());
        single.map_or(0, Explained::count)
    };
    let mut ordered: Vec<Mistake> = known.iter().collect();
    ordered.sort_by_key(|mistake| Reverse(count(*mistake)));
    for (place, &first) in ordered.iter().enumerate() {
        for &second in ordered[place + 1..].iter().filter(|second| !first.excludes(**second)) {
            let set = Mistakes::from(first).with(second);
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
    }
    sets.into_iter().map(Explanation::from).collect()
}

/// A set with each of the other mistakes.
fn with_one_more(set: Mistakes, known: Mistakes) -> Vec<Explanation> {
    let is_compatible = |more: &Mistake| set.iter().all(|mistake| mistake != *more && !mistake.excludes(*more));
    known.iter().filter(is_compatible).map(|more| set.with(more).into()).collect()
}
