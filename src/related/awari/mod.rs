//! Awari for the Abapa assignment: searches, agents, and matches between agents.

mod agent;
mod person;
mod play;

use std::fmt::Display;

use anyhow::Result;

pub use self::{
    agent::AwariAgent,
    person::Person,
    play::{play, report},
};
use reversi_core::{
    game::Depth,
    games::awari::{House, Position, ScoreDifference},
    search::{AlphaBeta, Outcome, Search, stack},
};

/// Searches a position by alpha-beta to a depth of at most [`stack::DEEPEST`]. Values are differences of scores.
pub fn search(position: &Position, depth: Depth, window: AlphaBeta) -> Result<Outcome<House>> {
    let search = Search { root: *position, depth, window, evaluation: &ScoreDifference };
    let Ok(outcome) = stack::with_deep_stack(|| search.run(&mut ()))?;
    Ok(outcome)
}

/// The player with the larger score, `1` or `2`, or `tie`.
pub fn winner(position: &Position) -> String {
    position.leader().map_or_else(|| "tie".to_owned(), |player| player.to_string())
}

/// Houses or moves in one line, separated by spaces.
pub fn in_one_line(items: impl IntoIterator<Item: Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}
