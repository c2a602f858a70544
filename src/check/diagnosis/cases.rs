//! The diagnosis of several cases of one student together: the smallest set of mistakes that explains all of them, and that
//! none contradicts.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use rayon::prelude::*;

use super::{
    Diagnosis, Evidence, Explanation, FaultLocation,
    laws::{CaseTrials, Code, Judgement, Named, weakest_member},
    pairs,
    trial::{Effort, FileMatch, Trial},
    weights, with_one_more,
};
use crate::{
    Checked, Role,
    truth::{TruthText, truth_text},
};
use reversi_core::games::reversi::Position;
use reversi_course::{
    assignment::{Job, OutputForm},
    mistakes::{Mistake, Mistakes},
};

/// A case of a student: the job, and what the check has found where its files are wrong, with their
/// [diagnosis](Checked::diagnose).
#[derive(Debug)]
pub struct StudentCase<'a> {
    pub job: &'a Job,
    /// What the check has found; none where the files are right.
    pub wrong: Option<&'a mut Checked>,
}

/// What explains several cases of a student. Cases are known by their places in the list of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonDiagnosis {
    /// The smallest sets that explain all wrong cases or, if there is none, most of them.
    pub explained_by: Vec<Named>,
    /// The wrong cases that these sets do not explain.
    pub left: Vec<usize>,
    /// Where several sets rest on little: a case, and a board of its game on which the first two write different files.
    pub told_apart_by: Option<(usize, Position)>,
    /// The cases that were not looked at to their end: what they have there may contradict what is named.
    pub unseen: Vec<usize>,
    /// Where the fault lies, whether or not it has a name.
    pub location: FaultLocation,
}

impl CommonDiagnosis {
    /// Finds the smallest set of mistakes, or of wrong weights, that explains every wrong case of a student; if there is none,
    /// those that explain most cases. What a case contradicts is not named, neither for all cases nor for one: it is taken
    /// out of the diagnoses of the cases. About `effort` nodes are visited at most.
    pub fn of(cases: &mut [StudentCase], effort: u64) -> Self {
        let located: Vec<_> = cases.iter().map(|case| (case.job, case.wrong.as_deref())).collect();
        let location = FaultLocation::of(&located);
        // Right files are searched once more, but only beside wrong ones.
        if cases.iter().all(|case| case.wrong.as_ref().is_none_or(|checked| checked.report.is_right())) {
            return Self { location, ..Self::default() };
        }
        let seen: Vec<SeenCase> =
            cases.iter().map(|case| SeenCase::new(case.job, case.wrong.as_deref(), cases.len())).collect();
        let is_searched = |case: &SeenCase| case.diagnosis().is_none_or(|diagnosis| diagnosis.other_input.is_none());
        let wrong: Vec<usize> =
            (0..cases.len()).filter(|&place| seen[place].wrong.is_some() && is_searched(&seen[place])).collect();
        if wrong.is_empty() {
            return Self { location, ..Self::default() };
        }
        let trials = seen.par_iter().map(SeenCase::trials).collect();
        let for_laws = effort / 8;
        let effort = Effort::new(effort - for_laws);
        let mut all = Cases { seen: &seen, trials, wrong, effort, for_laws, judged: HashMap::new() };
        let common = all.explain();
        let diagnoses: Vec<Option<Diagnosis>> = (0..seen.len()).map(|place| all.of_case(place, &common)).collect();
        drop(all);
        drop(seen);
        for (case, diagnosis) in cases.iter_mut().zip(diagnoses) {
            if let Some((checked, diagnosis)) = case.wrong.as_mut().zip(diagnosis) {
                checked.report.diagnosis = Some(diagnosis);
            }
        }
        Self { location, ..common }
    }
}

/// A case as it is looked at: its files or, where these are right or spelled otherwise only, the right ones.
struct SeenCase<'a> {
    job: &'a Job,
    wrong: Option<&'a Checked>,
    truth: Vec<(Role, TruthText)>,
}

