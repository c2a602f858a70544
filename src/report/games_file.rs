//! `games.csv`: a row for each game between players.

use std::{io, path::Path};

use anyhow::{Context as _, Result, anyhow};
use serde::{Deserialize, Serialize};

use super::{Entrant, Game, GameKey, Memory, Plan};
use crate::{
    game::Depth,
    games::reversi::{ByColor, Color, Move, Record, Square, one_line},
};

/// One row; `columns.md` says what its columns mean.
#[derive(Serialize, Deserialize)]
struct Row {
    start: String,
    position: String,
    black: String,
    black_depth: u32,
    white: String,
    white_depth: u32,
    black_discs: u32,
    white_discs: u32,
    black_nodes: u64,
    white_nodes: u64,
    moves: String,
}

/// Writes all games of a plan that are known: pairing by pairing, the two games of each start one after the other.
///
/// # Errors
/// Those of the sink.
pub fn write(plan: &Plan, memory: &Memory, sink: impl io::Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(sink);
    for key in plan.pairings().iter().flat_map(|pairing| pairing.games(plan)) {
        if let Some(game) = memory.game(&key) {
            writer.serialize(row(plan, &key, game))?;
        }
    }
    Ok(writer.flush()?)
}

fn row(plan: &Plan, key: &GameKey, Game { record, nodes }: &Game) -> Row {
    let start = plan.starts.iter().find(|start| start.position == key.start);
    let evaluation = |side| plan.evaluations[key.players[side].evaluation].in_full();
    let discs = |side| record.position().discs(side).len();
    let (black, white) = (Color::Black, Color::White);
    Row {
        start: start.map(|start| start.name.clone()).unwrap_or_default(),
        position: one_line::slashes_with_side(&key.start),
        black: evaluation(black),
        black_depth: key.players.black.depth.plies(),
        white: evaluation(white),
        white_depth: key.players.white.depth.plies(),
        black_discs: discs(black),
        white_discs: discs(white),
        black_nodes: nodes.black,
        white_nodes: nodes.white,
        moves: record.to_string(),
    }
}

/// Reads games, those of a plan's evaluations.
///
/// # Errors
/// A file that is no such file.
pub fn read(source: impl io::Read, path: &Path, plan: &Plan, mut found: impl FnMut(GameKey, Game)) -> Result<()> {
    for (row, line) in csv::Reader::from_reader(source).deserialize().zip(2_u64..) {
        let place =
            || format!("{}:{line}: this is no game of a report; remove the folder to start again", path.display());
        let row: Row = row.with_context(place)?;
        let (key, game) = parse(&row, plan).ok_or_else(|| anyhow!(place()))?;
        found(key, game);
    }
    Ok(())
}

fn parse(row: &Row, plan: &Plan) -> Option<(GameKey, Game)> {
    let start = one_line::parse_with_side(&row.position)?;
    let player = |name, plies| Some(Entrant { evaluation: plan.evaluation(name)?, depth: Depth::new(plies) });
    let players = ByColor { black: player(&row.black, row.black_depth)?, white: player(&row.white, row.white_depth)? };
    let mut record = Record::new(start);
    for name in row.moves.as_bytes().chunks(2) {
        let square: Square = str::from_utf8(name).ok()?.parse().ok()?;
        record.play_given(Move::Place(square)).ok()?;
    }
    let nodes = ByColor { black: row.black_nodes, white: row.white_nodes };
    record.legal().is_empty().then_some((GameKey { start, players }, Game { record, nodes }))
}
