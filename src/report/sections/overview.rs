//! What a report comes to, and what was compared.

use super::words;
use crate::{
    game::Depth,
    names::list,
    report::{
        Pairing, Results, SearchKind,
        document::Block,
        figures::{Agreement, Claim, Cost, Strength},
    },
};

/// The title.
pub(super) fn title(results: &Results) -> String {
    let names: Vec<String> = results.plan.evaluations.iter().map(ToString::to_string).collect();
    format!("Reversi: {} at {}", list(&names, "and"), words::depths(results.plan.depths.list()))
}

/// The answers first, then the questions.
pub(super) fn section(
    results: &Results,
    strengths: &[Strength],
    costs: &[Cost],
    agreements: &[Agreement],
) -> Vec<Block> {
    let mut answers = Vec::new();
    for pair in results.plan.evaluation_pairs() {
        answers.extend(better_evaluation(results, strengths, pair));
    }
    for evaluation in 0..results.plan.evaluations.len() {
        answers.extend(better_depth(results, strengths, evaluation));
    }
    answers.extend(saved(results, costs));
    let depth = results.plan.depths.deepest();
    let deepest = agreements.iter().filter(|agreement| agreement.depth == depth);
    answers.extend(deepest.map(|agreement| other_moves(results, agreement)));
    let sections = [("In short", answers), ("What was compared", compared(results, strengths))];
    let sections = sections.into_iter().filter(|(_, items)| !items.is_empty());
    sections.flat_map(|(heading, items)| [Block::Heading(heading.to_owned()), Block::List(items)]).collect()
}

/// At which depths one evaluation plays better than another.
fn better_evaluation(results: &Results, strengths: &[Strength], (one, other): (usize, usize)) -> Option<String> {
    let is_of_pair = |strength: &&Strength| {
        let Pairing { first, second } = strength.pairing;
        strength.pairing.is_of_evaluations() && (first.evaluation, second.evaluation) == (one, other)
    };
    let played: Vec<&Strength> = strengths.iter().filter(is_of_pair).collect();
    let at = |strengths: &[&Strength]| {
        let depths: Vec<Depth> = strengths.iter().map(|strength| strength.pairing.first.depth).collect();
        words::depths(&depths)
    };
    let [one, other] = [one, other].map(|evaluation| words::evaluation(results, evaluation));
    (!played.is_empty()).then(|| format!("{one} against {other}: {}", claims(&played, at)))
}

/// Where an evaluation plays better when it looks deeper.
fn better_depth(results: &Results, strengths: &[Strength], evaluation: usize) -> Option<String> {
    let is_of_evaluation =
        |strength: &&Strength| strength.pairing.first.evaluation == evaluation && !strength.pairing.is_of_evaluations();
    let played: Vec<&Strength> = strengths.iter().filter(is_of_evaluation).collect();
    let at = |strengths: &[&Strength]| {
        let depths = |strength: &&Strength| {
            let Pairing { first, second } = strength.pairing;
            format!("{} than at {}", first.depth, second.depth)
        };
        format!("depth {}", list(strengths.iter().map(depths), "and"))
    };
    (!played.is_empty()).then(|| format!("{}: {}", words::evaluation(results, evaluation), claims(&played, at)))
}

/// Sentences about results, those that say the same in one; `at` says at which depths they are.
fn claims(strengths: &[&Strength], at: impl Fn(&[&Strength]) -> String) -> String {
    let mut said = Vec::new();
    let mut say = |before: &str, claims: &[Claim]| {
        let meant: Vec<&Strength> =
            strengths.iter().copied().filter(|strength| claims.contains(&strength.claim())).collect();
        if !meant.is_empty() {
            said.push(format!("{before} at {}", at(&meant)));
        }
    };
    say("plays better", &[Claim::FirstIsBetter]);
    say("plays worse", &[Claim::SecondIsBetter]);
    say("it cannot be said whether it plays better", &[Claim::CouldBeChance, Claim::Equal]);
    said.join("; ") + "."
}

/// What alpha-beta saves at the greatest depth; nothing without minimax.
fn saved(results: &Results, costs: &[Cost]) -> Option<String> {
    let depth = results.plan.depths.deepest();
    let visited = |cost: &Cost| {
        Some(format!("{} % with {}", words::percent(cost.visited()?), words::evaluation(results, cost.evaluation)))
    };
    let visited: Option<Vec<String>> = costs.iter().filter(|cost| cost.depth == depth).map(visited).collect();
    Some(format!("Of the nodes of minimax at depth {depth}, alpha-beta visits {}.", list(visited?, "and")))
}

/// How often two evaluations choose another move.
fn other_moves(results: &Results, agreement: &Agreement) -> String {
    format!(
        "At depth {}, {} and {} choose another move in {} % of the positions.",
        agreement.depth,
        words::evaluation(results, agreement.first),
        words::evaluation(results, agreement.second),
        words::percent(agreement.part_other())
    )
}

fn compared(results: &Results, strengths: &[Strength]) -> Vec<String> {
    let plan = results.plan;
    let names: Vec<String> = plan.evaluations.iter().map(ToString::to_string).collect();
    let first = &names[0];
    let in_full = plan.evaluations.iter().zip(&names).map(|(evaluation, name)| match evaluation.in_full() {
        sum if sum == *name => sum,
        sum => format!("{name} ({sum})"),
    });
    let mut items = vec![
        format!("Evaluations: {}; cut off at {}.", list(in_full, "and"), words::depths(plan.depths.list())),
        format!(
            "Positions: {}, of {} at each depth, searched by the rules of the batch job: those of the \
             game that alpha-beta with {first} plays against itself. Passes and the end count.",
            results.samples.len(),
            words::count(plan.boards.len(), "game", "games")
        ),
    ];
    if plan.has(SearchKind::Minimax) {
        let searches = results.samples.len() * plan.evaluations.len();
        items.push(format!(
            "Minimax and alpha-beta find the same value and the same move in each of the {searches} comparisons made."
        ));
    }
    if let Some(strength) = strengths.first() {
        let pairs = strength.summary.pairs + strength.summary.repeated_pairs;
        items.push(format!(
            "Games: {}, {} from {}. A pair is two games from one start, in which the players change sides. They play as \
             in reversi play --agents, at their depth to the end.",
            words::count(strengths.len(), "pairing", "pairings"),
            words::count(pairs, "pair each", "pairs each"),
            words::count(plan.starts.len(), "start", "starts"),
        ));
    }
    items
}
