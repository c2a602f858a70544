//! Finds the smallest set of mistakes that explains a student's cases together and that no case contradicts.

use std::{cmp::Reverse, collections::HashMap};

use rayon::prelude::*;

use super::{
    CaptureLines, Case, CommonDiagnosis, Diagnosis, Explanation, FaultLocation, FileDiagnosis, Named, Nearest, Outcome,
    Pattern, Reason, Remains, Unexplained, WrongRows, WrongSteps,
    alignment::{accounts_for_most, format_deviations},
    evidence::Evidence,
    ladder::{LITTLE_EFFORT, Ladder},
    line_matcher::FileMatch,
    other_job::depth_of_log,
    set_evidence::{Code, SetCheck, weakest_member},
    trial::{Compared, ReadCase, Trial},
    weights,
};
use crate::{Deviations, Role, lines::Follows};
use reversi_core::{games::reversi::Position, search::Algorithm};
use reversi_course::{
    assignment::Job,
    mistakes::{Mistake, NodeBudget},
};
use reversi_io::names::each_once;

/// The cases of a student, prepared to check which sets of mistakes the diagnosis may name.
pub(super) struct Student<'a> {
    cases: &'a [Case<'a>],
    ladders: &'a [Option<Ladder<'a>>],
    /// The files of each case, for checking sets. `None` for a right case if no set needs to be checked with this case.
    read: Vec<Option<&'a ReadCase<'a>>>,
    /// The indices of the wrong cases.
    wrong: Vec<usize>,
    /// The number of nodes left for checking sets.
    left: u64,
    /// The sets that explain all wrong cases of one algorithm, but that right cases of the other algorithm contradict.
    in_one_algorithm: Vec<Explanation>,
    /// The results of checking a set on all cases, by the names of the set's members.
    checked_sets: HashMap<Vec<String>, Vec<SetCheck>>,
}

/// A set of mistakes, and the wrong cases that the set explains.
#[derive(Clone, Debug)]
struct Explained {
    set: Explanation,
    cases: Vec<usize>,
}

impl Explained {
    /// The number of members of the set. Sets with wrong weights sort after sets with only mistakes.
    fn size(&self) -> usize {
        self.set.mistakes.len() + 1000 * (self.set.weights.len() + usize::from(self.set.term.is_some()))
    }
}

/// A set of mistakes that the diagnosis may name.
struct Candidate {
    named: Named,
    /// The cases that the set explains. A case is left out if another case with the same code contradicts the set.
    cases: Vec<usize>,
    /// The agreement of the set with the cases that the set does not explain: the first differing line of each log.
    agreement: Vec<u64>,
    unseen: Vec<usize>,
    /// The number of cases in which the set changes the first wrong line in another way: evidence against the set.
    others: usize,
}

/// The first two sets, if the evidence is small. The report then names a board on which their files differ.
fn thin_pair(named: &[Named]) -> Option<[&Explanation; 2]> {
    match named {
        [one, other, ..] if one.is_thin() => Some([&one.explanation, &other.explanation]),
        _ => None,
    }
}