impl<'a> SeenCase<'a> {
    /// One of so many cases.
    fn new(job: &'a Job, wrong: Option<&'a Checked>, cases: usize) -> Self {
        let wrong = wrong.filter(|checked| !checked.report.is_right());
        let first = if job.assignment.output == OutputForm::Game { Role::Moves } else { Role::Board };
        let roles = [Some(first), job.is_logged.then_some(Role::Log)].into_iter().flatten();
        let roles: Vec<Role> = if wrong.is_none() { roles.collect() } else { Vec::new() };
        let truth = roles.into_iter().map(|role| (role, truth_text(job, role, cases))).collect();
        Self { job, wrong, truth }
    }

    fn trials(&self) -> CaseTrials<'_> {
        let evidence: Vec<Evidence> = match self.wrong {
            // How a moves file is spelled is told beside what explains it.
            Some(checked) => checked.evidence().into_iter().map(Evidence::read_through_spelling).collect(),
            None => self.truth.iter().map(|(role, text)| Evidence::new(*role, text.part())).collect(),
        };
        CaseTrials::new(self.job, &evidence)
    }

    /// What is known of its files by themselves.
    fn diagnosis(&self) -> Option<&Diagnosis> {
        self.wrong?.report.diagnosis.as_ref()
    }
}

/// The cases of a student, prepared for many trials.
struct Cases<'a> {
    seen: &'a [SeenCase<'a>],
    trials: Vec<CaseTrials<'a>>,
    /// The places of the wrong ones.
    wrong: Vec<usize>,
    /// What may be spent on finding sets that explain cases.
    effort: Effort,
    /// What may be spent on finding out whether they may be named.
    for_laws: u64,
    /// Which cases contradict a set, by its names.
    judged: HashMap<Vec<String>, Vec<Judgement>>,
}

/// A set as it may be named.
struct Candidate {
    named: Named,
    /// The cases that it explains and whose code no case contradicts.
    cases: Vec<usize>,
    /// How far it agrees with the other wrong cases: the first line of each log that differs.
    agreement: Vec<u64>,
    unseen: Vec<usize>,
    /// In how many cases the same code has another fault in the very place where the set would show first.
    others: usize,
}

