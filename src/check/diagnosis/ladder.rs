//! Tries sets of mistakes on a case: singles, singles on one side, wrong weights, pairs, then triples.

use std::cmp::Reverse;

use super::{
    Case, Explanation, Nearest,
    alignment::is_refuted_by_row,
    evidence::LogRows,
    line_matcher::FileMatch,
    other_job,
    other_job::{OtherJob, Reading, Rows},
    set_evidence::parts_earlier,
    trial::{Compared, Effort, FirstDifference, ReadCase, Trial},
    weights,
};
use crate::Role;
use reversi_course::mistakes::{Group, Mistake, Mistakes};

/// `check` tries no mistakes on a longer log with a line that no mistake writes. Each mistake would cost a search of this
/// many rows for files that it cannot explain.
const LONG: u64 = 10_000;

/// The number of nodes for a shorter log with such a line, and for a moves file alone: about a second for all single
/// mistakes.
pub(super) const LITTLE_EFFORT: u64 = 5_000_000;

/// The number of wrong weights that are tried with each mistake. All weights that fit the first wrong leaf agree up to
/// the second wrong leaf. Only a few of them fit the second leaf, too.
const MOST_WEIGHTS_IN_PAIRS: usize = 3;

/// A student's case after all trials that the effort allowed.
pub(super) struct Ladder<'a> {
    pub(super) case: ReadCase<'a>,
    /// For each file, the other job for which the file is right.
    pub(super) other_jobs: Vec<Option<OtherJob>>,
    pub(super) other_input: Option<Reading>,
    /// True if all files are right, possibly in another format.
    pub(super) is_of_right_files: bool,
    /// True if few or no mistakes were tried because of an odd log row.
    pub(super) is_spared: bool,
    pub(super) trials: Vec<Trial>,
    /// Single mistakes that explain the moves file, if no set explains all files.
    moves_alone: Vec<Explanation>,
    pub(super) is_complete: bool,
    pub(super) nodes: u64,
    /// The number of nodes that are left for checking sets before the diagnosis names them.
    pub(super) left: u64,
}