impl<'a> Student<'a> {
    pub(super) fn new(
        cases: &'a [Case<'a>],
        ladders: &'a [Option<Ladder<'a>>],
        right: &'a [Option<ReadCase<'a>>],
        wrong: Vec<usize>,
    ) -> Self {
        let read = ladders
            .iter()
            .zip(right)
            .map(|(ladder, right)| ladder.as_ref().map(|ladder| &ladder.case).or(right.as_ref()));
        let left = ladders.iter().flatten().fold(0_u64, |sum, ladder| sum.saturating_add(ladder.left));
        Self {
            cases,
            ladders,
            read: read.collect(),
            wrong,
            left,
            in_one_algorithm: Vec::new(),
            checked_sets: HashMap::new(),
        }
    }

    /// Finds the sets that together explain the wrong cases of a student.
    pub(super) fn common(&mut self) -> CommonDiagnosis {
        let found = self.explained();
        let best = self.best_of(&found);
        let explained = best.first().map_or(&[][..], |best| &best.cases);
        let mut unseen: Vec<usize> = best.iter().flat_map(|candidate| candidate.unseen.clone()).collect();
        unseen.sort_unstable();
        unseen.dedup();
        let explained = explained.to_vec();
        let left: Vec<usize> = self.wrong.iter().copied().filter(|place| !explained.contains(place)).collect();
        let first = explained.first().copied();
        let mut explained_by: Vec<Named> = best.into_iter().map(|candidate| candidate.named).collect();
        for named in &mut explained_by {
            // If a part of the set explains another wrong case, the mistakes are not only in the code of the explained cases.
            if left.iter().any(|&place| self.is_explained_by_part(place, &named.explanation)) {
                named.only = None;
            }
        }
        let distinguished_by = first
            .zip(thin_pair(&explained_by))
            .and_then(|(place, sets)| Some((place, self.distinguishing_board(place, sets)?)));
        let explains_few = 2 * explained.len() < self.wrong.len() && self.share_algorithm(&left, &explained);
        let mut captures = CaptureLines::default();
        let unexplained = left.iter().filter(|_| explained_by.is_empty() || explains_few);
        unexplained.filter_map(|&place| self.read[place]).for_each(|case| captures.extend(CaptureLines::of(case)));
        let location = FaultLocation::default();
        CommonDiagnosis { explained_by, left, explains_few, distinguished_by, unseen, captures, location }
    }

    /// The sets that explain a wrong case, and unions of two sets that explain more cases than each set. Each set comes
    /// with all cases that the set explains.
    fn explained(&mut self) -> Vec<Explained> {
        let ladders = self.ladders;
        let trials = self.wrong.iter().filter_map(|&place| ladders[place].as_ref()).flat_map(|ladder| &ladder.trials);
        let explaining = trials.filter(|trial| trial.explains_all());
        let mut found: Vec<Explained> = Vec::new();
        for set in each_once(explaining.map(|trial| &trial.explanation)) {
            let cases = self.explained_by(set, &self.wrong.clone());
            found.push(Explained { set: set.clone(), cases });
        }
        for set in self.sided(&found) {
            let cases = self.explained_by(&set, &self.wrong.clone());
            found.push(Explained { set, cases });
        }
        let most = found.iter().map(|found| found.cases.len()).max().unwrap_or_default();
        let mut unions: Vec<Explained> = Vec::new();
        for (place, one) in found.iter().enumerate() {
            for other in &found[place + 1..] {
                let Some(set) = one.set.with(&other.set).filter(|set| set.mistakes.len() <= MOST_IN_UNION) else {
                    continue;
                };
                let more = other.cases.iter().filter(|place| !one.cases.contains(place));
                let cases: Vec<usize> = one.cases.iter().chain(more).copied().collect();
                let is_known = |known: &Explained| known.set == set;
                if cases.len() > most && !found.iter().chain(&unions).any(is_known) {
                    unions.push(Explained { set, cases });
                }
            }
        }
        unions.sort_by_key(|union| (Reverse(union.cases.len()), union.size()));
        for Explained { set, cases } in unions {
            if self.left > 0 && cases.iter().all(|&place| !self.explained_by(&set, &[place]).is_empty()) {
                let cases = self.explained_by(&set, &self.wrong.clone());
                found.push(Explained { set, cases });
            }
        }
        found
    }

    /// The mistakes on one side of each mistake on both sides that explains a case and that another case contradicts.
    fn sided(&mut self, found: &[Explained]) -> Vec<Explanation> {
        let single = |found: &Explained| {
            let mut mistakes = found.set.mistakes.iter().filter(|mistake| mistake.side().is_none());
            mistakes.next().filter(|_| found.set.mistakes.len() == 1 && !found.set.is_calculated())
        };
        let singles: Vec<Mistake> = found.iter().filter_map(single).collect();
        let contradicted =
            singles.into_iter().filter(|&one| self.check(&one.into()).iter().any(|check| check.contradicts));
        let sided = contradicted.collect::<Vec<_>>().into_iter().flat_map(Mistake::on_each_side).map(Explanation::from);
        sided.filter(|set| !found.iter().any(|found| found.set == *set)).collect()
    }

    /// Finds the cases among `places` that a set explains. In each case, only those members of the set count that are
    /// possible in the assignment.
    fn explained_by(&mut self, set: &Explanation, places: &[usize]) -> Vec<usize> {
        let left = self.left;
        let explains = |&place: &usize| {
            let ladder = self.ladders[place].as_ref()?;
            let possible = set.possible_for(self.cases[place].job);
            if possible == Explanation::default() {
                return None;
            }
            let tried = ladder.trials.iter().find(|trial| trial.explanation == possible);
            if let Some(trial) = tried {
                return Some((place, trial.explains_all(), 0));
            }
            let trial = Trial::new(&ladder.case, possible, Compared::Both, left);
            Some((place, trial.explains_all(), trial.nodes))
        };
        let answers: Vec<(usize, bool, u64)> = places.par_iter().filter_map(explains).collect();
        self.left = left.saturating_sub(answers.iter().map(|(.., nodes)| nodes).sum());
        answers.into_iter().filter(|(_, explains, _)| *explains).map(|(place, ..)| place).collect()
    }

    /// True if some members of a set explain the wrong log of a case.
    fn is_explained_by_part(&self, place: usize, set: &Explanation) -> bool {
        let is_part = |part: &Explanation| part.is_part_of(set) && part != set;
        let explains = |trial: &Trial| trial.explains(Role::Log) && is_part(&trial.explanation);
        let wrong = self.ladders[place].as_ref().filter(|ladder| !ladder.case.expected().explains(Role::Log));
        wrong.is_some_and(|ladder| ladder.trials.iter().any(explains))
    }

    fn check(&mut self, set: &Explanation) -> Vec<SetCheck> {
        if let Some(known) = self.checked_sets.get(&set.names()) {
            return known.clone();
        }
        let left = self.left;
        let check = |case: Option<&ReadCase>| case.map(|case| case.check(set, left)).unwrap_or_default();
        let checks: Vec<SetCheck> = self.read.par_iter().map(|case| check(*case)).collect();
        self.left = left.saturating_sub(checks.iter().map(|check| check.nodes).sum());
        self.checked_sets.insert(set.names(), checks.clone());
        checks
    }

    fn code(&self, set: &Explanation, place: usize) -> Code {
        let code = Code::of(set, self.cases[place].job);
        if self.in_one_algorithm.contains(set) { code.in_algorithm(self.algorithm(place)) } else { code }
    }

    fn algorithm(&self, place: usize) -> Algorithm {
        self.cases[place].job.task.algorithm
    }

    /// True if a case of the first group and a case of the second group use the same algorithm.
    fn share_algorithm(&self, some: &[usize], others: &[usize]) -> bool {
        some.iter().any(|one| others.iter().any(|other| self.algorithm(*one) == self.algorithm(*other)))
    }

    /// Limits a set to code that all its explained cases run, and that no contradicting case runs. One limit must
    /// separate the set's explained cases from the cases that contradict the set.
    ///
    /// # Errors
    /// Returns the index of a case that contradicts the set, if it may not be named for any case.
    fn candidate(&mut self, set: &Explanation, explained: &[usize]) -> Result<Candidate, Option<usize>> {
        let checks = self.check(set);
        let code = |place: usize| self.code(set, place);
        let places = || checks.iter().enumerate();
        // A right case that runs other code shows that the fault is not in this other code. A wrong case may have other
        // faults.
        let contradicting: Vec<usize> =
            places().filter(|(_, check)| check.contradicts).map(|(place, _)| place).collect();
        let codes = |places: &[usize]| places.iter().map(|&place| code(place)).collect::<Vec<Code>>();
        let contradicted = codes(&contradicting);
        let limit = |place: usize| code(place).limit(&contradicted);
        let mut free = explained.iter().copied().filter(|place| !contradicted.contains(&code(*place))).peekable();
        let Some(first) = free.peek().copied() else {
            let own = explained.first().map(|place| code(*place));
            return Err(contradicting.into_iter().find(|place| own.as_ref() == Some(&code(*place))));
        };
        let cases = free.filter(|place| limit(*place) == limit(first)).collect();
        let right: Vec<usize> = contradicting.into_iter().filter(|place| !self.wrong.contains(place)).collect();
        let is_own = |place: usize| explained.iter().any(|own| code(*own) == code(place));
        let others = places().filter(|&(place, check)| check.has_other_fault && is_own(place)).count();
        let unseen = places().filter(|(_, check)| check.is_unseen && !check.contradicts);
        let named = Named {
            is_open: explained.iter().all(|&place| set.is_open_in(self.cases[place].job)),
            explanation: set.clone(),
            evidence: 0,
            weakest: None,
            only: code(first).limit(&codes(&right)),
        };
        let unseen = unseen.map(|(place, _)| place).collect();
        Ok(Candidate { named, cases, agreement: Vec::new(), unseen, others })
    }

    /// The smallest sets that explain the most cases and that the diagnosis may name, with the evidence for each set.
    fn best_of(&mut self, found: &[Explained]) -> Vec<Candidate> {
        let mut ordered: Vec<&Explained> = found.iter().filter(|found| !found.cases.is_empty()).collect();
        ordered.sort_by_key(|found| (Reverse(found.cases.len()), found.size()));
        let mut best: Vec<Candidate> = Vec::new();
        // A set without limits comes before one that some right case limits to other code, and mistakes on both sides before
        // those on one side.
        let mut rank = (Reverse(1), true, usize::MAX, usize::MAX);
        for set in ordered {
            // A set is left out if a smaller part of this set explains the same cases.
            let is_part = |part: &Explained| {
                part.set != set.set
                    && part.set.is_part_of(&set.set)
                    && set.cases.iter().all(|place| part.cases.contains(place))
            };
            if found.iter().any(is_part) {
                continue;
            }
            // A set that was not checked on all cases is not named.
            if self.left == 0 || (Reverse(set.cases.len()), false, set.size(), 0) > rank {
                break;
            }
            let mut candidate = self.candidate(&set.set, &set.cases);
            let is_in_one = |place: &usize| self.algorithm(*place) == self.algorithm(set.cases[0]);
            if candidate.is_err()
                && set.cases.len() > 1
                && set.cases.len() == self.wrong.len()
                && self.wrong.iter().all(is_in_one)
            {
                self.in_one_algorithm.push(set.set.clone());
                candidate = self.candidate(&set.set, &set.cases);
            }
            let Ok(mut candidate) = candidate else { continue };
            let is_limited = candidate.named.only.is_some();
            let sided = set.set.mistakes.iter().filter(|mistake| mistake.side().is_some()).count();
            let own = (Reverse(candidate.cases.len()), is_limited, set.size(), sided);
            let jobs: Vec<&Job> = candidate.cases.iter().map(|&place| self.cases[place].job).collect();
            // Another case contradicts the set in most cases that the set explains.
            let is_mostly_refuted = 2 * candidate.cases.len() < set.cases.len();
            let is_against = is_mostly_refuted || candidate.others >= candidate.cases.len();
            if is_against || own > rank || !weights::is_plausible(&set.set, &jobs) {
                continue;
            }
            self.weigh(&mut candidate.named, &candidate.cases, [true, true]);
            if candidate.named.evidence == 0 || self.is_thin_and_leaves_cases(&candidate.named, &candidate.cases) {
                continue;
            }
            if own < rank {
                best.clear();
                rank = own;
            }
            best.push(candidate);
        }
        for candidate in &mut best {
            candidate.agreement = self.agreement(&candidate.named.explanation, &candidate.cases);
        }
        best.sort_by_key(|candidate| {
            Reverse(candidate.agreement.iter().fold(0_u64, |sum, line| sum.saturating_add(*line)))
        });
        // The report does not have a sentence for alternative sets that explain different cases. A set is not an
        // alternative if, in all other cases, the set's first difference comes earlier.
        let is_behind =
            |one: &[u64], other: &[u64]| !one.is_empty() && one.iter().zip(other).all(|(one, other)| one < other);
        if let Some(first) = best.first() {
            let (cases, agreement) = (first.cases.clone(), first.agreement.clone());
            best.retain(|candidate| candidate.cases == cases && !is_behind(&candidate.agreement, &agreement));
        }
        best
    }

    /// Counts the evidence for a set that explains the log, the other file, or both, in some cases.
    fn weigh(&mut self, named: &mut Named, explained: &[usize], files: [bool; 2]) {
        named.evidence = self.evidence(&named.explanation, explained, files);
        let cases = explained.iter().filter_map(|&place| Some((self.read[place]?, files)));
        let (weakest, nodes) = weakest_member(&named.explanation, &cases.collect::<Vec<_>>(), self.left);
        self.left = self.left.saturating_sub(nodes);
        // If the budget is spent, the number of places is unknown.
        named.weakest = weakest.filter(|(_, places)| (1..=Named::THIN).contains(places));
    }

    /// True if the set leaves wrong cases with the same code unexplained, and the evidence for the set (or a member) is
    /// small. A set or member with so little evidence may be confused with another mistake.
    fn is_thin_and_leaves_cases(&self, named: &Named, explained: &[usize]) -> bool {
        let set = &named.explanation;
        let is_left = |place: &usize| {
            let is_alike = |own: &usize| self.code(set, *own) == self.code(set, *place);
            !explained.contains(place) && explained.iter().any(is_alike)
        };
        named.is_thin() && self.wrong.iter().any(is_left)
    }

    /// For each wrong case that the set does not explain: the first log line that a program with the set would not
    /// write.
    fn agreement(&mut self, set: &Explanation, explained: &[usize]) -> Vec<u64> {
        let others: Vec<usize> = self.wrong.iter().filter(|place| !explained.contains(place)).copied().collect();
        let mut agreement = Vec::new();
        for place in others {
            let Some(case) = self.read[place] else { continue };
            let trial = Trial::new(case, set.possible_for(case.job), Compared::Log, self.left);
            self.left = self.left.saturating_sub(trial.nodes);
            agreement.push(match trial.log.verdict {
                FileMatch::Differs(line) => line,
                // The log agrees to the end, but the moves file does not.
                FileMatch::Agrees => case.log.as_ref().map_or(0, |log| log.end().line),
                FileMatch::Unknown => 0,
            });
        }
        agreement
    }

    /// Counts the evidence for a set in the wrong cases that run the same code as the explained cases.
    fn evidence(&mut self, set: &Explanation, explained: &[usize], files: [bool; 2]) -> u64 {
        let checks = self.check(set);
        let is_alike = |place: &usize| explained.iter().any(|own| self.code(set, *own) == self.code(set, *place));
        let wrong = self.wrong.iter().filter(|place| !explained.contains(place) && is_alike(place));
        let alike: Vec<usize> = explained.iter().chain(wrong).copied().collect();
        let left = self.left;
        let count = |place: &usize| {
            let case = self.read[*place]?;
            let files = if explained.contains(place) { files } else { checks[*place].explains };
            Some(case.evidence(set, &Explanation::default(), files, left))
        };
        let found: Vec<(u64, u64)> = alike.par_iter().filter_map(count).collect();
        self.left = left.saturating_sub(found.iter().map(|(_, nodes)| nodes).sum());
        found.iter().map(|(places, _)| places).sum()
    }

    /// Spends nodes of the budget on work that improves a named set but is not necessary.
    fn spend<T>(&mut self, case: &ReadCase, most: u64, find: impl FnOnce(&mut NodeBudget) -> T) -> T {
        let mut budget = case.budget(self.left.min(most));
        let found = find(&mut budget);
        self.left = self.left.saturating_sub(budget.nodes);
        found
    }

    fn distinguishing_board(&mut self, place: usize, sets: [&Explanation; 2]) -> Option<Position> {
        let case = self.read[place]?;
        self.spend(case, LITTLE_EFFORT, |budget| case.distinguishing_board(sets, budget))
    }

    /// The diagnosis of a case whose sets were tried. Sets that explain several cases come first in the diagnosis.
    /// Further sets that explain only this case follow, if no other case contradicts them.
    pub(super) fn of_case(&mut self, place: usize, ladder: &'a Ladder<'a>, common: &CommonDiagnosis) -> Diagnosis {
        let before = self.left;
        let (case, expected) = (&ladder.case, ladder.case.expected());
        let evidence = &self.cases[place].evidence;
        let is_right = |file: &Evidence| expected.explains(file.role);
        let is_explained = self.cases.len() > 1 && self.wrong.contains(&place) && !common.left.contains(&place);
        let shared = if is_explained { &common.explained_by[..] } else { &[] };
        let (mut sets, refuted_by) = self.sets_of_files(place, ladder, None, shared);
        let mut files = Vec::new();
        for (file, other_job) in evidence.iter().zip(&ladder.other_jobs) {
            let (mut explained_by, _) = self.sets_of_files(place, ladder, Some(file.role), shared);
            if explained_by.is_empty() && !is_right(file) {
                explained_by.extend_from_slice(shared);
            }
            let is_cut = file.part.follows == Follows::Unknown;
            let format = match explained_by.first() {
                Some(named) if file.role == Role::Log => self.spend(case, LITTLE_EFFORT, |budget| {
                    format_deviations(case, &named.explanation, file.part, budget)
                }),
                _ => Deviations::default(),
            };
            files.push(FileDiagnosis { explained_by, other_job: other_job.clone(), format, is_cut });
        }
        if sets.is_empty() {
            sets = shared.to_vec();
        }
        let mut diagnosis = Diagnosis { outcome: Outcome::Right, files, nodes: 0 };
        let is_of_other_job =
            (0..).zip(evidence).all(|(index, file)| diagnosis.certain_job(index).is_some() || is_right(file));
        diagnosis.outcome = if ladder.is_of_right_files {
            Outcome::OtherFormat
        } else if is_of_other_job {
            Outcome::OtherJob { sets }
        } else if !sets.is_empty() {
            let distinguished_by = thin_pair(&sets).and_then(|sets| self.distinguishing_board(place, sets));
            Outcome::Named { sets, distinguished_by }
        } else {
            let reason = match self.nearest(place, ladder) {
                _ if let Some(by) = refuted_by => Reason::Refuted { by },
                Some(nearest) => Reason::Nearest(nearest),
                None if ladder.is_spared => Reason::FewTried,
                None if !ladder.is_complete => Reason::EffortSpent,
                None => Reason::AllTried,
            };
            let best = common.explained_by.first().filter(|_| !common.explains_few);
            let best = best.or(diagnosis.files.iter().flat_map(|file| &file.explained_by).next());
            let best = match &reason {
                _ if let Some(best) = best => Some(&best.explanation),
                Reason::Nearest(nearest) => Some(&nearest.explanation),
                _ => None,
            };
            let remains =
                best.and_then(|best| self.spend(case, LITTLE_EFFORT, |budget| Remains::beyond(case, best, budget)));
            let unexplained = Unexplained { reason, remains };
            match Self::pattern(case, evidence) {
                Some(pattern) => Outcome::Pattern(pattern, unexplained),
                None => Outcome::Unknown(unexplained),
            }
        };
        diagnosis.nodes = ladder.nodes + (before - self.left);
        diagnosis
    }

    /// The features that all wrong rows or steps of a case have in common.
    fn pattern(case: &ReadCase, evidence: &[Evidence]) -> Option<Pattern> {
        let expected = case.expected();
        let is_nearly_right = evidence.iter().any(|file| file.role == Role::Log && file.is_nearly_right);
        let pattern = match expected.log.verdict {
            FileMatch::Agrees if expected.differs_in_rest() => Pattern::Steps(WrongSteps::of(case)?),
            FileMatch::Agrees => return None,
            _ if let captures = CaptureLines::of(case)
                && captures.sentence().is_some() =>
            {
                Pattern::Captures(captures)
            }
            _ if let Some(depth) = depth_of_log(case) => Pattern::Depth(depth),
            _ if is_nearly_right => return None,
            _ => Pattern::Rows(WrongRows::of(case)?),
        };
        pattern.sentence(case.job).is_some().then_some(pattern)
    }

    /// The sets that the diagnosis names for one file of a case or, without a role, for all files. If other cases
    /// contradict all sets, the second result is the index of such a case. If sets explain several cases together, the
    /// diagnosis names only sets that are parts of these sets.
    fn sets_of_files(
        &mut self,
        place: usize,
        ladder: &Ladder,
        role: Option<Role>,
        shared: &[Named],
    ) -> (Vec<Named>, Option<usize>) {
        let sets = role.map_or_else(|| ladder.simplest(Trial::explains_all), |role| ladder.of_file(role));
        let files = [role.is_none_or(|role| role == Role::Log), role.is_none_or(|role| role != Role::Log)];
        let [has_log, _] = files;
        let leaves_log = ladder.case.expected().log.verdict != FileMatch::Agrees && !ladder.explains_all();
        let is_shared = |set: &Explanation| shared.iter().any(|of| set.is_part_of(&of.explanation));
        let (mut named, mut refuted_by, mut is_some_left) = (Vec::new(), None, false);
        for explanation in sets.into_iter().filter(|set| shared.is_empty() || is_shared(set)) {
            match self.candidate(&explanation, &[place]) {
                Ok(Candidate { named: mut one, .. }) => {
                    self.weigh(&mut one, &[place], files);
                    // A few moves can fit a mistake by chance.
                    let is_chance = !has_log && leaves_log && one.is_thin();
                    if one.evidence > 0 && !is_chance && !self.is_thin_and_leaves_cases(&one, &[place]) {
                        named.push(one);
                    }
                    is_some_left = true;
                }
                Err(Some(by)) if by != place => refuted_by = refuted_by.or(Some(by)),
                Err(_) => is_some_left = true,
            }
        }
        let refuted_by = refuted_by.filter(|_| !is_some_left && has_log);
        (named, refuted_by)
    }

    /// The nearest set of a case, if no set explains all files and the nearest set accounts for most wrong log rows.
    /// Returns `None` if a case contradicts the nearest set.
    fn nearest(&mut self, place: usize, ladder: &Ladder) -> Option<Nearest> {
        let nearest = ladder.nearest().filter(|_| !ladder.explains_all())?;
        self.candidate(&nearest.explanation, &[place]).ok()?;
        let accounts = |budget: &mut NodeBudget| accounts_for_most(&ladder.case, &nearest.explanation, budget);
        self.spend(&ladder.case, u64::MAX, accounts).then_some(nearest)
    }
}

/// The largest number of mistakes in a union of two sets. Of the many sets of four mistakes, one fits by chance.
const MOST_IN_UNION: usize = 3;
