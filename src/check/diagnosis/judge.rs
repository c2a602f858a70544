//! Judges sets of mistakes by all cases of a student, and chooses the sets that a report names.
//!
//! A file contradicts a set if the file differs from the program with the set before it differs from the expected
//! file. There the student's line is right, but a program with these mistakes writes another line. Students write
//! minimax, alpha-beta and each evaluation in separate code. So a contradiction counts only among cases with the same
//! [code](is_same_code); in other cases it is told beside the name.

use std::{cmp::Reverse, collections::HashMap};

use rayon::prelude::*;

use super::{
    Case, CommonDiagnosis, Diagnosis, Differs, Explanation, FaultLocation, FileDiagnosis, Named, Outcome, Pattern,
    Reason,
    alignment::{differing_lines, format_deviations},
    evidence::Evidence,
    other_job::depth_of_log,
    program::{Compared, FileMatch, Program, ReadCase, Tried},
    stages::{Attempts, LITTLE_EFFORT},
    weights,
    wrong_rows::WrongRows,
};
use crate::{Deviations, Role, lines::Follows};
use reversi_course::{
    assignment::Job,
    mistakes::{Group, Mistake, Score},
};
use reversi_io::names::each_once;

/// The cases of a student, prepared to compare programs with all of them.
pub(super) struct Judge<'a> {
    cases: &'a [Case<'a>],
    attempts: &'a [Option<Attempts<'a>>],
    /// The files of each case. `None` for a right case if no set needs to be compared with this case.
    read: Vec<Option<&'a ReadCase<'a>>>,
    /// The indices of the wrong cases.
    wrong: Vec<usize>,
    /// The number of nodes left for comparing programs.
    left: u64,
    /// The verdicts on a set in all cases, by the names of the set's members.
    verdicts: HashMap<Vec<String>, Vec<Verdict>>,
    /// The sets that write the files of a wrong case.
    found: Vec<Explained>,
}

/// A set of mistakes, and the wrong cases whose files it writes exactly.
#[derive(Clone, Debug)]
struct Explained {
    set: Explanation,
    cases: Vec<usize>,
}

impl Explained {
    /// The number of members of the set. Sets with wrong weights sort after sets with only mistakes.
    fn size(&self) -> usize {
        self.set.mistakes.len() + 1000 * usize::from(self.set.is_calculated())
    }
}

/// A set of mistakes, and the cases for which a report may name it.
struct Candidate {
    named: Named,
    cases: Vec<usize>,
}

/// The verdict on a set in one case: evidence for the set, against it, or neither.
#[derive(Clone, Debug, Default)]
struct Verdict {
    /// The first right line that a program with the set writes differently: the file and the line.
    against: Option<(Role, u64)>,
    /// True if the set also changes the first wrong line of a file, but writes another line than the student.
    has_other_fault: bool,
    /// For the log and for the other file: true if the set explains this file.
    explains: [bool; 2],
    nodes: u64,
}

/// The largest number of mistakes in a union of two sets. Of the many sets of four mistakes, one fits by chance.
const MOST_IN_UNION: usize = 3;

