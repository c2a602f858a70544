//! The diagnosis: which misunderstanding writes exactly these files?
//!
//! Every mistake of the [list](reversi_course::mistakes) is tried on the same job, then pairs of them, then wrong weights. What it
//! may cost is counted in nodes, so that the same files get the same diagnosis on every machine.

mod alignment;
mod cases;
mod coverage;
mod evidence;
mod explanation;
mod fault_location;
mod laws;
mod other_job;
mod place;
mod text;
mod trial;
mod weights;

use std::cmp::Reverse;

use serde::Serialize;

pub use cases::{CommonDiagnosis, StudentCase};
pub use evidence::Evidence;
pub use explanation::Explanation;
pub use fault_location::FaultLocation;
pub use laws::{Named, Only};
pub use other_job::{JobChange, OtherAssignment, OtherJob, Reading};
pub use place::{PlaceKinds, WrongRows};
pub(super) use text::{write, write_common, write_of_case};

use super::{Role, lines::Follows};
use evidence::Exhibits;
use laws::{CaseTrials, parts_earlier, weakest_member};
use other_job::Rows;
use reversi_core::games::reversi::Position;
use reversi_course::{
    assignment::Job,
    mistakes::{Mistake, Mistakes, NodeBudget},
};
use trial::{Effort, FileMatch, Trial};

/// What is known of how some files came to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosis {
    /// For each of the evidence, what explains it; nothing where it is right.
    pub files_explained_by: Vec<Vec<Named>>,
    /// For each of the evidence, the other job that it is right for.
    pub other_jobs: Vec<Option<OtherJob>>,
    /// How the input was read, if all the evidence is right for that: no mistake is looked for.
    pub other_input: Option<Reading>,
    /// What explains all the evidence together; nothing where all of it is right.
    pub explained_by: Vec<Named>,
    /// Where several sets explain all the evidence and rest on little: a board on which the first two write different files.
    pub told_apart_by: Option<Position>,
    /// Where nothing explains all: the mistakes that agree longest, if they agree longer than the truth.
    pub nearest: Option<Nearest>,
    /// The wrong rows of the log.
    pub wrong_rows: Option<WrongRows>,
    /// Whether there is nothing to explain: the files are right, or only spelled otherwise.
    pub is_of_right_files: bool,
    /// The files whose beginning alone was looked at.
    pub seen_in_part: Vec<Role>,
    /// Whether few mistakes were tried, or none: one row of the log is odd, or some are none that any mistake
    /// of the list writes.
    pub is_spared: bool,
    /// The nodes that it took.
    pub nodes: u64,
    /// True if all was tried that there is to try.
    pub is_complete: bool,
}

impl Diagnosis {
    /// True if it names no mistake.
    pub fn explains_nothing(&self) -> bool {
        self.explained_by.is_empty()
            && self.files_explained_by.iter().all(Vec::is_empty)
            && self.nearest.is_none()
            && self.other_jobs.iter().all(Option::is_none)
            && self.wrong_rows.as_ref().and_then(WrongRows::in_common).is_none()
    }
}

/// Mistakes that do not explain some files, but come nearest to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Nearest {
    #[serde(rename = "mistakes")]
    pub explanation: Explanation,
    pub role: Role,
    /// The first line where they do.
    pub line: u64,
}

impl Nearest {
    /// How many mistakes it has at most: with three of them something always comes near.
    const MOST: usize = 2;
}

/// How many nodes a diagnosis takes at most, unless `--effort` says otherwise.
pub const EFFORT: u64 = 300_000_000;

/// A log with more rows than this is not searched for mistakes where it has one odd row, or rows that no mistake writes.
const LONG: u64 = 10_000;

/// The nodes for a shorter log of this kind, and for a moves file by itself.
const LITTLE_EFFORT: u64 = 5_000_000;

