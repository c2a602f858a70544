//! What a report comes to, and what was compared.

use super::words;
use crate::{
    game::Depth,
    report::{
        Results, SearchKind,
        document::Block,
        figures::{Agreement, Strength, Total, Verdict, ratio},
    },
};

/// The title.
pub(super) fn title(results: &Results) -> String {
    let names: Vec<String> = results.plan.evaluations.iter().map(ToString::to_string).collect();
    format!("Reversi: {} at {}", words::list(&names), depths(results))
}

fn depths(results: &Results) -> String {
    let depths: Vec<String> = results.plan.depths.list().iter().map(Depth::to_string).collect();
    at_depths(&depths)
}

/// `depth 4`, `depths 1, 2 and 3`.
fn at_depths(depths: &[String]) -> String {
    format!("{} {}", if depths.len() == 1 { "depth" } else { "depths" }, words::list(depths))
}

/// The answers first, then the questions.
pub(super) fn section(results: &Results, strengths: &[Strength]) -> Vec<Block> {
    let mut answers = Vec::new();
    for pair in results.plan.evaluation_pairs() {
        answers.extend(better_evaluation(results, strengths, pair));
    }
    for evaluation in 0..results.plan.evaluations.len() {
        answers.extend(better_depth(results, strengths, evaluation));
    }
    answers.extend(saved(results));
    answers.extend(results.plan.evaluation_pairs().into_iter().map(|pair| other_moves(results, pair)));
    let mut blocks = vec![Block::Heading("In short".to_owned())];
    if !answers.is_empty() {
        blocks.push(Block::List(answers));
    }
    blocks.push(Block::Heading("What was compared".to_owned()));
    blocks.push(Block::List(compared(results, strengths)));
    blocks
}

/// At which depths one evaluation plays better than another.
fn better_evaluation(results: &Results, strengths: &[Strength], (one, other): (usize, usize)) -> Option<String> {
    let of_pair = |strength: &&Strength| {
        let players = (strength.pairing.first.evaluation, strength.pairing.second.evaluation);
        players == (one, other) && strength.pairing.is_of_evaluations()
    };
    let played: Vec<&Strength> = strengths.iter().filter(of_pair).collect();
    let [one, other] = [one, other].map(|evaluation| words::evaluation(results, evaluation));
    let said = verdicts(
        &played,
        |strength| strength.pairing.first.depth.to_string(),
        |verdict, depths| {
            let at = format!("at {}", at_depths(depths));
            match verdict {
                Verdict::FirstIsBetter => format!("{one} plays better than {other} {at}"),
                Verdict::SecondIsBetter => format!("{other} plays better than {one} {at}"),
                Verdict::CouldBeChance | Verdict::Equal => {
                    format!("{at} it cannot be said which of {one} and {other} plays better")
                }
            }
        },
    );
    (!played.is_empty()).then_some(said)
}

/// Where an evaluation plays better when it looks deeper.
fn better_depth(results: &Results, strengths: &[Strength], evaluation: usize) -> Option<String> {
    let of_evaluation =
        |strength: &&Strength| strength.pairing.first.evaluation == evaluation && !strength.pairing.is_of_evaluations();
    let played: Vec<&Strength> = strengths.iter().filter(of_evaluation).collect();
    let depths =
        |strength: &Strength| format!("{} than at {}", strength.pairing.first.depth, strength.pairing.second.depth);
    let name = words::evaluation(results, evaluation);
    let said = verdicts(&played, depths, |verdict, depths| {
        let depths = words::list(depths);
        match verdict {
            Verdict::FirstIsBetter => format!("{name} plays better at depth {depths}"),
            Verdict::SecondIsBetter => format!("{name} plays worse at depth {depths}"),
            Verdict::CouldBeChance | Verdict::Equal => {
                format!("it cannot be said whether {name} plays better at depth {depths}")
            }
        }
    });
    (!played.is_empty()).then_some(said)
}

/// Sentences about results, those with the same verdict in one.
fn verdicts(
    strengths: &[&Strength],
    name: impl Fn(&Strength) -> String,
    sentence: impl Fn(Verdict, &[String]) -> String,
) -> String {
    let said =
        [Verdict::FirstIsBetter, Verdict::SecondIsBetter, Verdict::CouldBeChance].into_iter().filter_map(|verdict| {
            let is_meant = |strength: &&&Strength| match strength.verdict() {
                Verdict::Equal => verdict == Verdict::CouldBeChance,
                other => other == verdict,
            };
            let names: Vec<String> = strengths.iter().filter(is_meant).map(|strength| name(strength)).collect();
            (!names.is_empty()).then(|| sentence(verdict, &names))
        });
    said.collect::<Vec<_>>().join("; ") + "."
}

/// What alpha-beta saves at the greatest depth.
fn saved(results: &Results) -> Option<String> {
    let depth = results.plan.depths.deepest();
    let visited = |evaluation| {
        let minimax = Total::of(results, SearchKind::Minimax, evaluation, depth)?;
        let alpha_beta = Total::of(results, SearchKind::AlphaBeta, evaluation, depth)?;
        let visited = words::percent(ratio(alpha_beta.nodes, minimax.nodes));
        Some(format!("{visited} % with {}", words::evaluation(results, evaluation)))
    };
    let visited: Option<Vec<String>> = (0..results.plan.evaluations.len()).map(visited).collect();
    Some(format!("Of the nodes of minimax at depth {depth}, alpha-beta visits {}.", words::list(&visited?)))
}

/// How often two evaluations choose another move, at the greatest depth.
fn other_moves(results: &Results, (one, other): (usize, usize)) -> String {
    let depth = results.plan.depths.deepest();
    let agreement = Agreement::of(results, (one, other), depth);
    format!(
        "At depth {depth}, {} and {} choose another move in {} % of the positions.",
        words::evaluation(results, one),
        words::evaluation(results, other),
        words::percent(ratio(agreement.other_move, agreement.positions))
    )
}

fn compared(results: &Results, strengths: &[Strength]) -> Vec<String> {
    let plan = results.plan;
    let names: Vec<String> = plan.evaluations.iter().map(ToString::to_string).collect();
    let first = &names[0];
    let mut items = vec![
        format!("Evaluations: {}; cut off at {}.", words::list(&names), depths(results)),
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