impl<'a> Ladder<'a> {
    /// Tries sets of mistakes on a wrong case. `say` receives the name of the current step.
    pub(super) fn climb(case: &Case<'a>, known: Mistakes, effort: u64, say: &dyn Fn(&'static str)) -> Self {
        say("comparing with other jobs");
        let Case { job, evidence, .. } = case;
        let read = ReadCase::new(job, evidence);
        let rows = Rows::new(effort / 8);
        let other_jobs = other_job::recognise(&read, evidence, &rows);
        let left = effort - (effort / 8 - rows.left());
        // Effort that is reserved for a case with only a moves file, and for checking sets.
        let reserve = (3 * LITTLE_EFFORT).min(left / 8);
        let mut for_trials = Effort::new(left - reserve);
        let is_spared = read.has_odd_rows();
        let row_count = read.log.as_ref().map(LogRows::count);
        if is_spared {
            let is_long = row_count.is_some_and(|rows| rows > LONG);
            for_trials.left = if is_long { 0 } else { for_trials.left.min(LITTLE_EFFORT) };
        }
        let unused = left - reserve - for_trials.left;
        let mut ladder = Self {
            is_of_right_files: evidence.iter().all(|file| read.expected().explains(file.role)),
            other_input: other_job::input_of_all(job, evidence, &other_jobs, &rows),
            other_jobs,
            is_spared,
            trials: Vec::new(),
            moves_alone: Vec::new(),
            is_complete: true,
            nodes: 0,
            left: 0,
            case: read,
        };
        let is_searched = !known.is_empty() && !ladder.is_of_right_files && for_trials.left > 0;
        // A log with one or two rows may be right for another input by chance. Weights from such a short log mean
        // nothing.
        let says_little = row_count.is_some_and(|rows| rows <= 2);
        if is_searched && (ladder.other_input.is_none() || says_little) {
            ladder.search(known, &mut for_trials, say);
        }
        if ladder.other_input.is_some() {
            ladder.trials.retain(|trial| trial.explanation.weights.is_empty());
        }
        ladder.left = reserve + for_trials.left;
        ladder.is_complete = for_trials.is_enough;
        let has_moves = ladder.case.rest.is_some_and(|(role, _)| role == Role::Moves);
        let has_wrong_moves = has_moves && ladder.case.expected().differs_in_rest();
        if has_wrong_moves && !ladder.is_of_right_files && ladder.other_input.is_none() && !ladder.explains_all() {
            say("trying mistakes on the moves file by itself");
            let mut effort = Effort::new(LITTLE_EFFORT.min(reserve / 2));
            let before = effort.left;
            let singles = known.iter().map(Explanation::from);
            let found = effort.try_all(&ladder.case, singles, Compared::Rest).into_iter();
            // The right rows of the log show which mistakes the program does not make.
            let mut budget = ladder.case.budget(effort.left);
            let mut explains = |trial: &Trial| {
                trial.read.verdict == FileMatch::Agrees
                    && !is_refuted_by_row(&ladder.case, &trial.explanation, &mut budget)
            };
            ladder.moves_alone = found.filter(|trial| explains(trial)).map(|trial| trial.explanation).collect();
            ladder.left -= before - effort.left + budget.nodes.min(effort.left);
        }
        ladder.nodes = effort - unused - ladder.left;
        ladder
    }

    /// Tries sets step by step until one explains all files.
    fn search(&mut self, known: Mistakes, effort: &mut Effort, say: &dyn Fn(&'static str)) {
        let singles: Vec<Explanation> = known.iter().map(Explanation::from).collect();
        say("trying single mistakes");
        self.trials = effort.try_all(&self.case, singles, Compared::Both);
        if self.explains_all() {
            return;
        }
        say("trying mistakes on one side");
        let sided = effort.try_all(&self.case, self.on_one_side(), Compared::Both);
        self.trials.extend(sided);
        if self.explains_all() {
            return;
        }
        say("trying wrong weights");
        // There are only a few sets with wrong weights. Wrong weights are tried before pairs of mistakes, because the
        // pairs may take all the effort. If both explain the files, the pairs are preferred.
        let weights = weights::candidates(&self.case).into_iter();
        let weights = weights.filter(|set| weights::is_plausible(set, &[self.case.job]));
        let weights = effort.try_all(&self.case, weights, Compared::Both);
        say("trying pairs of mistakes");
        // A right log shows that the search is right. After a right log, a mistake in the search is named only if the
        // mistake alone explains the files.
        let is_log_right = self.case.log.is_some() && self.case.expected().log.verdict == FileMatch::Agrees;
        let is_combined = |mistake: &Mistake| !is_log_right || mistake.group() != Group::Search;
        let known: Mistakes = known.iter().filter(is_combined).collect();
        let pairs = effort.try_all(&self.case, self.pairs(known), Compared::Both);
        let longest = longest(pairs.iter()).map(|pair| pair.explanation.clone());
        self.trials.extend(pairs);
        if !self.explains_all()
            && let Some(pair) = longest
        {
            say("trying a third mistake beside the best pair");
            let new = known.iter().filter(|more| !pair.mistakes.contains(*more)).map(Explanation::from);
            let thirds: Vec<Explanation> = new.filter_map(|more| pair.with(&more)).collect();
            self.trials.extend(effort.try_all(&self.case, thirds, Compared::Both));
        }
        let mut longest: Vec<&Trial> = weights.iter().collect();
        longest.sort_by_key(|trial| Reverse(trial.agreement()));
        longest.truncate(if self.explains_all() { 0 } else { MOST_WEIGHTS_IN_PAIRS });
        let pairs = longest.iter().flat_map(|trial| known.iter().filter_map(|one| trial.explanation.with(&one.into())));
        let pairs = effort.try_all(&self.case, pairs.collect::<Vec<_>>(), Compared::Both);
        self.trials.extend(weights);
        self.trials.extend(pairs);
    }

    /// The tried mistakes on each side alone, those that agree longest first, then the rare mistakes. If a mistake changes nothing up to the first
    /// wrong line, neither does the same mistake on one side.
    fn on_one_side(&self) -> Vec<Explanation> {
        let expected = self.case.expected();
        let mut ordered: Vec<&Trial> =
            self.trials.iter().filter(|trial| Change::of(trial, expected) != Change::Later).collect();
        ordered.sort_by_key(|trial| Reverse(trial.agreement()));
        let mistakes = ordered.into_iter().flat_map(|trial| trial.explanation.mistakes.iter());
        let is_possible = |mistake: &Mistake| mistake.is_possible_in(&self.case.job.assignment);
        let rare = Mistake::RARE.into_iter().filter(is_possible);
        mistakes.flat_map(Mistake::on_each_side).chain(rare).map(Explanation::from).collect()
    }

    /// Pairs of mistakes that may explain the files. Pairs with the mistake that fits the files longest come first.
    fn pairs(&self, known: Mistakes) -> Vec<Explanation> {
        let expected = self.case.expected();
        let mut ordered: Vec<&Trial> =
            self.trials.iter().filter(|trial| trial.explanation.is_part_of(&known.into())).collect();
        ordered.sort_by_key(|trial| Reverse(trial.agreement()));
        let singles: Vec<(&Explanation, Change)> =
            ordered.into_iter().map(|trial| (&trial.explanation, Change::of(trial, expected))).collect();
        let mut pairs = Vec::new();
        for (place, (one, change)) in singles.iter().enumerate() {
            let seconds = singles[place + 1..].iter().filter(|(_, other)| change.goes_with(*other));
            pairs.extend(seconds.filter_map(|(second, _)| one.with(second)));
        }
        pairs
    }

    /// True if neither the format nor another reading of the input explains all differences.
    pub(super) fn is_unexplained_by_input(&self) -> bool {
        !self.is_of_right_files && self.other_input.is_none()
    }

    /// True if a set was tried on all files, or if a set explains the moves file.
    pub(super) fn has_sets(&self) -> bool {
        !self.trials.is_empty() || !self.moves_alone.is_empty()
    }

    /// True if a set explains all files.
    pub(super) fn explains_all(&self) -> bool {
        self.trials.iter().any(Trial::explains_all)
    }

    /// The smallest sets for whose trials `explains` returns true. Sets with wrong weights sort after sets with only
    /// mistakes, and mistakes on one side after mistakes on both.
    pub(super) fn simplest(&self, explains: impl Fn(&Trial) -> bool) -> Vec<Explanation> {
        let found = || self.trials.iter().filter(|trial| explains(trial)).map(|trial| &trial.explanation);
        let sided = |set: &Explanation| set.mistakes.iter().filter(|mistake| mistake.side().is_some()).count();
        let size = |set: &Explanation| (set.is_calculated(), set.mistakes.len(), sided(set));
        let fewest = found().map(size).min();
        found().filter(|set| Some(size(set)) == fewest).cloned().collect()
    }

    /// The sets that explain one wrong file.
    pub(super) fn of_file(&self, role: Role) -> Vec<Explanation> {
        let expected = self.case.expected();
        let agrees = |trial: &Trial| trial.explains(role);
        match () {
            () if agrees(expected) => Vec::new(),
            () if self.explains_all() => self.simplest(agrees),
            () if role == Role::Moves => self.moves_alone.clone(),
            () => {
                let mut sets =
                    self.simplest(|trial| agrees(trial) && !parts_earlier(trial.rest.verdict, expected.rest.verdict));
                // If some members of a set already write the file, the other members explain nothing in the file.
                let is_minimal = |set: &Explanation| {
                    let is_part = |trial: &Trial| trial.explanation != *set && trial.explanation.is_part_of(set);
                    !self.trials.iter().any(|trial| agrees(trial) && is_part(trial))
                };
                sets.retain(is_minimal);
                sets
            }
        }
    }

    /// The mistake or pair, on both sides, that agrees longest with the files. It must agree longer than the expected files, and must
    /// not write the whole log.
    pub(super) fn nearest(&self) -> Option<Nearest> {
        let expected = self.case.expected();
        // There are so many mistakes on one side that one of them often agrees a little longer by chance.
        let is_near = |set: &Explanation| {
            !set.is_calculated()
                && set.mistakes.len() <= Nearest::MOST
                && set.mistakes.iter().all(|mistake| mistake.side().is_none())
        };
        let trial = longest(self.trials.iter().filter(|trial| is_near(&trial.explanation)))?;
        let FileMatch::Differs(line) = trial.log.verdict else { return None };
        (trial.agreement() > expected.agreement()).then(|| Nearest::new(trial.explanation.clone(), line))
    }
}

/// The trial that agrees longest with the files; if several agree equally long, the first.
fn longest<'t>(trials: impl DoubleEndedIterator<Item = &'t Trial>) -> Option<&'t Trial> {
    // `max_by_key` returns the last maximum, so the trials are in reverse order.
    trials.rev().max_by_key(|trial| trial.agreement())
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
    /// The trial did not end.
    Unknown,
}

impl Change {
    fn of(trial: &Trial, expected: &Trial) -> Self {
        match (trial.first_difference(), expected.first_difference()) {
            (Some(own), Some(first)) if own < first => Self::Earlier(own),
            // The trial writes the same wrong line as the student.
            (Some(own), Some(first)) if own > first => Self::There,
            (Some(_), Some(_)) if trial.wrote() == expected.wrote() => Self::Later,
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
