//! Finds the mistakes with which a program prints exactly a student's answers.

use super::{
    Accept, Compared, Deviation, Mistake, Mistakes, Request, Sample, Samples, Strictness, System, compare, printed,
};
use reversi_course::mistakes::{NodeBudget, Stopped};

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
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    pub(super) system: System,
    /// The sets that explain all answers, each as small as possible.
    pub sets: Vec<Mistakes>,
    /// The number of answers.
    pub answers: usize,
    /// The number of wrong answers, on which the sets rest.
    pub wrong: usize,
    /// A request to which programs with the first two sets print different answers, as far as
    /// [`told_apart`](Self::told_apart) found one.
    pub told_apart_by: Option<Sample>,
    /// True if the search tried all sets to their end.
    pub is_complete: bool,
}

/// The largest number of sets that a diagnosis names.
pub const MOST_NAMED: usize = 3;

/// A node of a program with mistakes takes as long as this number of nodes in the searches of logs.
const EFFORT_OF_A_NODE: u64 = 40;

/// Tries all single mistakes. If no single mistake explains two or more wrong answers, tries all pairs: first those of
/// mistakes that change the answer to the first request. One answer has too few possible values for pairs. Each set has
/// its share of `effort`, so that an expensive set leaves enough for the others.
pub fn explain(cases: &[Answered], effort: u64) -> Explanation {
    let wrong = cases.iter().filter(|case| !case.is_right).count();
    let system = cases.first().map_or(System::Text, |case| case.request.system());
    let mut explanation =
        Explanation { system, answers: cases.len(), wrong, is_complete: true, ..Explanation::default() };
    let mut left = effort / EFFORT_OF_A_NODE;
    let mut ordered = Vec::new();
    for case in cases {
        let mut budget = NodeBudget::of_nodes(left);
        let right = printed(case.request, Mistakes::NONE, &mut budget);
        ordered.push((case.is_right, budget.nodes, case, right));
    }
    // Wrong answers rule out the most sets, and small searches take the least time.
    ordered.sort_by_key(|&(is_right, nodes, ..)| (is_right, nodes));
    let Some((.., first, right)) = ordered.first().filter(|_| wrong > 0 && effort > 0) else { return explanation };
    let mut try_all = |sets: Vec<Mistakes>, is_complete: &mut bool| -> Vec<Tried> {
        let mut tried = Vec::new();
        for (place, set) in sets.iter().copied().enumerate() {
            let mut budget = NodeBudget::of_nodes(left / (sets.len() - place) as u64);
            let mut print = |case: &Answered| printed(case.request, set, &mut budget);
            let text = print(first);
            let changes_first = right.as_ref() != text.as_ref();
            let is_like =
                |case: &Answered, text: Result<String, Stopped>| matches!(text, Ok(text) if agrees(case, &text));
            let explains = is_like(first, text) && ordered[1..].iter().all(|(.., case, _)| is_like(case, print(case)));
            *is_complete &= !budget.is_spent();
            left = left.saturating_sub(budget.nodes);
            tried.push(Tried { set, explains, changes_first });
        }
        tried
    };
    let all = Mistake::printed_by(system);
    let mut tried = try_all(all.map(Mistakes::from).collect(), &mut explanation.is_complete);
    if wrong > 1 && !tried.iter().any(|one| one.explains) {
        tried = try_all(pairs(&tried), &mut explanation.is_complete);
    }
    explanation.sets = tried.iter().filter(|one| one.explains).map(|one| one.set).collect();
    explanation
}

/// A set that was tried on all answers.
struct Tried {
    set: Mistakes,
    explains: bool,
    /// True if a program with the set gives the first request another answer than the right program.
    changes_first: bool,
}

/// All pairs of mistakes; those of two mistakes that each change the first answer come first.
fn pairs(singles: &[Tried]) -> Vec<Mistakes> {
    let of = |(place, one)| singles[place + 1..].iter().map(move |other: &Tried| [one, other]);
    let mut pairs: Vec<[&Tried; 2]> = singles.iter().enumerate().flat_map(of).collect();
    pairs.sort_by_key(|pair| pair.iter().filter(|one| !one.changes_first).count());
    pairs.into_iter().map(|[one, other]| one.set.iter().chain(other.set.iter()).collect()).collect()
}

impl Explanation {
    /// The sets that are named.
    pub fn named(&self) -> &[Mistakes] {
        &self.sets[..self.sets.len().min(MOST_NAMED)]
    }

    /// Finds a request to which programs with the first two sets print different answers; one like the first case if
    /// there is any.
    pub fn told_apart(mut self, cases: &[Answered]) -> Self {
        if let ([first, second, ..], [case, ..]) = (&self.sets[..], cases) {
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
    let compared = compare(system, text, case.found, Strictness::Lines);
    let is_same = matches!(compared, Compared::Same | Compared::OtherFormat(Deviation::LineEnds | Deviation::Form));
    is_same || case.is_right && case.request.compare(case.expected, text, case.accept, Strictness::Lenient).is_same()
}