/// Finds out which mistakes write exactly this, under the lenient reading, visiting about `effort` nodes at most. There is
/// at most one log among the evidence, and one moves file or one board.
pub fn diagnose(job: &Job, evidence: &[Evidence], effort: u64) -> Diagnosis {
    diagnose_by(job, evidence, Mistake::of(&job.assignment).collect(), effort, &|_| ())
}

/// The same, where no other mistakes are known than these; `say` is told what is being tried.
pub fn diagnose_by(
    job: &Job,
    evidence: &[Evidence],
    known: Mistakes,
    effort: u64,
    say: &dyn Fn(&'static str),
) -> Diagnosis {
    say("comparing with other jobs");
    let case = CaseTrials::new(job, evidence);
    let (exhibits, truth) = (&case.exhibits, case.truth());
    let rows = Rows::new(effort / 8);
    let other_jobs = other_job::recognise(exhibits, evidence, truth, &rows);
    let left = effort - (effort / 8 - rows.left());
    // What is kept for a moves file by itself, and for finding out what may be said.
    let reserve = (3 * LITTLE_EFFORT).min(left / 8);
    let mut trials = Trials { exhibits, effort: Effort::new(left - reserve), all: Vec::new() };
    // After one line too many or too few all rows stand at other places, and are right.
    let is_nearly_right = evidence.iter().any(|file| file.role == Role::Log && file.is_nearly_right);
    let is_odd = is_nearly_right || exhibits.has_odd_rows();
    let is_long = exhibits.log.as_ref().is_some_and(|log| log.count() > LONG);
    if is_odd {
        trials.effort.left = if is_long { 0 } else { trials.effort.left.min(LITTLE_EFFORT) };
    }
    let spared = left - reserve - trials.effort.left;
    let is_read_rightly = |file: &Evidence| truth.verdict(file.role) == FileMatch::Agrees || file.is_respelled_only;
    let is_of_right_files = evidence.iter().all(is_read_rightly);
    let other_input = other_job::input_of_all(job, evidence, &other_jobs, &rows);
    // A log of one or two rows may be right for another input by chance, but weights calculated from it mean nothing then.
    let says_little = exhibits.log.as_ref().is_some_and(|log| log.count() <= 2);
    if !is_of_right_files && (other_input.is_none() || says_little) && trials.effort.left > 0 {
        trials.search(known, truth, say);
    }
    if other_input.is_some() {
        trials.all.retain(|trial| trial.explanation.weights.is_empty());
    }
    let mut budget = exhibits.budget(reserve + trials.effort.left);
    let mut of_moves_alone = Vec::new();
    let moves = evidence.iter().find(|file| file.role == Role::Moves);
    if let Some(moves) = moves
        .filter(|_| !is_of_right_files && other_input.is_none() && !trials.explain() && truth.rest != FileMatch::Agrees)
    {
        say("trying mistakes on the moves file by itself");
        let nodes;
        (of_moves_alone, nodes) = explain_moves_alone(job, moves, known, LITTLE_EFFORT.min(reserve / 2));
        budget.most_nodes -= nodes;
    }
    // What one of the files contradicts is not said of the other.
    let may_be_said = |set: &Explanation, budget: &mut NodeBudget| {
        let judgement = case.judge(set, budget.most_nodes);
        budget.most_nodes = budget.most_nodes.saturating_sub(judgement.nodes);
        !judgement.contradicts
    };
    of_moves_alone.retain(|set| may_be_said(set, &mut budget));
    let explained_by = trials.simplest(Trial::explains_all);
    let explain = |file: &Evidence| match truth.verdict(file.role) {
        FileMatch::Agrees => Vec::new(),
        _ if file.role == Role::Moves && explained_by.is_empty() => of_moves_alone.clone(),
        _ if !explained_by.is_empty() => trials.simplest(|trial| trial.verdict(file.role) == FileMatch::Agrees),
        _ => trials
            .simplest(|trial| trial.verdict(file.role) == FileMatch::Agrees && !parts_earlier(trial.rest, truth.rest)),
    };
    let files_explained_by: Vec<Vec<Explanation>> = evidence.iter().map(explain).collect();
    let nearest = if explained_by.is_empty() { trials.nearest(truth, evidence) } else { None };
    let nearest = nearest.filter(|Nearest { explanation, role, .. }| {
        may_be_said(explanation, &mut budget) && coverage::accounts_for_most(exhibits, explanation, *role, &mut budget)
    });
    let named = |sets: Vec<Explanation>, explained: [bool; 2], budget: &mut NodeBudget| -> Vec<Named> {
        let named = |set: Explanation| {
            let (evidence, nodes) = case.evidence(&set, explained, budget.most_nodes);
            budget.most_nodes = budget.most_nodes.saturating_sub(nodes);
            let (weakest, nodes) = weakest_member(&set, &[(&case, explained)], budget.most_nodes);
            budget.most_nodes = budget.most_nodes.saturating_sub(nodes);
            let weakest = weakest.filter(|(_, places)| *places <= Named::THIN);
            Named { evidence, weakest, is_open: set.is_open_in(job), explanation: set, only: None }
        };
        sets.into_iter().map(named).collect()
    };
    let explained_by = named(explained_by, [true, true], &mut budget);
    let told_apart_by = match &explained_by[..] {
        [one, other, ..] if one.is_thin() => {
            let mut for_boards = exhibits.budget(budget.most_nodes.min(LITTLE_EFFORT));
            let board = case.told_apart([&one.explanation, &other.explanation], &mut for_boards);
            budget.most_nodes = budget.most_nodes.saturating_sub(for_boards.nodes);
            board
        }
        _ => None,
    };
    let files_explained_by: Vec<Vec<Named>> = files_explained_by
        .into_iter()
        .zip(evidence)
        .map(|(sets, file)| named(sets, [file.role == Role::Log, file.role != Role::Log], &mut budget))
        .collect();
    let has_wrong_rows = !is_nearly_right && truth.log != FileMatch::Agrees;
    let seen_in_part = evidence.iter().filter(|file| file.part.follows == Follows::Unknown).map(|file| file.role);
    Diagnosis {
        files_explained_by,
        other_jobs,
        other_input,
        explained_by,
        told_apart_by,
        nearest,
        wrong_rows: if has_wrong_rows { WrongRows::of(exhibits) } else { None },
        is_of_right_files,
        seen_in_part: seen_in_part.collect(),
        is_spared: is_odd,
        nodes: effort - spared - budget.most_nodes,
        is_complete: trials.effort.is_enough,
    }
}

/// What explains a moves file, whatever is in the log: single mistakes that write it, read through its spelling. Nothing
/// where only its spelling is wrong. Returns what it took, too.
fn explain_moves_alone(job: &Job, moves: &Evidence, known: Mistakes, effort: u64) -> (Vec<Explanation>, u64) {
    let exhibits = Exhibits::new(job, &[moves.read_through_spelling()]);
    let mut trials = Trials { exhibits: &exhibits, effort: Effort::new(effort), all: Vec::new() };
    if Trial::truth_of_rest(job, exhibits.rest).0 != FileMatch::Agrees {
        trials.run(known.iter().map(Explanation::from));
    }
    (trials.simplest(Trial::explains_all), effort - trials.effort.left)
}

/// All pairs of mistakes that one program can make, in the order of the first of both.
fn pairs(mistakes: &[Mistake]) -> impl Iterator<Item = Mistakes> {
    mistakes.iter().enumerate().flat_map(move |(place, &first)| {
        let seconds = mistakes[place + 1..].iter().filter(move |second| !first.excludes(**second));
        seconds.map(move |&second| Mistakes::from(first).with(second))
    })
}

/// A set with each of the other mistakes.
fn with_one_more(set: Mistakes, known: Mistakes) -> Vec<Explanation> {
    let is_compatible = |more: &Mistake| set.iter().all(|mistake| mistake != *more && !mistake.excludes(*more));
    known.iter().filter(is_compatible).map(|more| set.with(more).into()).collect()
}

/// The trial that agrees longest; the first of several.
fn longest<'a>(trials: impl DoubleEndedIterator<Item = &'a Trial>) -> Option<&'a Trial> {
    // The last of the largest is the first of them in the reverse order.
    trials.rev().max_by_key(|trial| trial.agreement())
}

