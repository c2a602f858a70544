//! Numbers, names and lists in sentences.

use crate::{
    matches::statistics::Mean,
    report::{Player, Results},
};

/// A number and what there are so many of.
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// `1`, `1 and 2`, `1, 2 and 3`.
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [item] => item.clone(),
        [items @ .., last] => format!("{} and {last}", items.join(", ")),
    }
}

/// A part of a whole in percent: `15.0`.
pub(super) fn percent(part: f64) -> String {
    format!("{:.1}", 100.0 * part)
}

/// A probability: `0.032`, or `<0.001`.
pub(super) fn probability(probability: f64) -> String {
    if probability < 0.001 { "<0.001".to_owned() } else { format!("{probability:.3}") }
}

/// A mean and its interval: `0.71 [0.64, 0.78]`.
pub(super) fn mean(mean: &Mean, decimals: usize) -> String {
    let interval =
        mean.interval.map(|interval| format!(" [{:.decimals$}, {:.decimals$}]", interval.low, interval.high));
    format!("{:.decimals$}{}", mean.mean, interval.unwrap_or_default())
}

/// The name of an evaluation.
pub(super) fn evaluation(results: &Results, number: usize) -> String {
    results.plan.evaluations[number].to_string()
}

/// The name of a player's evaluation.
pub(super) fn player(results: &Results, player: Player) -> String {
    evaluation(results, player.evaluation)
}
