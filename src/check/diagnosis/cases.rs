//! The diagnosis of several cases of one student together: the smallest set of mistakes that explains all of them, and that
//! none contradicts.

use std::{cmp::Reverse, collections::HashSet};

use rayon::prelude::*;

use super::{
    Evidence, Explanation,
    laws::{CaseTrials, Code, Named},
    pairs,
    trial::{Effort, FileMatch, Trial},
    weights, with_one_more,
};
use crate::{
    assignment::{Job, OutputForm},
    check::{
        Checked, FileReport, Role,
        truth::{TruthText, truth_text},
    },
    mistakes::{Mistake, Mistakes},
};

/// A case of a student: the job, and what the check has found where its files are wrong, with their
/// [diagnosis](Checked::diagnose).
#[derive(Clone, Copy, Debug)]
pub struct StudentCase<'a> {
    /// The job.
    pub job: &'a Job,
    /// What the check has found; none where the files are right.
    pub wrong: Option<&'a Checked>,
}

/// What explains several cases of a student. Cases are known by their places in the list of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonDiagnosis {
    /// The smallest sets that explain all wrong cases or, if there is none, most of them.
    pub explained_by: Vec<Named>,
    /// The wrong cases that these sets do not explain.
    pub left: Vec<usize>,
    /// For each case, what explains all its files, and what explains each, without what another case contradicts.
    pub of_cases: Vec<CaseDiagnosis>,
    /// The cases that were not looked at to their end.
    pub unseen: Vec<usize>,
}

/// What explains a case among several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseDiagnosis {
    /// What explains all its files.
    pub of_all: Vec<Named>,
    /// What explains each of them.
    pub of_each: Vec<Vec<Named>>,
    /// Whether what comes nearest to it may be said.
    pub is_nearest_possible: bool,
}

impl<'a> StudentCase<'a> {
    /// What the check has found, where something else than the spelling is wrong.
    fn misunderstood(self) -> Option<&'a Checked> {
        let is_right = |file: &FileReport| file.is_same() || file.is_spelled_otherwise();
        self.wrong.filter(|checked| !checked.report.files.iter().all(is_right))
    }
}

/// The cases of a student, prepared for many trials.
struct Cases<'a> {
    cases: &'a [StudentCase<'a>],
    trials: Vec<CaseTrials<'a>>,
    /// The places of the wrong ones.
    wrong: Vec<usize>,
    effort: Effort,
    unseen: HashSet<usize>,
}

impl CommonDiagnosis {
    /// Finds the smallest set of mistakes, or of wrong weights, that explains every wrong case of a student; if there is none,
    /// those that explain most cases. What a case contradicts is not named, neither for all cases nor for one. About `effort`
    /// nodes are visited at most.
    pub fn of(cases: &[StudentCase], effort: u64) -> Self {
        let wrong: Vec<usize> = (0..cases.len()).filter(|&place| cases[place].misunderstood().is_some()).collect();
        if wrong.is_empty() {
            return Self { of_cases: vec![CaseDiagnosis::default(); cases.len()], ..Self::default() };
        }
        let truths: Vec<Vec<(Role, TruthText)>> =
            cases.par_iter().map(|case| right_files(*case, cases.len())).collect();
        let trials = cases.iter().zip(&truths).map(|(case, truth)| {
            let evidence: Vec<Evidence> = match case.misunderstood() {
                Some(checked) => checked.evidence(),
                None => truth.iter().map(|(role, text)| Evidence::new(*role, text.part())).collect(),
            };
            CaseTrials::new(case.job, &evidence)
        });
        let trials = trials.collect();
        let mut all = Cases { cases, trials, wrong, effort: Effort::new(effort), unseen: HashSet::new() };
        let found = all.explain();
        let (explained_by, explained) = all.best_of(&found);
        let of_cases = (0..cases.len()).map(|place| all.of_case(place)).collect();
        let left = all.wrong.iter().copied().filter(|place| !explained.contains(place)).collect();
        let mut unseen: Vec<usize> = all.unseen.into_iter().collect();
        unseen.sort_unstable();
        Self { explained_by, left, of_cases, unseen }
    }
}

