//! The games of a match as CSV, a row for each.

use std::io;

use anyhow::Result;
use serde::Serialize;

use super::{Match, Pair};
use crate::{
    games::reversi::{Color, one_line, sides},
    terminal::clock::Clock,
};

/// A game. Numbers count from 1.
#[derive(Serialize)]
struct GameRow {
    pair: usize,
    game: usize,
    /// The pair that this one is equal to. An equal pair is not counted.
    repeats: Option<usize>,
    start: usize,
    position: String,
    dark: String,
    light: String,
    winner: &'static str,
    dark_discs: u32,
    light_discs: u32,
    moves: String,
    dark_nodes: u64,
    light_nodes: u64,
    dark_seconds: String,
    light_seconds: String,
}

/// Writes the games with a header.
pub fn write_games(contest: &Match, pairs: &[Pair], clock: Clock, sink: impl io::Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(sink);
    for (index, pair) in pairs.iter().enumerate() {
        let start = &contest.starts[pair.start];
        for (game, number) in pair.games.iter().zip(2 * index + 1..) {
            let agent = |side| contest.agents[game.contestants[side]].to_string();
            let discs = |side| game.record.position().discs(side).len();
            let (dark, light) = (Color::Black, Color::White);
            writer.serialize(GameRow {
                pair: index + 1,
                game: number,
                repeats: pair.repeats.map(|original| original + 1),
                start: pair.start + 1,
                position: one_line::slashes_with_side(start),
                dark: agent(dark),
                light: agent(light),
                winner: sides::winner(game.record.position()),
                dark_discs: discs(dark),
                light_discs: discs(light),
                moves: game.record.to_string(),
                dark_nodes: game.nodes[dark],
                light_nodes: game.nodes[light],
                dark_seconds: clock.seconds(game.times[dark]),
                light_seconds: clock.seconds(game.times[light]),
            })?;
        }
    }
    Ok(writer.flush()?)
}
