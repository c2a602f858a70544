//! Writes the games of a match as CSV, one row for each.

use std::io;

use anyhow::Result;
use serde::Serialize;

use super::{Match, Pair};
use reversi_core::games::reversi::{Color, one_line};
use reversi_io::terminal::clock::Clock;

/// A game. Numbers count from 1.
#[derive(Serialize)]
struct GameRow {
    pair: usize,
    game: usize,
    /// The number of the earlier pair that this pair repeats. A pair that repeats an earlier pair is not counted.
    repeats: Option<usize>,
    start: usize,
    position: String,
    black: String,
    white: String,
    winner: &'static str,
    black_discs: u32,
    white_discs: u32,
    moves: String,
    black_nodes: u64,
    white_nodes: u64,
    black_seconds: String,
    white_seconds: String,
}

/// Writes a header, and then a row for each game.
pub fn write_games(contest: &Match, pairs: &[Pair], clock: Clock, sink: impl io::Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(sink);
    for (index, pair) in pairs.iter().enumerate() {
        let start = &contest.starts[pair.start];
        for (game, number) in pair.games.iter().zip(2 * index + 1..) {
            let agent = |side| contest.agents[game.agent_of(side)].to_string();
            let discs = |side| game.record.position().discs(side).len();
            let (black, white) = (Color::Black, Color::White);
            writer.serialize(GameRow {
                pair: index + 1,
                game: number,
                repeats: pair.repeats.map(|original| original + 1),
                start: pair.start + 1,
                position: one_line::slashes_with_side(start),
                black: agent(black),
                white: agent(white),
                winner: game.record.position().leader().map_or("tie", Color::name),
                black_discs: discs(black),
                white_discs: discs(white),
                moves: game.record.to_string(),
                black_nodes: game.nodes[black],
                white_nodes: game.nodes[white],
                black_seconds: clock.seconds(game.times[black]),
                white_seconds: clock.seconds(game.times[white]),
            })?;
        }
    }
    Ok(writer.flush()?)
}