/// The right files of a case whose files are right, or that are so apart from their spelling.
fn right_files(case: StudentCase, cases: usize) -> Vec<(Role, TruthText)> {
    if case.misunderstood().is_some() {
        return Vec::new();
    }
    let first = if case.job.assignment.output == OutputForm::Game { Role::Moves } else { Role::Board };
    let roles = if case.job.is_logged { vec![first, Role::Log] } else { vec![first] };
    roles.into_iter().map(|role| (role, truth_text(case.job, role, cases))).collect()
}

impl Cases<'_> {
    /// Tries sets on the wrong cases, single mistakes first; those that explain any.
    fn explain(&mut self) -> Vec<Explained> {
        let known: Mistakes =
            self.wrong.iter().flat_map(|&place| Mistake::of(&self.cases[place].job.assignment)).collect();
        let mut found = self.attempt(known.iter().map(Explanation::from).collect());
        if self.explains_all(&found) {
            return found;
        }
        let weights = self.weights();
        let weights = self.attempt(weights);
        let pairs = self.attempt(self.sets_and_pairs(known, &found));
        found.extend(pairs);
        if !self.explains_all(&found) {
            let best = found.iter().filter(|found| !found.explanation.mistakes.is_empty());
            let best = best.max_by_key(|found| (found.cases.len(), Reverse(found.explanation.mistakes.iter().count())));
            let sets = best.map_or_else(Vec::new, |best| with_one_more(best.explanation.mistakes, known));
            let sets = self.attempt(sets);
            found.extend(sets);
        }
        found.extend(weights);
        found
    }

    fn attempt(&mut self, sets: Vec<Explanation>) -> Vec<Explained> {
        let Self { trials, wrong, effort, .. } = self;
        let mut found =
            effort.spend(sets, |set, left| Explained::new(trials, wrong, set, left), |explained| explained.nodes);
        found.retain(|explained| !explained.cases.is_empty());
        found
    }

    /// Whether a set explains all wrong cases, and none contradicts it.
    fn explains_all(&mut self, found: &[Explained]) -> bool {
        let wrong = self.wrong.len();
        let mut all = found.iter().filter(|found| found.cases.len() == wrong);
        all.any(|found| self.name(&found.explanation, &found.cases).1.len() == wrong)
    }

    /// A set as it may be named for some of the cases that it explains, and these cases: those whose code no case contradicts.
    fn name(&mut self, set: &Explanation, explained: &[usize]) -> (Option<Named>, Vec<usize>) {
        let mut contradicted = Vec::new();
        for place in 0..self.cases.len() {
            let judgement = self.trials[place].judge(set, self.effort.left);
            self.effort.left = self.effort.left.saturating_sub(judgement.nodes);
            if judgement.contradicts {
                contradicted.push(Code::of(set, self.cases[place].job));
            } else if !judgement.is_whole {
                self.unseen.insert(place);
            }
        }
        let code = |place: &usize| Code::of(set, self.cases[*place].job);
        let left: Vec<usize> = explained.iter().copied().filter(|place| !contradicted.contains(&code(place))).collect();
        let named = left.first().map(|first| Named {
            explanation: set.clone(),
            evidence: left
                .iter()
                .map(|&place| self.trials[place].evidence(&set.possible_for(self.cases[place].job)))
                .sum(),
            only: code(first).limit(&contradicted),
        });
        (named, left)
    }

    /// The smallest of the sets that explain most cases and may be named, and the cases that they explain.
    fn best_of(&mut self, found: &[Explained]) -> (Vec<Named>, Vec<usize>) {
        let mut ordered: Vec<&Explained> = found.iter().collect();
        ordered.sort_by_key(|found| found.rank());
        let mut best: Vec<(usize, Named, Vec<u64>)> = Vec::new();
        let mut explained: Vec<usize> = Vec::new();
        for set in ordered {
            let size = set.size();
            let is_worse = |(best, ..): &(usize, Named, Vec<u64>)| {
                set.cases.len() < explained.len() || set.cases.len() == explained.len() && size > *best
            };
            if best.first().is_some_and(is_worse) {
                break;
            }
            let (Some(named), cases) = self.name(&set.explanation, &set.cases) else { continue };
            let is_better = |(best, ..): &(usize, Named, Vec<u64>)| {
                (Reverse(cases.len()), size) < (Reverse(explained.len()), *best)
            };
            if best.first().is_none_or(is_better) {
                best.clear();
                explained.clone_from(&cases);
            }
            // Sets that explain as many cases, and other ones, would need other words.
            if best.first().is_none_or(|(best, ..)| *best == size) && cases == explained {
                let agreement = self.agreement(&set.explanation, &cases);
                best.push((size, named, agreement));
            }
        }
        // A set that parts from all other cases earlier than another is no alternative to it.
        let is_behind =
            |one: &[u64], other: &[u64]| !one.is_empty() && one.iter().zip(other).all(|(one, other)| one < other);
        let names = best.iter().filter(|(.., own)| !best.iter().any(|(.., other)| is_behind(own, other)));
        (names.map(|(_, named, _)| named.clone()).collect(), explained)
    }

    /// How long a set agrees with the wrong cases that it does not explain: the lines of their logs.
    fn agreement(&self, set: &Explanation, explained: &[usize]) -> Vec<u64> {
        let others = self.wrong.iter().filter(|place| !explained.contains(place));
        let lines = |&place: &usize| {
            let possible = set.possible_for(self.cases[place].job);
            match Trial::of_one(&self.trials[place].exhibits, possible, Role::Log, self.effort.left).log {
                FileMatch::Differs(line) => line,
                FileMatch::Agrees => u64::MAX,
                FileMatch::Unknown => 0,
            }
        };
        others.map(lines).collect()
    }

    /// What explains a case by itself, as far as no other contradicts it.
    fn of_case(&mut self, place: usize) -> CaseDiagnosis {
        let diagnosis = self.cases[place].misunderstood().and_then(|checked| checked.report.diagnosis.as_ref());
        let Some(diagnosis) = diagnosis else { return CaseDiagnosis::default() };
        let mut names = |sets: &[Named]| -> Vec<Named> {
            sets.iter()
                .filter_map(|set| {
                    let (named, _) = self.name(&set.explanation, &[place]);
                    Some(Named { evidence: set.evidence, ..named? })
                })
                .collect()
        };
        let of_all = names(&diagnosis.of_all);
        let of_each = diagnosis.of_each.iter().map(|sets| names(sets)).collect();
        let nearest = diagnosis.nearest.as_ref().map(|nearest| nearest.explanation.clone());
        let is_nearest_possible = nearest.is_none_or(|nearest| self.name(&nearest, &[place]).0.is_some());
        CaseDiagnosis { of_all, of_each, is_nearest_possible }
    }

    /// The wrong weights that are possible in any case: those that are so in all are found by trying them.
    fn weights(&self) -> Vec<Explanation> {
        let mut all: Vec<Explanation> = Vec::new();
        for &place in &self.wrong {
            let trials = &self.trials[place];
            for candidate in weights::candidates(&trials.exhibits, trials.truth()) {
                if !all.contains(&candidate) {
                    all.push(candidate);
                }
            }
        }
        all
    }

    /// The sets of two and more that explain a case by themselves, then all pairs: first those of mistakes that explain most
    /// cases.
    fn sets_and_pairs(&self, known: Mistakes, singles: &[Explained]) -> Vec<Explanation> {
        let diagnoses = self.wrong.iter().filter_map(|&place| self.cases[place].wrong?.report.diagnosis.as_ref());
        let of_cases = diagnoses.flat_map(|diagnosis| &diagnosis.of_all).map(|named| named.explanation.mistakes);
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
}

/// The cases that a set explains, by their places.
#[derive(Clone, Debug)]
struct Explained {
    explanation: Explanation,
    cases: Vec<usize>,
    nodes: u64,
}

impl Explained {
    /// Tries a set on the wrong cases. In each assignment, those of its mistakes are made that the assignment knows.
    fn new(trials: &[CaseTrials], wrong: &[usize], explanation: Explanation, effort: u64) -> Self {
        let mut explained = Self { explanation, cases: Vec::new(), nodes: 0 };
        for &place in wrong {
            let exhibits = &trials[place].exhibits;
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

    /// How large the set is. Wrong weights come after mistakes.
    fn size(&self) -> usize {
        let Explanation { mistakes, weights } = &self.explanation;
        mistakes.iter().count() + 1000 * weights.len()
    }

    /// How few cases it explains, and how large the set is.
    fn rank(&self) -> impl Ord + use<> {
        (Reverse(self.cases.len()), self.size())
    }
}