/// True if the code that a set changes is the same for two jobs.
fn is_same_code(set: &Explanation, one: &Job, other: &Job) -> bool {
    let is_in = |groups: &[Group]| set.mistakes.iter().any(|mistake| groups.contains(&mistake.group()));
    let is_in_evaluation = is_in(&[Group::Evaluation]) || set.is_calculated();
    (!is_in(&[Group::Search, Group::Rows]) || one.task.algorithm == other.task.algorithm)
        && (!is_in_evaluation || one.task.evaluation() == other.task.evaluation())
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        cases: &'a [Case<'a>],
        attempts: &'a [Option<Attempts<'a>>],
        right: &'a [Option<ReadCase<'a>>],
        wrong: Vec<usize>,
    ) -> Self {
        let read = attempts
            .iter()
            .zip(right)
            .map(|(attempts, right)| attempts.as_ref().map(|attempts| &attempts.case).or(right.as_ref()));
        let left = attempts.iter().flatten().fold(0_u64, |sum, attempts| sum.saturating_add(attempts.left));
        Self { cases, attempts, read: read.collect(), wrong, left, verdicts: HashMap::new(), found: Vec::new() }
    }

    /// Finds the sets that together explain the wrong cases of a student.
    pub(super) fn common(&mut self) -> CommonDiagnosis {
        let found = self.explained();
        let best = self.best_of(&found);
        let explained = best.first().map_or(Vec::new(), |best| best.cases.clone());
        let left: Vec<usize> = self.wrong.iter().copied().filter(|place| !explained.contains(place)).collect();
        self.found = found;
        CommonDiagnosis {
            explained_by: best.into_iter().map(|candidate| candidate.named).collect(),
            left,
            location: FaultLocation::default(),
        }
    }

    /// The sets that explain a wrong case, and unions of two sets that explain more cases than each set. Each set comes
    /// with all cases that the set explains.
    fn explained(&mut self) -> Vec<Explained> {
        let attempts = self.attempts;
        let tried =
            self.wrong.iter().filter_map(|&place| attempts[place].as_ref()).flat_map(|attempts| &attempts.tried);
        let explaining = each_once(tried.filter(|tried| tried.explains_all()).map(|tried| &tried.explanation));
        let mut found = Vec::new();
        for set in explaining {
            found.push(self.with_cases(set.clone()));
        }
        for set in self.sided(&found) {
            found.push(self.with_cases(set));
        }
        let most = found.iter().map(|found| found.cases.len()).max().unwrap_or_default();
        let mut unions: Vec<Explained> = Vec::new();
        for (place, one) in found.iter().enumerate() {
            for other in &found[place + 1..] {
                let Some(set) = one.set.with(&other.set).filter(|set| set.mistakes.len() <= MOST_IN_UNION) else {
                    continue;
                };
                let cases = each_once(one.cases.iter().chain(&other.cases).copied());
                let is_known = |known: &Explained| known.set == set;
                if cases.len() > most && !found.iter().chain(&unions).any(is_known) {
                    unions.push(Explained { set, cases });
                }
            }
        }
        unions.sort_by_key(|union| (Reverse(union.cases.len()), union.size()));
        for Explained { set, cases } in unions {
            if self.left > 0 && cases.iter().all(|&place| !self.explained_by(&set, &[place]).is_empty()) {
                found.push(self.with_cases(set));
            }
        }
        found
    }

    fn with_cases(&mut self, set: Explanation) -> Explained {
        let cases = self.explained_by(&set, &self.wrong.clone());
        Explained { set, cases }
    }

    /// The mistakes on one side of each mistake on both sides that explains a case and that another case contradicts.
    fn sided(&mut self, found: &[Explained]) -> Vec<Explanation> {
        let single = |found: &Explained| {
            let mut mistakes = found.set.mistakes.iter().filter(|mistake| mistake.side().is_none());
            mistakes.next().filter(|_| found.set.mistakes.len() == 1 && !found.set.is_calculated())
        };
        let mut sided: Vec<Explanation> = Vec::new();
        for one in found.iter().filter_map(single).collect::<Vec<Mistake>>() {
            if self.verdicts(&one.into()).iter().any(|verdict| verdict.against.is_some()) {
                sided.extend(Mistake::on_each_side(one).map(Explanation::from));
            }
        }
        sided.retain(|set| !found.iter().any(|found| found.set == *set));
        sided
    }

    /// Finds the cases among `places` that a set explains. In each case, only those members of the set count that are
    /// possible in the assignment.
    fn explained_by(&mut self, set: &Explanation, places: &[usize]) -> Vec<usize> {
        let left = self.left;
        let explains = |&place: &usize| {
            let attempts = self.attempts[place].as_ref()?;
            let possible = set.possible_for(self.cases[place].job);
            if possible == Explanation::default() {
                return None;
            }
            if let Some(tried) = attempts.tried.iter().find(|tried| tried.explanation == possible) {
                return Some((place, tried.explains_all(), 0));
            }
            let tried = attempts.case.run(&Program::Set(possible), Compared::Both, &mut attempts.case.budget(left));
            Some((place, tried.explains_all(), tried.nodes))
        };
        let answers: Vec<(usize, bool, u64)> = places.par_iter().filter_map(explains).collect();
        self.left = left.saturating_sub(answers.iter().map(|(.., nodes)| nodes).sum());
        answers.into_iter().filter(|(_, explains, _)| *explains).map(|(place, ..)| place).collect()
    }

    /// The verdicts on a set in all cases.
    fn verdicts(&mut self, set: &Explanation) -> Vec<Verdict> {
        if let Some(known) = self.verdicts.get(&set.names()) {
            return known.clone();
        }
        let left = self.left;
        let verdict = |case: Option<&ReadCase>| case.map(|case| case.verdict(set, left)).unwrap_or_default();
        let verdicts: Vec<Verdict> = self.read.par_iter().map(|case| verdict(*case)).collect();
        self.left = left.saturating_sub(verdicts.iter().map(|verdict| verdict.nodes).sum());
        self.verdicts.insert(set.names(), verdicts.clone());
        verdicts
    }

    /// Names a set for those explained cases that no case with the same code contradicts. If there are none, the set
    /// comes with a case that contradicts it.
    fn candidate(&mut self, set: &Explanation, explained: &[usize]) -> Candidate {
        let verdicts = self.verdicts(set);
        let all = || verdicts.iter().enumerate();
        let is_alike = |one: usize, other: usize| is_same_code(set, self.cases[one].job, self.cases[other].job);
        let against: Vec<Differs> = all()
            .filter_map(|(case, verdict)| {
                let (role, line) = verdict.against?;
                let is_log_exact = role != Role::Log && verdict.explains[0];
                Some(Differs { case, role, line, is_log_exact, is_right: true })
            })
            .collect();
        let contradicts = |place: usize| against.iter().find(|against| is_alike(against.case, place));
        let cases: Vec<usize> = explained.iter().copied().filter(|&place| contradicts(place).is_none()).collect();
        let is_own = |place: usize| explained.iter().any(|&own| is_alike(own, place));
        let others = all().filter(|(place, verdict)| verdict.has_other_fault && is_own(*place)).count();
        let mut named = Named {
            is_open: explained.iter().all(|&place| set.is_open_in(self.cases[place].job)),
            explanation: set.clone(),
            evidence: 0,
            // A wrong case may have other mistakes, too.
            against: against.iter().find(|against| !self.wrong.contains(&against.case)).copied(),
        };
        // In most cases that the set explains, or in as many other cases, the files speak against the set.
        if cases.is_empty() || 2 * cases.len() < explained.len() || others >= cases.len() {
            let contradicting = explained.first().and_then(|&first| contradicts(first).copied());
            named.against = contradicting.or(named.against);
            return Candidate { named, cases: Vec::new() };
        }
        Candidate { named, cases }
    }

    /// The smallest sets that explain the most cases and that no case with the same code contradicts.
    fn best_of(&mut self, found: &[Explained]) -> Vec<Candidate> {
        let mut ordered: Vec<&Explained> = found.iter().filter(|found| !found.cases.is_empty()).collect();
        ordered.sort_by_key(|found| (Reverse(found.cases.len()), found.size()));
        let mut best: Vec<Candidate> = Vec::new();
        let mut rank = Score { explained: Reverse(1), contradicted: 1, mistakes: usize::MAX, sided: usize::MAX };
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
            let score = |cases: usize, contradicted, sided| Score {
                explained: Reverse(cases),
                contradicted,
                mistakes: set.size(),
                sided,
            };
            // A set that was not compared with all cases is not named.
            if self.left == 0 || score(set.cases.len(), 0, 0) > rank {
                break;
            }
            let mut candidate = self.candidate(&set.set, &set.cases);
            if candidate.cases.is_empty() {
                continue;
            }
            let own = score(candidate.cases.len(), usize::from(candidate.named.against.is_some()), set.set.sided());
            let jobs: Vec<&Job> = candidate.cases.iter().map(|&place| self.cases[place].job).collect();
            if own > rank || !weights::is_plausible(&set.set, &jobs) {
                continue;
            }
            candidate.named.evidence = self.evidence(&set.set, &candidate.cases, true);
            if candidate.named.evidence == 0 || self.is_thin_and_leaves_cases(&candidate.named, &candidate.cases) {
                continue;
            }
            if own < rank {
                best.clear();
                rank = own;
            }
            best.push(candidate);
        }
        // The report does not have a sentence for alternative sets that explain different cases.
        let first = best.first().map(|first| first.cases.clone());
        best.retain(|candidate| Some(&candidate.cases) == first.as_ref());
        best
    }

    /// True if the set leaves wrong cases with the same code, and has little evidence or several mistakes. Such a set may
    /// be confused with another one.
    fn is_thin_and_leaves_cases(&self, named: &Named, explained: &[usize]) -> bool {
        let set = &named.explanation;
        let is_left = |place: &usize| {
            let is_alike = |own: &usize| is_same_code(set, self.cases[*own].job, self.cases[*place].job);
            !explained.contains(place) && explained.iter().any(is_alike)
        };
        (named.is_thin() || set.names().len() > 1) && self.wrong.iter().any(is_left)
    }

    /// Counts the wrong places that a program with a set writes in some cases.
    fn evidence(&mut self, set: &Explanation, explained: &[usize], with_rest: bool) -> u64 {
        let left = self.left;
        let count = |place: &usize| Some(self.read[*place]?.evidence(set, with_rest, left));
        let found: Vec<(u64, u64)> = explained.par_iter().filter_map(count).collect();
        self.left = left.saturating_sub(found.iter().map(|(_, nodes)| nodes).sum());
        found.iter().map(|(places, _)| places).sum()
    }

    /// The diagnosis of a case for which programs were tried. Sets that explain several cases come first.
    pub(super) fn of_case(&mut self, place: usize, attempts: &'a Attempts<'a>, common: &CommonDiagnosis) -> Diagnosis {
        let before = self.left;
        let (case, expected) = (&attempts.case, attempts.case.expected());
        let evidence = &self.cases[place].evidence;
        let is_right = |file: &Evidence| expected.explains(file.role);
        let is_explained = self.cases.len() > 1 && self.wrong.contains(&place) && !common.left.contains(&place);
        let sets = if is_explained {
            each_once(common.explained_by.iter().map(|named| self.of_one_case(named, place, attempts)))
        } else {
            self.of_all_files(place, attempts)
        };
        let of_log = if sets.is_empty() { self.of_log(place, attempts) } else { Vec::new() };
        let mut files = Vec::new();
        for (file, other_job) in evidence.iter().zip(&attempts.other_jobs) {
            let explained_by = match file.role {
                _ if is_right(file) => Vec::new(),
                Role::Log if sets.is_empty() => of_log.clone(),
                _ => sets.clone(),
            };
            let is_cut = file.part.follows == Follows::Unknown;
            let format = match explained_by.first() {
                Some(named) if file.role == Role::Log => {
                    let mut budget = case.budget(self.left.min(LITTLE_EFFORT));
                    let format = format_deviations(case, &named.explanation, file.part, &mut budget);
                    self.left = self.left.saturating_sub(budget.nodes);
                    format
                }
                _ => Deviations::default(),
            };
            files.push(FileDiagnosis { explained_by, other_job: other_job.clone(), format, is_cut });
        }
        let mut diagnosis = Diagnosis { outcome: Outcome::Right, files, nodes: 0 };
        let is_of_other_job =
            (0..).zip(evidence).all(|(index, file)| diagnosis.files[index].other_job.is_some() || is_right(file));
        diagnosis.outcome = if attempts.is_of_right_files {
            Outcome::OtherFormat
        } else if is_of_other_job {
            Outcome::OtherJob { sets: sets.into_iter().filter(|named| named.against.is_none()).collect() }
        } else if !sets.is_empty() {
            Outcome::Named { sets }
        } else {
            let reason = match attempts.odd_line {
                Some(line) => Reason::OddLine(line),
                None if !attempts.is_complete => Reason::EffortSpent,
                None => Reason::AllTried,
            };
            Outcome::Unknown(reason, Self::pattern(case, evidence).map(Box::new))
        };
        diagnosis.nodes = attempts.nodes + (before - self.left);
        diagnosis
    }

    /// The smallest part of a common set that writes the files of a case, with the places of this case.
    fn of_one_case(&mut self, named: &Named, place: usize, attempts: &Attempts) -> Named {
        let is_part = |tried: &Tried| tried.explains_all() && tried.explanation.is_part_of(&named.explanation);
        let mut parts = attempts.simplest(is_part).into_iter().filter(|part| *part != named.explanation);
        let part = parts.find(|part| !self.candidate(part, &[place]).cases.is_empty());
        let evidence = self.evidence(&named.explanation, &[place], true);
        let job = self.cases[place].job;
        match part {
            Some(part) => Named { is_open: part.is_open_in(job), explanation: part, against: None, evidence },
            None => Named { evidence, ..named.clone() },
        }
    }

    /// The features that all wrong rows of a case have in common.
    fn pattern(case: &ReadCase, evidence: &[Evidence]) -> Option<Pattern> {
        let is_nearly_right = evidence.iter().any(|file| file.role == Role::Log && file.is_nearly_right);
        let pattern = match case.expected().log.verdict {
            FileMatch::Agrees => return None,
            _ if let Some(depth) = depth_of_log(case) => Pattern::Depth(depth),
            _ if is_nearly_right => return None,
            _ => Pattern::Rows(WrongRows::of(case)?),
        };
        pattern.sentence(case.job).is_some().then_some(pattern)
    }

    /// The sets that the diagnosis names for all files of a case. If other cases contradict all of them, each comes with
    /// such a case, and sets that write the log there come first.
    fn of_all_files(&mut self, place: usize, attempts: &Attempts) -> Vec<Named> {
        let (mut named, mut contradicted) = (Vec::new(), Vec::new());
        let simplest = attempts.simplest(Tried::explains_all);
        let sides = self.found.iter().filter(|found| found.cases.contains(&place) && found.set.sided() > 0);
        let sides = sides.map(|found| found.set.clone()).filter(|set| !simplest.contains(set)).collect::<Vec<_>>();
        for sets in [simplest.clone(), sides] {
            if !named.is_empty() {
                break;
            }
            for set in &sets {
                let Candidate { named: mut one, cases } = self.candidate(set, &[place]);
                let list = if cases.is_empty() { &mut contradicted } else { &mut named };
                one.evidence = self.evidence(set, &[place], true);
                list.extend(Some(one).filter(|one| one.evidence > 0));
            }
        }
        let is_far = |named: &Named| named.against.is_none_or(|against| !against.is_log_exact);
        let size = |named: &Named| {
            let set = &named.explanation;
            (is_far(named), set.is_calculated(), set.mistakes.len(), set.sided())
        };
        let best = contradicted.iter().map(size).min();
        contradicted.retain(|named| Some(size(named)) == best);
        if named.is_empty() { contradicted } else { named }
    }

    /// The sets that write the log of a case, but another moves file or board.
    fn of_log(&mut self, place: usize, attempts: &Attempts) -> Vec<Named> {
        let expected = attempts.case.expected();
        if expected.log.verdict == FileMatch::Agrees {
            return Vec::new();
        }
        let writes = |tried: &Tried| tried.log.verdict == FileMatch::Agrees;
        // If some members of a set already write the log, the other members explain nothing in it.
        let is_minimal = |set: &Explanation| {
            !attempts
                .tried
                .iter()
                .any(|tried| writes(tried) && tried.explanation != *set && tried.explanation.is_part_of(set))
        };
        let mut named = Vec::new();
        for set in attempts.simplest(writes).into_iter().filter(is_minimal) {
            let tried = attempts.tried.iter().find(|tried| tried.explanation == set);
            let (Some(FileMatch::Differs(line)), Some((role, _))) =
                (tried.map(|tried| tried.rest.verdict), attempts.case.rest)
            else {
                continue;
            };
            let is_right = match expected.rest.verdict {
                FileMatch::Differs(first) => line < first,
                _ => true,
            };
            let evidence = self.evidence(&set, &[place], false);
            let against = Some(Differs { case: place, role, line, is_log_exact: true, is_right });
            let is_open = set.is_open_in(self.cases[place].job);
            if evidence > 0 {
                named.push(Named { explanation: set, evidence, is_open, against });
            }
        }
        named
    }
}

