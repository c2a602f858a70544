//! Finds the mistakes with which a program prints exactly a student's answers.

use super::{Accept, Compared, Deviation, Mistake, Mistakes, Request, Sample, Samples, System, compare, printed};
use reversi_course::log::Equality;
use reversi_course::mistakes::{Effort, NodeBudget, Question};

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
    pub sets: Vec<Mistakes>,
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

/// Tries all single mistakes, the rare ones last. If no single mistake explains two or more wrong answers, tries all
/// pairs. One answer has too few possible values for pairs.
pub fn explain(cases: &[Answered], effort: u64) -> Explanation {
    let system = cases.first().map_or(System::Text, |case| case.request.system());
    let wrong = cases.iter().filter(|case| !case.is_right).count();
    let mut effort = Effort::new(effort / EFFORT_OF_A_NODE);
    let mut sets = Vec::new();
    if wrong > 0 && effort.left > 0 {
        let answers = Answers::new(cases, effort.left);
        let singles: Vec<Mistakes> = Mistake::printed_by(system).map(Mistakes::from).collect();
        let (rare, usual) = singles.iter().partition(|set| set.iter().all(|one| one.is_rare()));
        sets = answers.explaining(usual, &mut effort);
        if sets.is_empty() {
            sets = answers.explaining(rare, &mut effort);
        }
        if wrong > 1 && sets.is_empty() {
            let of = |(place, one): (usize, &Mistakes)| {
                singles[place + 1..].iter().map(|other| one.iter().chain(other.iter()).collect()).collect::<Vec<_>>()
            };
            sets = answers.explaining(singles.iter().enumerate().flat_map(of).collect(), &mut effort);
        }
    }
    Explanation { system, sets, answers: cases.len(), wrong, told_apart_by: None, is_complete: effort.is_enough }
}

/// All answers of a student. Wrong answers come first, because they rule out the most sets, then small searches.
struct Answers<'a>(Vec<&'a Answered<'a>>);

impl<'a> Answers<'a> {
    fn new(cases: &'a [Answered<'a>], most_nodes: u64) -> Self {
        let mut ordered: Vec<&Answered> = cases.iter().collect();
        ordered.sort_by_cached_key(|case| {
            let mut budget = NodeBudget::of_nodes(most_nodes);
            let _ = printed(case.request, Mistakes::NONE, &mut budget);
            (case.is_right, budget.nodes)
        });
        Self(ordered)
    }

    /// The sets that explain all answers. Each set has an equal share of the effort; sets that need more share what is
    /// left.
    fn explaining(&self, mut sets: Vec<Mistakes>, effort: &mut Effort) -> Vec<Mistakes> {
        let mut found = Vec::new();
        let was_enough = effort.is_enough;
        for _ in 0..2 {
            effort.is_enough = was_enough;
            let tried = effort.try_all(self, &sets, effort.left / (sets.len() as u64).max(1));
            let with =
                |wanted| sets.iter().zip(&tried).filter(move |(_, tried)| **tried == wanted).map(|(set, _)| *set);
            found.extend(with(Some(true)));
            let stopped: Vec<Mistakes> = with(None).collect();
            if stopped.is_empty() || tried.len() < sets.len() {
                break;
            }
            sets = stopped;
        }
        found
    }
}

impl Question for Answers<'_> {
    type Program = Mistakes;
    /// True if the program prints all answers; `None` if it was stopped.
    type Tried = Option<bool>;

    fn run(&self, set: &Mistakes, most_nodes: u64) -> (Option<bool>, u64) {
        let mut budget = NodeBudget::of_nodes(most_nodes);
        let mut prints =
            |case: &&Answered| printed(case.request, *set, &mut budget).is_ok_and(|text| agrees(case, &text));
        let explains = self.0.iter().all(&mut prints);
        (Some(explains).filter(|_| !budget.is_spent()), budget.nodes)
    }
}

impl Explanation {
    /// Finds a request to which programs with the first two sets print different answers; one like the first case if
    /// there is any.
    pub fn told_apart(mut self, cases: &[Answered]) -> Self {
        if let ([first, second, ..], [case, ..]) = (&self.sets[..], cases) {
            let differs = |(request, _): &(Request, Sample)| {
                let answer = |set| printed(request, set, &mut NodeBudget::of_nodes(Samples::MOST_NODES));
                answer(*first) != answer(*second)
            };
            let samples = || Samples::new(self.system, 0);
            let is_like = |(request, _): &(Request, Sample)| request.question() == case.request.question();
            let like = samples().find(|sample| is_like(sample) && differs(sample));
            self.told_apart_by = like.or_else(|| samples().find(differs)).map(|(_, sample)| sample);
        }
        self
    }
}

/// True if a program's text is the student's answer. If the answer is right, any other right answer agrees with it.
fn agrees(case: &Answered, text: &str) -> bool {
    let system = case.request.system();
    // A program that takes the first position for a leaf has no best move. It may print any house.
    let is_search = matches!(case.request, Request::Awari { question: super::Awari::Search { .. }, .. });
    let has_no_house = |text: &str| text.starts_with("none ");
    let is_free = is_search && has_no_house(text) && !has_no_house(case.expected);
    let house = case.found.split_whitespace().next().filter(|_| is_free);
    let text = &house.map_or_else(|| text.to_owned(), |house| text.replacen("none", house, 1));
    let compared = compare(system, text, case.found, Equality::Lines);
    let is_same = matches!(compared, Compared::Same | Compared::OtherFormat(Deviation::LineEnds | Deviation::Form));
    is_same || case.is_right && case.request.compare(case.expected, text, case.accept, Equality::Lenient).is_same()
}
