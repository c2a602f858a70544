//! Finds the mistakes with which a program prints exactly a student's answers.

use super::{Accept, Compared, Deviation, Mistake, Mistakes, Request, Sample, Samples, System, compare, printed};
use reversi_course::log::Equality;
use reversi_course::mistakes::{Effort, NodeBudget, Question, Ranked, Stopped};

/// A case with a student's answer.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a> {
    pub request: &'a Request,
    pub expected: &'a str,
    pub found: &'a str,
    pub accept: &'a [Accept],
    /// True if the answer is right, possibly in another format.
    pub is_right: bool,
}

/// The mistakes that explain all answers of a student.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub(super) system: System,
    /// The sets that explain all answers, each as small as possible.
    pub sets: Ranked<Mistakes>,
    pub answers: usize,
    /// The number of wrong answers, on which the sets rest.
    pub wrong: usize,
    /// A request to which programs with the first two sets print different answers, as far as
    /// [`told_apart`](Self::told_apart) found one.
    pub told_apart_by: Option<Sample>,
    /// True if the search tried all sets to their end.
    pub is_complete: bool,
}

/// A node of a program with mistakes takes as long as this number of nodes in the searches of logs.
const EFFORT_OF_A_NODE: u64 = 40;

/// Tries all single mistakes. If no single mistake explains two or more wrong answers, tries all pairs: first those of
/// mistakes that change the answer to the first request. One answer has too few possible values for pairs.
pub fn explain(cases: &[Answered], effort: u64) -> Explanation {
    let system = cases.first().map_or(System::Text, |case| case.request.system());
    let wrong = cases.iter().filter(|case| !case.is_right).count();
    let mut effort = Effort::new(effort / EFFORT_OF_A_NODE);
    let mut sets = Vec::new();
    if wrong > 0 && effort.left > 0 {
        let answers = Answers::new(cases, effort.left);
        let singles: Vec<Mistakes> = Mistake::printed_by(system).map(Mistakes::from).collect();
        let tried = answers.try_all(&singles, &mut effort);
        sets = explaining(&tried);
        if wrong > 1 && sets.is_empty() {
            sets = explaining(&answers.try_all(&pairs(&tried), &mut effort));
        }
    }
    let (answers, sets) = (cases.len(), Ranked::new(sets));
    Explanation { system, sets, answers, wrong, told_apart_by: None, is_complete: effort.is_enough }
}

/// All answers of a student. Wrong answers come first, because they rule out the most sets, then small searches.
struct Answers<'a> {
    cases: Vec<&'a Answered<'a>>,
    /// The right answer to the first request.
    right: Result<String, Stopped>,
}

/// A set that was tried on all answers.
struct Tried {
    set: Mistakes,
    explains: bool,
    /// True if a program with the set gives the first request another answer than the right program.
    changes_first: bool,
    is_stopped: bool,
}

impl<'a> Answers<'a> {
    fn new(cases: &'a [Answered<'a>], most_nodes: u64) -> Self {
        let nodes = |case: &Answered| {
            let mut budget = NodeBudget::of_nodes(most_nodes);
            let right = printed(case.request, Mistakes::NONE, &mut budget);
            (budget.nodes, right)
        };
        let mut ordered: Vec<_> = cases.iter().map(|case| (case, nodes(case))).collect();
        ordered.sort_by_key(|(case, (nodes, _))| (case.is_right, *nodes));
        let right = ordered.first().map_or(Err(Stopped::Enough), |(_, (_, right))| right.clone());
        Self { cases: ordered.into_iter().map(|(case, _)| case).collect(), right }
    }

    /// Tries sets, each with an equal share of the effort. Sets that need more share what is left.
    fn try_all(&self, sets: &[Mistakes], effort: &mut Effort) -> Vec<Tried> {
        let share = effort.left / (sets.len() as u64).max(1);
        let mut tried = effort.try_all(self, sets, share);
        let stopped: Vec<Mistakes> = tried.iter().filter(|one| one.is_stopped).map(|one| one.set).collect();
        if !stopped.is_empty() {
            let mut rest = Effort { is_enough: tried.len() == sets.len(), ..*effort };
            let again = rest.try_all(self, &stopped, rest.left / stopped.len() as u64);
            *effort = rest;
            let of_set = |set| again.iter().position(|one: &Tried| one.set == set);
            tried.retain(|one| !one.is_stopped || of_set(one.set).is_none());
            tried.extend(again);
        }
        tried
    }
}

impl Question for Answers<'_> {
    type Program = Mistakes;
    type Tried = Tried;

    fn run(&self, set: &Mistakes, most_nodes: u64) -> (Tried, u64) {
        let mut budget = NodeBudget::of_nodes(most_nodes);
        let mut print = |case: &Answered| printed(case.request, *set, &mut budget);
        let is_like = |case: &Answered, text: Result<String, Stopped>| matches!(text, Ok(text) if agrees(case, &text));
        let text = print(self.cases[0]);
        let changes_first = self.right != text;
        let explains = is_like(self.cases[0], text) && self.cases[1..].iter().all(|case| is_like(case, print(case)));
        let is_stopped = budget.is_spent();
        (Tried { set: *set, explains, changes_first, is_stopped }, budget.nodes)
    }
}

fn explaining(tried: &[Tried]) -> Vec<Mistakes> {
    tried.iter().filter(|one| one.explains).map(|one| one.set).collect()
}

/// All pairs of mistakes; those of two mistakes that each change the first answer come first.
fn pairs(singles: &[Tried]) -> Vec<Mistakes> {
    let of = |(place, one)| singles[place + 1..].iter().map(move |other: &Tried| [one, other]);
    let mut pairs: Vec<[&Tried; 2]> = singles.iter().enumerate().flat_map(of).collect();
    pairs.sort_by_key(|pair| pair.iter().filter(|one| !one.changes_first).count());
    pairs.into_iter().map(|[one, other]| one.set.iter().chain(other.set.iter()).collect()).collect()
}

impl Explanation {
    /// Finds a request to which programs with the first two sets print different answers; one like the first case if
    /// there is any.
    pub fn told_apart(mut self, cases: &[Answered]) -> Self {
        if let ([first, second, ..], [case, ..]) = (&self.sets.named[..], cases) {
            let differs = |sample: &Sample| {
                let answer = |set| printed(&sample.request, set, &mut NodeBudget::of_nodes(Samples::MOST_NODES));
                answer(*first) != answer(*second)
            };
            let samples = || Samples::new(self.system, 0);
            let is_like = |sample: &Sample| sample.request.question() == case.request.question();
            let like = samples().find(|sample| is_like(sample) && differs(sample));
            self.told_apart_by = like.or_else(|| samples().find(differs));
        }
        self
    }
}

/// True if a program's text is the student's answer. If the answer is right, any other right answer agrees with it.
fn agrees(case: &Answered, text: &str) -> bool {
    let system = case.request.system();
    // A program that takes the first position for a leaf has no best move. It may print any house.
    let is_search = matches!(case.request, Request::Awari { question: super::Awari::Search { .. }, .. });
    let house = case.found.split_whitespace().next().filter(|_| is_search && text.starts_with("none "));
    let text = &house.map_or_else(|| text.to_owned(), |house| text.replacen("none", house, 1));
    let compared = compare(system, text, case.found, Equality::Lines);
    let is_same = matches!(compared, Compared::Same | Compared::OtherFormat(Deviation::LineEnds | Deviation::Form));
    is_same || case.is_right && case.request.compare(case.expected, text, case.accept, Equality::Lenient).is_same()
}