impl ReadCase<'_> {
    /// Runs a program with a set, and compares the result with the right program. Visits at most about `most_nodes`
    /// nodes.
    fn verdict(&self, set: &Explanation, most_nodes: u64) -> Verdict {
        let possible = set.possible_for(self.job);
        let mut verdict = Verdict::default();
        if possible == Explanation::default() {
            return verdict;
        }
        let changes_rows_only =
            !possible.is_calculated() && possible.mistakes.iter().all(|mistake| mistake.group() == Group::Rows);
        for (index, compared) in [Compared::Log, Compared::Rest].into_iter().enumerate() {
            let is_log = compared == Compared::Log;
            if verdict.against.is_some() || changes_rows_only && !is_log {
                break;
            }
            let mut budget = self.budget(most_nodes.saturating_sub(verdict.nodes));
            let tried = self.run(&Program::Set(possible.clone()), compared, &mut budget);
            let [found, expected] = [&tried, self.expected()].map(|of| if is_log { &of.log } else { &of.read });
            let role = if is_log { Role::Log } else { self.rest.map_or(Role::Moves, |(role, _)| role) };
            verdict.nodes += tried.nodes;
            verdict.against = match (found.verdict, expected.verdict) {
                (FileMatch::Differs(line), FileMatch::Differs(first)) if line < first => Some((role, line)),
                (FileMatch::Differs(line), FileMatch::Agrees) => Some((role, line)),
                _ => None,
            };
            verdict.explains[index] = found.verdict == FileMatch::Agrees;
            let is_first = matches!(found.verdict, FileMatch::Differs(_)) && found.verdict == expected.verdict;
            verdict.has_other_fault |= is_first && found.wrote != expected.wrote;
        }
        verdict
    }

    /// Counts the wrong places of the log and, if asked for, of the other file, which a program with a set writes. These
    /// are wrong log rows, and wrong moves of the game or, if there are none, wrong lines of the moves file. The second
    /// result is the number of visited nodes.
    fn evidence(&self, set: &Explanation, with_rest: bool, most_nodes: u64) -> (u64, u64) {
        let mut budget = self.budget(most_nodes);
        let expected = self.expected();
        let mut places = match expected.log.verdict {
            FileMatch::Agrees => 0,
            _ => self.differing_rows(),
        };
        if with_rest && expected.differs_in_rest() {
            // All sets that explain the game make the program play the same moves. The first wrong line counts as one
            // place, even if the other wrong lines cannot be counted.
            let mut steps_or_lines = || {
                let own = self.job_with(&set.possible_for(self.job));
                match own.steps_unlike(&self.job_with(&Explanation::default()), &mut budget) {
                    0 => differing_lines(self),
                    steps => steps,
                }
            };
            places += match self.rest {
                Some((Role::Moves, _)) => (*self.wrong_steps.get_or_init(&mut steps_or_lines)).max(1),
                Some(_) => 1,
                None => 0,
            };
        }
        (places, budget.nodes)
    }
}
