//! Tries programs on a case, stage by stage: other jobs, single mistakes, one side, wrong weights, pairs, a third mistake.

use std::cmp::Reverse;

use super::{
    Case, Explanation,
    evidence::LogRows,
    other_job::{self, OtherJob},
    program::{FileMatch, FirstDifference, ReadCase, Tried},
    weights,
};
use reversi_course::mistakes::{Effort, Group, Mistake, Mistakes};

/// The number of wrong weights that are tried with each mistake. All weights that fit the first wrong leaf agree up to
/// the second wrong leaf. Only a few of them fit the second leaf, too.
const MOST_WEIGHTS_IN_PAIRS: usize = 3;

/// The number of nodes for work that improves a report but is not necessary: about a second for all single mistakes.
pub(super) const LITTLE_EFFORT: u64 = 5_000_000;

/// A stage of the search: programs to try if no mistakes of an earlier stage write all files.
struct Stage {
    /// The name for messages about the progress.
    name: &'static str,
    programs: fn(&Attempts, Mistakes) -> Vec<Explanation>,
}

/// The stages. Wrong weights come before pairs, because there are only a few, and the pairs may take all the effort. If
/// both write the files, the pairs are preferred.
const STAGES: [Stage; 6] = [
    Stage { name: "trying single mistakes", programs: |_, known| known.iter().map(Explanation::from).collect() },
    Stage { name: "trying mistakes on one side", programs: |attempts, _| attempts.on_one_side() },
    Stage { name: "trying wrong weights", programs: |attempts, _| attempts.weights() },
    Stage { name: "trying pairs of mistakes", programs: |attempts, known| attempts.pairs(known) },
    Stage { name: "trying a third mistake beside the best pair", programs: |attempts, known| attempts.thirds(known) },
    Stage {
        name: "trying a mistake beside a wrong weight",
        programs: |attempts, known| attempts.weights_with_mistakes(known),
    },
];

/// One program may take at most this part of the effort of a stage.
const SHARE: u64 = 2;

/// A student's case after all programs that the effort allowed.
pub(super) struct Attempts<'a> {
    pub(super) case: ReadCase<'a>,
    /// For each file, the other job for which the file is right.
    pub(super) other_jobs: Vec<Option<OtherJob>>,
    /// True if the files of another reading of the input are exactly the case's files.
    pub(super) is_of_other_input: bool,
    /// True if all files are right, possibly in another format.
    pub(super) is_of_right_files: bool,
    /// The number of the first log line that no mistake writes. Then no mistake was tried.
    pub(super) odd_line: Option<u64>,
    pub(super) tried: Vec<Tried>,
    pub(super) is_complete: bool,
    pub(super) nodes: u64,
    /// The number of nodes that are left for comparing the programs with other cases.
    pub(super) left: u64,
}