impl Cases<'_> {
    /// Tries sets on the wrong cases, single mistakes first, until one explains all of them.
    fn explain(&mut self) -> CommonDiagnosis {
        let mut found: Vec<Explained> = Vec::new();
        let mut best = Vec::new();
        if let [only] = self.wrong[..] {
            // Its own diagnosis has tried the same sets.
            let sets = self.seen[only].diagnosis().map_or(&[][..], |diagnosis| &diagnosis.explained_by);
            found.extend(sets.iter().map(|set| Explained::by(set.explanation.clone(), vec![only])));
            best = self.best_of(&found);
        }
        if best.is_empty() {
            found = self.singles();
            best = self.best_of(&found);
        }
        if !self.explains_all(&best) {
            let known = self.known();
            let weights = self.attempt(self.weights());
            found.extend(self.attempt(self.sets_and_pairs(known, &found)));
            best = self.best_of(&found);
            if !self.explains_all(&best) {
                let largest = found.iter().filter(|found| !found.set.mistakes.is_empty());
                let largest =
                    largest.max_by_key(|found| (found.cases.len(), Reverse(found.set.mistakes.iter().count())));
                let sets = largest.map_or_else(Vec::new, |set| with_one_more(set.set.mistakes, known));
                found.extend(self.attempt(sets));
                found.extend(weights);
                best = self.best_of(&found);
            }
        }
        let explained = best.first().map_or(&[][..], |best| &best.cases);
        let mut unseen: Vec<usize> = best.iter().flat_map(|candidate| candidate.unseen.clone()).collect();
        unseen.sort_unstable();
        unseen.dedup();
        let told_apart_by = match &best[..] {
            [one, other, ..] if one.named.is_thin() => one.cases.first().and_then(|&place| {
                let mut budget = self.trials[place].exhibits.budget(self.for_laws);
                let sets = [&one.named.explanation, &other.named.explanation];
                Some((place, self.trials[place].told_apart(sets, &mut budget)?))
            }),
            _ => None,
        };
        CommonDiagnosis {
            location: FaultLocation::default(),
            told_apart_by,
            left: self.wrong.iter().copied().filter(|place| !explained.contains(place)).collect(),
            unseen,
            explained_by: best.into_iter().map(|candidate| candidate.named).collect(),
        }
    }

    /// The mistakes that can be made in any wrong case.
    fn known(&self) -> Mistakes {
        self.wrong.iter().flat_map(|&place| Mistake::of(&self.seen[place].job.assignment)).collect()
    }

    fn singles(&mut self) -> Vec<Explained> {
        self.attempt(self.known().iter().map(Explanation::from).collect())
    }

    /// Tries sets, as long as the effort lasts; returns those that explain any case.
    fn attempt(&mut self, sets: Vec<Explanation>) -> Vec<Explained> {
        let Self { trials, wrong, effort, .. } = self;
        let mut found =
            effort.spend(sets, |set, left| Explained::new(trials, wrong, set, left), |explained| explained.nodes);
        found.retain(|explained| !explained.cases.is_empty());
        found
    }

    /// True if candidates explain all wrong cases.
    fn explains_all(&self, best: &[Candidate]) -> bool {
        best.first().is_some_and(|first| first.cases.len() == self.wrong.len())
    }

    /// Which cases contradict a set.
    fn judge(&mut self, set: &Explanation) -> Vec<Judgement> {
        if let Some(known) = self.judged.get(&set.names()) {
            return known.clone();
        }
        let left = self.for_laws;
        let judgements: Vec<Judgement> = self.trials.par_iter().map(|case| case.judge(set, left)).collect();
        let nodes: u64 = judgements.iter().map(|judgement| judgement.nodes).sum();
        self.for_laws = left.saturating_sub(nodes);
        self.judged.insert(set.names(), judgements.clone());
        judgements
    }

    /// A set as it may be named for some of the cases that it explains: for those whose code no case contradicts, and that are
    /// told by one limit from what contradicts it.
    fn candidate(&mut self, set: &Explanation, explained: &[usize]) -> Option<Candidate> {
        let judgements = self.judge(set);
        let code = |place: &usize| Code::of(set, self.seen[*place].job);
        let places = || (0..).zip(&judgements);
        let contradicted = places().filter(|(_, judgement)| judgement.contradicts);
        let contradicted: Vec<Code> = contradicted.map(|(place, _)| code(&place)).collect();
        let limit = |place: &usize| code(place).limit(&contradicted);
        let free: Vec<usize> = explained.iter().copied().filter(|place| !contradicted.contains(&code(place))).collect();
        let only = limit(free.first()?);
        let cases = free.into_iter().filter(|place| limit(place) == only).collect();
        let is_own = |place: &usize| explained.iter().any(|own| code(own) == code(place));
        let others = places().filter(|(place, judgement)| judgement.has_other_fault && is_own(place)).count();
        let unseen = places().filter(|(_, judgement)| judgement.is_unseen && !judgement.contradicts);
        let unseen = unseen.map(|(place, _)| place).collect();
        Some(Candidate {
            named: Named {
                is_open: explained.iter().all(|&place| set.is_open_in(self.seen[place].job)),
                explanation: set.clone(),
                evidence: 0,
                weakest: None,
                only,
            },
            cases,
            agreement: Vec::new(),
            unseen,
            others,
        })
    }

    /// The smallest of the sets that explain most cases and may be named, with what they rest on.
    fn best_of(&mut self, found: &[Explained]) -> Vec<Candidate> {
        let mut ordered: Vec<&Explained> = found.iter().collect();
        ordered.sort_by_key(|found| (Reverse(found.cases.len()), found.size()));
        let mut best: Vec<Candidate> = Vec::new();
        let mut rank = (Reverse(1), usize::MAX);
        for set in ordered {
            // What a part of a set explains as well, the whole does not.
            let is_part = |part: &Explained| {
                part.set != set.set
                    && part.set.is_part_of(&set.set)
                    && set.cases.iter().all(|place| part.cases.contains(place))
            };
            if found.iter().any(is_part) {
                continue;
            }
            // What has not been compared with all cases is not named.
            if self.for_laws == 0 || (Reverse(set.cases.len()), set.size()) > rank {
                break;
            }
            let Some(candidate) = self.candidate(&set.set, &set.cases) else { continue };
            let own = (Reverse(candidate.cases.len()), set.size());
            let jobs: Vec<&Job> = candidate.cases.iter().map(|&place| self.seen[place].job).collect();
            // As many cases speak against it.
            if !weights::is_plausible(&set.set, &jobs)
                || candidate.others >= candidate.cases.len()
                || self.is_thin_and_leaves_cases(&set.set, &candidate.cases)
            {
                continue;
            }
            if own < rank {
                best.clear();
                rank = own;
            }
            if own == rank {
                best.push(candidate);
            }
        }
        for candidate in &mut best {
            candidate.agreement = self.agreement(&candidate.named.explanation, &candidate.cases);
        }
        best.sort_by_key(|candidate| {
            Reverse(candidate.agreement.iter().fold(0_u64, |sum, line| sum.saturating_add(*line)))
        });
        // Sets that explain other cases would need other words; one that parts from all other cases earlier is no alternative.
        let is_behind =
            |one: &[u64], other: &[u64]| !one.is_empty() && one.iter().zip(other).all(|(one, other)| one < other);
        if let Some(first) = best.first() {
            let (cases, agreement) = (first.cases.clone(), first.agreement.clone());
            best.retain(|candidate| candidate.cases == cases && !is_behind(&candidate.agreement, &agreement));
        }
        for Candidate { named, cases, .. } in &mut best {
            named.evidence = self.evidence(&named.explanation, cases);
            let weakest = self.weakest_member(&named.explanation, cases);
            named.weakest = weakest.filter(|(_, places)| *places <= Named::THIN);
        }
        best
    }

    /// Whether a set leaves wrong cases of the same code unexplained, and what it explains rests on little: all of it, or what
    /// one of its members adds to the others. Such a set, or such a member, may well be another mistake.
    fn is_thin_and_leaves_cases(&mut self, set: &Explanation, explained: &[usize]) -> bool {
        let code = |place: &usize| Code::of(set, self.seen[*place].job);
        let is_left =
            |place: &&usize| !explained.contains(place) && explained.iter().any(|own| code(own) == code(place));
        if !self.wrong.iter().any(|place| is_left(&place)) {
            return false;
        }
        let adds_little = |(_, places)| places <= Named::THIN;
        self.evidence(set, explained) <= Named::THIN || self.weakest_member(set, explained).is_some_and(adds_little)
    }

    /// The mistake of a set that adds least to the others in the cases that the set explains.
    fn weakest_member(&mut self, set: &Explanation, explained: &[usize]) -> Option<(Mistake, u64)> {
        let judgements = self.judge(set);
        let cases: Vec<_> = explained.iter().map(|&place| (&self.trials[place], judgements[place].explains)).collect();
        let (weakest, nodes) = weakest_member(set, &cases, self.for_laws);
        self.for_laws = self.for_laws.saturating_sub(nodes);
        weakest
    }

    /// How long a set agrees with the logs of the wrong cases that it does not explain.
    fn agreement(&mut self, set: &Explanation, explained: &[usize]) -> Vec<u64> {
        let others = self.wrong.iter().filter(|place| !explained.contains(place)).copied();
        let mut agreement = Vec::new();
        for place in others.collect::<Vec<_>>() {
            let exhibits = &self.trials[place].exhibits;
            let possible = set.possible_for(exhibits.job);
            let trial = Trial::with(exhibits, possible, exhibits.log.as_ref(), None, self.for_laws);
            self.for_laws = self.for_laws.saturating_sub(trial.nodes);
            agreement.push(match trial.log {
                FileMatch::Differs(line) => line,
                // The log agrees to its end, and the moves file does not.
                FileMatch::Agrees => exhibits.log.as_ref().map_or(0, |log| log.end().line),
                FileMatch::Unknown => 0,
            });
        }
        agreement
    }

    /// On how many places of all wrong cases it rests that run the same code as those that a set explains.
    fn evidence(&mut self, set: &Explanation, explained: &[usize]) -> u64 {
        let judgements = self.judge(set);
        let is_alike = |place: &&usize| {
            let own = Code::of(set, self.seen[**place].job);
            explained.iter().any(|other| Code::of(set, self.seen[*other].job) == own)
        };
        let alike: Vec<usize> = self.wrong.iter().filter(is_alike).copied().collect();
        let left = self.for_laws;
        let trials = &self.trials;
        let found: Vec<(u64, u64)> =
            alike.par_iter().map(|place| trials[*place].evidence(set, judgements[*place].explains, left)).collect();
        self.for_laws = left.saturating_sub(found.iter().map(|(_, nodes)| nodes).sum());
        found.iter().map(|(places, _)| places).sum()
    }

    /// What explains a case by itself, as far as no other contradicts it, and as it goes together with what explains several,
    /// if that explains this one; none for a right case.
    fn of_case(&mut self, place: usize, common: &CommonDiagnosis) -> Option<Diagnosis> {
        let mut diagnosis = self.seen[place].diagnosis()?.clone();
        let all = if common.left.contains(&place) { &[][..] } else { &common.explained_by[..] };
        let mut keep = |sets: &mut Vec<Named>| {
            sets.retain_mut(|set| {
                let is_part = |of: &Named| set.explanation.is_part_of(&of.explanation);
                if !all.is_empty() && !all.iter().any(is_part) {
                    return false;
                }
                let candidate = self.candidate(&set.explanation, &[place]);
                let is_named = candidate.is_some() && !self.is_thin_and_leaves_cases(&set.explanation, &[place]);
                set.only = candidate.and_then(|candidate| candidate.named.only);
                set.evidence = set.evidence.max(self.evidence(&set.explanation, &[place]));
                is_named
            });
        };
        keep(&mut diagnosis.explained_by);
        diagnosis.files_explained_by.iter_mut().for_each(keep);
        diagnosis.nearest =
            diagnosis.nearest.filter(|nearest| self.candidate(&nearest.explanation, &[place]).is_some());
        if all.is_empty() {
            return Some(diagnosis);
        }
        if diagnosis.explained_by.is_empty() {
            diagnosis = Diagnosis { explained_by: all.to_vec(), nearest: None, told_apart_by: None, ..diagnosis };
        }
        let files = self.seen[place].wrong?.evidence();
        for (sets, file) in diagnosis.files_explained_by.iter_mut().zip(files) {
            if sets.is_empty() && self.trials[place].truth().verdict(file.role) != FileMatch::Agrees {
                sets.extend_from_slice(all);
            }
        }
        Some(diagnosis)
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
        let diagnoses = self.wrong.iter().filter_map(|&place| self.seen[place].diagnosis());
        let of_cases = diagnoses.flat_map(|diagnosis| &diagnosis.explained_by).map(|named| named.explanation.mistakes);
        let count = |mistake: &Mistake| {
            let single = singles.iter().find(|found| found.set.mistakes == (*mistake).into());
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
    set: Explanation,
    cases: Vec<usize>,
    nodes: u64,
}

impl Explained {
    const fn by(set: Explanation, cases: Vec<usize>) -> Self {
        Self { set, cases, nodes: 0 }
    }

    /// Tries a set on the wrong cases. In each assignment, those of its mistakes are made that the assignment knows.
    fn new(trials: &[CaseTrials], wrong: &[usize], set: Explanation, effort: u64) -> Self {
        let mut explained = Self::by(set, Vec::new());
        for &place in wrong {
            let exhibits = &trials[place].exhibits;
            let possible = explained.set.possible_for(exhibits.job);
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
        self.set.mistakes.iter().count() + 1000 * (self.set.weights.len() + usize::from(self.set.term.is_some()))
    }
}
