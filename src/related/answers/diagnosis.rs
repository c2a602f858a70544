//! Finds the mistakes with which a program prints exactly a student's answers.

use super::{
    Accept, Compared, Deviation, Mistake, Mistakes, Request, Sample, Samples, Strictness, System, compare, printed,
};

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The sets that explain all answers: at most four, each as small as possible.
    pub sets: Vec<Mistakes>,
    /// The number of further sets that explain all answers.
    pub more: usize,
    /// The number of wrong answers, on which the sets rest.
    pub wrong: usize,
    /// The arguments of a request to which programs with the first two sets print different answers, as far as
    /// [`told_apart`](Self::told_apart) found one.
    pub told_apart_by: Option<String>,
    /// True if the search tried all single mistakes and all pairs that were necessary.
    pub is_complete: bool,
}

/// The largest number of sets that a diagnosis names.
pub const MOST_NAMED: usize = 4;

/// The programs with mistakes take about ten times as long for a node as the searches of logs.
const EFFORT_OF_A_NODE: u64 = 10;

/// Tries all single mistakes. If no single mistake explains the answers, tries all pairs: first those of mistakes that
/// change the answer to the first request. The search visits at most about `effort / 10` nodes.
pub fn explain(cases: &[Answered], effort: u64) -> Explanation {
    let wrong = cases.iter().filter(|case| !case.is_right).count();
    let mut explanation = Explanation { wrong, is_complete: true, ..Explanation::default() };
    let mut left = effort / EFFORT_OF_A_NODE;
    let mut ordered = Vec::new();
    for case in cases {
        let mut nodes = left;
        let right = printed(case.request, Mistakes::NONE, &mut nodes);
        ordered.push((case.is_right, left - nodes, case, right));
    }
    // Wrong answers rule out the most sets, and small searches take the least time.
    ordered.sort_by_key(|&(is_right, nodes, ..)| (is_right, nodes));
    let Some((.., first, right)) = ordered.first().filter(|_| wrong > 0 && effort > 0) else { return explanation };
    let mut try_all = |sets: Vec<Mistakes>| {
        let mut tried = Vec::new();
        for set in sets {
            let Ok(text) = printed(first.request, set, &mut left) else { return (tried, false) };
            let changes_first = right.as_ref() != Ok(&text);
            let mut explains = agrees(first, &text);
            for (.., case, _) in &ordered[1..] {
                if explains {
                    let Ok(text) = printed(case.request, set, &mut left) else { return (tried, false) };
                    explains = agrees(case, &text);
                }
            }
            tried.push(Tried { set, explains, changes_first });
        }
        (tried, true)
    };
    let all = Mistake::all(first.request.system());
    let (singles, is_complete) = try_all(all.map(|one| Mistakes::from_iter([one])).collect());
    explanation.is_complete = is_complete;
    let mut tried = singles;
    if is_complete && !tried.iter().any(|one| one.explains) {
        (tried, explanation.is_complete) = try_all(pairs(&tried));
    }
    let found: Vec<Mistakes> = tried.iter().filter(|one| one.explains).map(|one| one.set).collect();
    explanation.more = found.len().saturating_sub(MOST_NAMED);
    explanation.sets = found.into_iter().take(MOST_NAMED).collect();
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
    /// Finds a request to which programs with the first two sets print different answers.
    pub fn told_apart(mut self, system: System) -> Self {
        if let [first, second, ..] = self.sets[..] {
            let differs = |sample: &Sample| {
                let answer = |set| printed(&sample.request, set, &mut Samples::MOST_NODES.clone());
                answer(first) != answer(second)
            };
            self.told_apart_by = Samples::new(system, 0).find(differs).map(|sample| sample.arguments);
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
