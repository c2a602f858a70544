//! The first sections: the results in short, and the plan.

use super::{agreement::Agreement, cost::Cost, strength::Strength, words};
use crate::{
    game::Depth,
    names::{count, list},
    report::{Pairing, Results, document::Block},
    search::Algorithm,
};

pub(super) fn title(results: &Results) -> String {
    let names: Vec<String> = results.plan.evaluations.iter().map(ToString::to_string).collect();
    let evaluations = if names.len() == 1 { "evaluation" } else { "evaluations" };
    format!("Report on the {evaluations} {} at {}", list(&names, "and"), words::depths(results.plan.depths.list()))
}

/// The section states the answers first, then the questions.
pub(super) fn section(
    results: &Results,
    command: &str,
    strengths: &[Strength],
    costs: &[Cost],
    agreements: &[Agreement],
) -> Vec<Block> {
    let mut answers: Vec<String> =
        Strength::groups(strengths).iter().map(|group| who_is_better(results, group)).collect();
    let depth = results.plan.depths.deepest();
    let deepest: Vec<&Cost> = costs.iter().filter(|cost| cost.depth == depth).collect();
    answers.push(taken(results, &deepest));
    answers.extend(saved(results, &deepest));
    let deepest = agreements.iter().filter(|agreement| agreement.depth == depth);
    answers.extend(deepest.map(|agreement| other_moves(results, agreement)));
    let sections = [("In short", answers), ("Method", compared(results, command, strengths))];
    let sections = sections.into_iter().filter(|(_, items)| !items.is_empty());
    sections.flat_map(|(heading, items)| [Block::Heading(heading), Block::List(items)]).collect()
}

/// Sentences about the depths at which one evaluation beats another, or a deeper search beats a shallower search.
/// Depths with the same result share a sentence.
fn who_is_better(results: &Results, group: &[&Strength]) -> String {
    let Pairing { first, second } = group[0].pairing;
    let pairs_of_games = group.iter().map(|strength| strength.summary.pairs).max().unwrap_or_default();
    let is_of_evaluations = group[0].pairing.is_of_evaluations();
    let [first, second] = [first, second].map(|agent| words::agent(results, agent));
    let sentence = |better: Option<usize>| {
        let meant = group.iter().filter(|strength| strength.better() == better).map(|strength| strength.pairing);
        let depths: Vec<Depth> = meant.clone().map(|pairing| pairing.first.depth).collect();
        let verb = if better == Some(0) { "better" } else { "worse" };
        let pairs = |between: &str| {
            list(meant.map(|Pairing { first, second }| format!("{} {between} {}", first.depth, second.depth)), "and")
        };
        (!depths.is_empty()).then(|| match (better, is_of_evaluations) {
            (Some(_), true) => format!("{first} plays {verb} than {second} at {}.", words::depths(&depths)),
            (None, true) if Strength::is_too_few(pairs_of_games) => {
                let (few, depths) = (too_few(pairs_of_games), words::depths(&depths));
                format!("{few} to tell whether {first} or {second} plays better at {depths}.")
            }
            (None, true) => {
                format!("No significant difference between {first} and {second} at {}.", words::depths(&depths))
            }
            (None, false) if Strength::is_too_few(pairs_of_games) => {
                let few = too_few(pairs_of_games);
                format!("{few} to tell whether {first} plays better at depth {}.", pairs("than at"))
            }
            (Some(_), false) => format!("{first} plays {verb} at depth {}.", pairs("than at")),
            (None, false) => format!("No significant difference for {first} between depths {}.", pairs("and")),
        })
    };
    let sentences = [Some(0), Some(1), None];
    sentences.into_iter().filter_map(sentence).collect::<Vec<_>>().join(" ")
}

fn too_few(pairs: usize) -> String {
    format!("{} of games {} too few", count(pairs, "pair"), if pairs == 1 { "is" } else { "are" })
}

/// The mean cost of an alpha-beta search at the greatest depth.
fn taken(results: &Results, costs: &[&Cost]) -> String {
    let taken = |cost: &&Cost| {
        let nodes = cost.alpha_beta.mean(cost.alpha_beta.nodes);
        format!("{} nodes with {}", words::fixed(nodes, 1), words::evaluation(results, cost.evaluation))
    };
    let depth = results.plan.depths.deepest();
    format!("On average, an alpha-beta search at depth {depth} takes {}.", list(costs.iter().map(taken), "and"))
}

/// The savings of alpha-beta at the greatest depth; `None` without minimax.
fn saved(results: &Results, costs: &[&Cost]) -> Option<String> {
    let depth = results.plan.depths.deepest();
    let visited = |cost: &&Cost| {
        Some(format!("{} % with {}", words::percent(cost.visited()?), words::evaluation(results, cost.evaluation)))
    };
    let visited: Option<Vec<String>> = costs.iter().map(visited).collect();
    Some(format!("At depth {depth}, alpha-beta visits {} of the nodes of minimax.", list(visited?, "and")))
}

/// The share of positions in which two evaluations choose different moves.
fn other_moves(results: &Results, agreement: &Agreement) -> String {
    format!(
        "At depth {}, {} and {} choose different moves in {} % of the positions. These positions are from games played by {}.",
        agreement.depth,
        words::evaluation(results, agreement.first),
        words::evaluation(results, agreement.second),
        words::percent(agreement.part_other()),
        words::evaluation(results, 0)
    )
}

fn compared(results: &Results, command: &str, strengths: &[Strength]) -> Vec<String> {
    let plan = results.plan;
    let names: Vec<String> = plan.evaluations.iter().map(ToString::to_string).collect();
    let first = &names[0];
    let in_full = plan.evaluations.iter().zip(&names).map(|(evaluation, name)| match evaluation.in_full() {
        sum if sum == *name => sum,
        sum => format!("{name} ({sum})"),
    });
    let mut items = vec![
        format!("Made by reversi {}: {command}", env!("CARGO_PKG_VERSION")),
        format!("Evaluations: {}, searched at {}.", list(in_full, "and"), words::depths(plan.depths.list())),
        format!(
            "Positions: {}, from {} at each depth, searched by the rules of {}. In these games, alpha-beta with {first} \
             plays both sides. Passes and the final positions count, too.",
            results.samples.len(),
            count(plan.boards.len(), "game"),
            plan.assignment
        ),
    ];
    if plan.has(Algorithm::Minimax) {
        let searches = results.samples.len() * plan.evaluations.len();
        items.push(format!(
            "Minimax and alpha-beta find the same value and the same move in all {searches} comparisons."
        ));
    }
    if let Some(strength) = strengths.first() {
        let pairs = strength.summary.pairs + strength.summary.repeated_pairs;
        items.push(format!(
            "Games: {}, each with {} of games from {}. In a pair, each agent plays each side once. As in reversi match, \
             the agents search at their depth until the game ends.",
            count(strengths.len(), "pairing"),
            count(pairs, "pair"),
            count(plan.starts.len(), "start"),
        ));
    }
    items
}