/// The trials so far.
struct Trials<'a> {
    exhibits: &'a Exhibits<'a>,
    effort: Effort,
    all: Vec<Trial>,
}

impl Trials<'_> {
    /// Tries single mistakes, wrong weights, pairs, and a third one beside the best pair, until something explains all the
    /// files; `say` is told what is being tried.
    fn search(&mut self, known: Mistakes, truth: &Trial, say: &dyn Fn(&'static str)) {
        say("trying single mistakes");
        self.run(known.iter().map(Explanation::from));
        if self.explain() {
            return;
        }
        let singles = self.all.len();
        say("trying wrong weights");
        // They are few, and come before the pairs take all the effort; but pairs have the preference.
        let candidates = weights::candidates(self.exhibits, truth).into_iter();
        let weights = self.run_apart(candidates.filter(|set| weights::is_plausible(set, &[self.exhibits.job])));
        say("trying pairs of mistakes");
        // Those with the mistake that agrees longest come first.
        let mut ordered: Vec<&Trial> = self.all.iter().collect();
        ordered.sort_by_key(|trial| Reverse(trial.agreement()));
        let mistakes: Vec<Mistake> = ordered.iter().flat_map(|trial| trial.explanation.mistakes.iter()).collect();
        self.run(pairs(&mistakes).map(Explanation::from));
        if !self.explain()
            && let Some(pair) = longest(self.all[singles..].iter())
        {
            say("trying a third mistake beside the best pair");
            self.run(with_one_more(pair.explanation.mistakes, known));
        }
        self.all.extend(weights);
    }

    /// Makes trials as long as the effort lasts.
    fn run(&mut self, explanations: impl IntoIterator<Item = Explanation>) {
        let trials = self.run_apart(explanations);
        self.all.extend(trials);
    }

    /// The same, where what comes of it is not yet to be counted.
    fn run_apart(&mut self, explanations: impl IntoIterator<Item = Explanation>) -> Vec<Trial> {
        let exhibits = self.exhibits;
        self.effort.spend(
            explanations,
            |explanation, left| Trial::new(exhibits, explanation, left),
            |trial| trial.nodes,
        )
    }

    /// True if any explains all the files.
    fn explain(&self) -> bool {
        self.all.iter().any(Trial::explains_all)
    }

    /// Of the trials that explain something, those with the fewest mistakes; those with wrong weights only where there are no
    /// others.
    fn simplest(&self, explains: impl Fn(&Trial) -> bool) -> Vec<Explanation> {
        let explanations = || self.all.iter().filter(|trial| explains(trial)).map(|trial| &trial.explanation);
        let size = |explanation: &Explanation| (explanation.is_calculated(), explanation.mistakes.iter().count());
        let fewest = explanations().map(size).min();
        explanations().filter(|explanation| Some(size(explanation)) == fewest).cloned().collect()
    }

    /// The mistake or pair that agrees longest, where it agrees longer than the truth.
    fn nearest(&self, truth: &Trial, evidence: &[Evidence]) -> Option<Nearest> {
        let is_short = |trial: &&Trial| {
            !trial.explanation.is_calculated() && trial.explanation.mistakes.iter().count() <= Nearest::MOST
        };
        let trial = longest(self.all.iter().filter(is_short)).filter(|trial| trial.agreement() > truth.agreement())?;
        evidence.iter().find_map(|file| match trial.verdict(file.role) {
            FileMatch::Differs(line) => Some(Nearest { explanation: trial.explanation.clone(), role: file.role, line }),
            FileMatch::Agrees | FileMatch::Unknown => None,
        })
    }
}
