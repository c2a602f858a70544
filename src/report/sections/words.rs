//! Writes numbers, names and lists in sentences.

use crate::{
    game::Depth,
    matches::statistics::{Mean, rounded},
    names::list,
    report::{PlannedAgent, Results, column::Column},
};

/// `depth 4`, `depths 1 and 2`, `depths 1 to 4 and 6`.
pub(super) fn depths(depths: &[Depth]) -> String {
    let mut runs: Vec<Vec<u32>> = Vec::new();
    for depth in depths.iter().map(|depth| depth.plies()) {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| last + 1 == depth) => run.push(depth),
            _ => runs.push(vec![depth]),
        }
    }
    let of_run = |run: Vec<u32>| match run[..] {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        _ => run.iter().map(u32::to_string).collect(),
    };
    let items: Vec<String> = runs.into_iter().flat_map(of_run).collect();
    format!("{} {}", if depths.len() == 1 { "depth" } else { "depths" }, list(&items, "and"))
}

/// The ratio of a part to a whole; 0 if the whole is 0.
pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// A number with fixed decimals; halves round away from zero.
pub(super) fn fixed(number: f64, decimals: u8) -> String {
    format!("{:.*}", usize::from(decimals), rounded(number, decimals))
}

/// A part of a whole in percent: `15.0`.
pub(super) fn percent(part: f64) -> String {
    fixed(100.0 * part, 1)
}

/// A probability: `0.032`, or `<0.001`.
pub(super) fn probability(probability: f64) -> String {
    if probability < 0.001 { "<0.001".to_owned() } else { fixed(probability, 3) }
}

/// A mean and its interval: `0.71 [0.64, 0.78]`.
pub(super) fn mean(mean: &Mean, decimals: u8) -> String {
    mean.written(decimals, |number| fixed(number, decimals)).concat()
}

pub(super) fn evaluation(results: &Results, number: usize) -> String {
    results.plan.evaluations[number].to_string()
}

pub(super) fn agent(results: &Results, agent: PlannedAgent) -> String {
    evaluation(results, agent.evaluation)
}

/// The first two columns of most tables: a depth and an evaluation.
pub(super) fn depth_and_evaluation<'a, T: 'a>(
    results: &'a Results,
    of: impl Fn(&T) -> (Depth, usize) + Copy + 'a,
) -> Vec<Column<'a, T>> {
    vec![
        Column::numbers("depth", move |thing| of(thing).0),
        Column::words("evaluation", move |thing| evaluation(results, of(thing).1)),
    ]
}
