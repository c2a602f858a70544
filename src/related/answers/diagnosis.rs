//! Finds the mistakes with which a program prints exactly a student's answers.

use super::{
    Accept, Compared, Deviation, Mistake, Mistakes, OutOfNodes, Request, Strictness, compare, printed, samples::Samples,
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
    /// The arguments of a request to which programs with the first two sets print different answers.
    pub told_apart_by: Option<String>,
    /// True if the search tried all single mistakes and all pairs that were necessary.
    pub is_complete: bool,
}

/// The largest number of sets that a diagnosis names.
pub const MOST_NAMED: usize = 4;

/// Tries all single mistakes. If no single mistake explains the answers, tries all pairs. The search visits at most
/// about `effort` nodes.
pub fn explain(cases: &[Answered], effort: u64) -> Explanation {
    let wrong = cases.iter().filter(|case| !case.is_right).count();
    let mut explanation = Explanation { wrong, is_complete: true, ..Explanation::default() };
    let Some(system) = cases.first().map(|case| case.request.system()).filter(|_| wrong > 0 && effort > 0) else {
        return explanation;
    };
    let mut left = effort;
    let nodes = |case: &Answered| {
        let mut nodes = effort;
        let _ = printed(case.request, Mistakes::NONE, &mut nodes);
        effort - nodes
    };
    // Wrong answers rule out the most sets, and small searches take the least time.
    let mut ordered: Vec<(bool, u64, &Answered)> =
        cases.iter().map(|case| (case.is_right, nodes(case), case)).collect();
    ordered.sort_by_key(|&(is_right, nodes, _)| (is_right, nodes));
    let mut explains = |set: Mistakes| -> Result<bool, OutOfNodes> {
        for (.., case) in &ordered {
            let text = printed(case.request, set, &mut left)?;
            if !agrees(case, &text) {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let all: Vec<Mistake> = Mistake::all(system).collect();
    let pairs = || {
        let of = |(place, &one): (usize, &Mistake)| all[place + 1..].iter().map(move |&other| vec![one, other]);
        all.iter().enumerate().flat_map(of).collect::<Vec<_>>()
    };
    let singles: Vec<Vec<Mistake>> = all.iter().map(|&one| vec![one]).collect();
    let mut found: Vec<Mistakes> = Vec::new();
    for size in 1..=2 {
        for set in if size == 1 { singles.clone() } else { pairs() } {
            let set: Mistakes = set.into_iter().collect();
            match explains(set) {
                Ok(true) => found.push(set),
                Ok(false) => {}
                Err(OutOfNodes) => {
                    explanation.is_complete = false;
                    break;
                }
            }
        }
        if !found.is_empty() || !explanation.is_complete {
            break;
        }
    }
    explanation.more = found.len().saturating_sub(MOST_NAMED);
    found.truncate(MOST_NAMED);
    if let [first, second, ..] = found[..] {
        explanation.told_apart_by = Samples::new(system, 0)
            .find(|sample| {
                let answer = |set| printed(&sample.request, set, &mut Samples::MOST_NODES.clone());
                answer(first) != answer(second)
            })
            .map(|sample| sample.arguments);
    }
    explanation.sets = found;
    explanation
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