impl<'a> Attempts<'a> {
    /// Tries programs on a case. `say` receives the name of the current stage.
    pub(super) fn new(case: &Case<'a>, known: Mistakes, effort: u64, say: &dyn Fn(&'static str)) -> Self {
        say("comparing with other jobs");
        let read = ReadCase::new(case.job, &case.evidence);
        let mut rows = read.budget(effort / 8);
        let other_jobs = other_job::recognise(&read, &case.evidence, &mut rows);
        let is_of_other_input = other_job::is_input_of_all(&read, &other_jobs, &mut rows);
        let left = effort - rows.nodes.min(effort / 8);
        let reserve = (3 * LITTLE_EFFORT).min(left / 8);
        let mut attempts = Self {
            is_of_right_files: case.evidence.iter().all(|file| read.expected().explains(file.role)),
            is_of_other_input,
            other_jobs,
            odd_line: read.odd_line(),
            tried: Vec::new(),
            is_complete: true,
            nodes: 0,
            left: 0,
            case: read,
        };
        let mut for_trials = Effort::new(left - reserve);
        if !known.is_empty() && !attempts.is_of_right_files && attempts.odd_line.is_none() {
            attempts.run_stages(known, &mut for_trials, say);
        }
        attempts.is_complete = for_trials.is_enough;
        attempts.left = reserve + for_trials.left;
        attempts.nodes = effort - attempts.left;
        attempts
    }

    fn run_stages(&mut self, known: Mistakes, effort: &mut Effort, say: &dyn Fn(&'static str)) {
        // Weights from a short log mean nothing.
        let says_little = self.case.log.as_ref().is_some_and(LogRows::says_little);
        let stages = match self.is_of_other_input {
            true if says_little => &STAGES[..2],
            true => &[],
            false => &STAGES[..],
        };
        for Stage { name, programs } in stages {
            say(name);
            let programs = programs(self, known);
            let share = effort.left / SHARE;
            self.tried.extend(effort.try_all(&self.case, &programs, share));
            if self.tried.iter().any(|tried| tried.explains_all() && !tried.explanation.is_calculated()) {
                return;
            }
        }
    }

    /// The tried mistakes on each side alone, those that agree longest first, then the rare mistakes. If a mistake
    /// changes nothing up to the first wrong line, neither does the same mistake on one side.
    fn on_one_side(&self) -> Vec<Explanation> {
        let expected = self.case.expected();
        let changing = longest_first(self.tried.iter().filter(|tried| Change::of(tried, expected) != Change::Later));
        let mistakes = changing.into_iter().flat_map(|tried| tried.explanation.mistakes.iter());
        let is_possible = |mistake: &Mistake| mistake.is_possible_in(&self.case.job.assignment);
        let rare = Mistake::RARE.into_iter().filter(is_possible);
        mistakes.flat_map(Mistake::on_each_side).chain(rare).map(Explanation::from).collect()
    }

    fn weights(&self) -> Vec<Explanation> {
        let weights = weights::candidates(&self.case).into_iter();
        weights.filter(|set| weights::is_plausible(set, &[self.case.job])).collect()
    }

    /// The mistakes that pairs are made of. A right log shows that the search is right.
    fn combined(&self, known: Mistakes) -> Mistakes {
        let is_log_right = self.case.log.is_some() && self.case.expected().log.verdict == FileMatch::Agrees;
        known.iter().filter(|mistake| !is_log_right || mistake.group() != Group::Search).collect()
    }

    /// Pairs of mistakes that may explain the files. Pairs with the mistake that fits the files longest come first.
    fn pairs(&self, known: Mistakes) -> Vec<Explanation> {
        let (expected, known) = (self.case.expected(), self.combined(known).into());
        let singles = longest_first(self.tried.iter().filter(|tried| tried.explanation.is_part_of(&known)));
        let singles: Vec<(&Explanation, Change)> =
            singles.into_iter().map(|tried| (&tried.explanation, Change::of(tried, expected))).collect();
        let mut pairs = Vec::new();
        for (place, (one, change)) in singles.iter().enumerate() {
            let seconds = singles[place + 1..].iter().filter(|(_, other)| change.goes_with(*other));
            pairs.extend(seconds.filter_map(|(second, _)| one.with(second)));
        }
        pairs
    }

    /// The mistakes beside the pair that agrees longest.
    fn thirds(&self, known: Mistakes) -> Vec<Explanation> {
        let pairs = self.tried.iter().filter(|tried| tried.explanation.mistakes.len() == 2);
        let Some(pair) = longest(pairs).map(|pair| &pair.explanation) else { return Vec::new() };
        let new = self.combined(known).iter().filter(|more| !pair.mistakes.contains(*more)).map(Explanation::from);
        new.filter_map(|more| pair.with(&more)).collect()
    }

    fn weights_with_mistakes(&self, known: Mistakes) -> Vec<Explanation> {
        let weights = longest_first(self.tried.iter().filter(|tried| tried.explanation.is_calculated()));
        let weights = weights.into_iter().take(MOST_WEIGHTS_IN_PAIRS);
        let mistakes = self.combined(known);
        weights.flat_map(|tried| mistakes.iter().filter_map(|one| tried.explanation.with(&one.into()))).collect()
    }

    /// True if neither the format nor another reading of the input explains all differences.
    pub(super) const fn is_unexplained_by_input(&self) -> bool {
        !self.is_of_right_files && !self.is_of_other_input
    }

    /// The smallest sets for whose trials `explains` returns true. Sets with wrong weights sort after sets with only
    /// mistakes, and mistakes on one side after mistakes on both.
    pub(super) fn simplest(&self, explains: impl Fn(&Tried) -> bool) -> Vec<Explanation> {
        let found = || self.tried.iter().filter(|tried| explains(tried)).map(|tried| &tried.explanation);
        let size = |set: &Explanation| (set.is_calculated(), set.mistakes.len(), set.sided());
        let fewest = found().map(size).min();
        found().filter(|set| Some(size(set)) == fewest).cloned().collect()
    }
}

fn longest_first<'t>(tried: impl Iterator<Item = &'t Tried>) -> Vec<&'t Tried> {
    let mut ordered: Vec<&Tried> = tried.collect();
    ordered.sort_by_key(|tried| Reverse(tried.agreement()));
    ordered
}

/// The program that agrees longest with the files; if several agree equally long, the first.
fn longest<'t>(tried: impl Iterator<Item = &'t Tried>) -> Option<&'t Tried> {
    longest_first(tried).into_iter().next()
}

/// The first line that a mistake changes, compared with the first wrong line of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// The first line that the mistake changes is right.
    Earlier(FirstDifference),
    /// The first line that the mistake changes is the first wrong line.
    There,
    /// The first line that the mistake changes comes later, or there is no such line.
    Later,
    /// The program did not end.
    Unknown,
}

impl Change {
    fn of(tried: &Tried, expected: &Tried) -> Self {
        match (tried.first_difference(), expected.first_difference()) {
            (Some(own), Some(first)) if own < first => Self::Earlier(own),
            // The program writes the same wrong line as the student.
            (Some(own), Some(first)) if own > first => Self::There,
            (Some(_), Some(_)) if tried.wrote() == expected.wrote() => Self::Later,
            (Some(_), Some(_)) => Self::There,
            (None, _) | (_, None) => Self::Unknown,
        }
    }

    /// True if both mistakes together may explain the files. If a mistake alone changes a right line, it also changes
    /// this line together with another mistake, unless both change the line. At least one of the two mistakes must
    /// change the first wrong line.
    fn goes_with(self, other: Self) -> bool {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => true,
            (Self::Earlier(one), Self::Earlier(other)) => one == other,
            (Self::Earlier(_), _) | (_, Self::Earlier(_)) | (Self::Later, Self::Later) => false,
            (Self::There, _) | (_, Self::There) => true,
        }
    }
}
