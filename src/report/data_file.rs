//! `data.csv`: a row for each search.

use std::{io, path::Path};

use anyhow::{Context as _, Result, anyhow};
use serde::{Deserialize, Serialize};

use super::{Measurement, Memory, Plan, Query, Sample, SearchKind, measurement::Ties};
use crate::{
    assignment::{Assignment, TaskAlgorithm},
    game::Depth,
    games::reversi::{Bitboard, Size, Square, one_line},
    log::LogSize,
    search::Counts,
};

/// The move of a player without one, while the game goes on.
const PASS: &str = "pass";
/// The move where the game is over.
const END: &str = "end";

/// One row; `columns.md` says what its columns mean. Those of the statistics file have the same names there.
#[derive(Serialize, Deserialize)]
struct Row {
    board: String,
    step: u32,
    /// None where no number stands for it.
    task: Option<String>,
    search: String,
    evaluation: String,
    depth: u32,
    player: String,
    position: String,
    r#move: String,
    value: i32,
    nodes: u64,
    leaves: u64,
    cut_offs: u64,
    log_rows: Option<u64>,
    log_bytes: Option<u64>,
    legal_moves: u32,
    corner_moves: u32,
    best_moves: Option<String>,
    root_nodes: Option<u64>,
}

/// Writes the searches of all samples, those that are known.
///
/// # Errors
/// Those of the sink.
pub fn write(plan: &Plan, samples: &[Sample], memory: &Memory, sink: impl io::Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(sink);
    for sample in samples {
        for query in plan.queries(sample) {
            if let Some(found) = memory.search(&query) {
                writer.serialize(row(plan, sample, &query, found))?;
            }
        }
    }
    Ok(writer.flush()?)
}

fn row(plan: &Plan, sample: &Sample, query: &Query, found: &Measurement) -> Row {
    let evaluation = &plan.evaluations[query.evaluation];
    let task = query
        .search
        .algorithm()
        .and_then(|algorithm| Assignment::usual().number_of(TaskAlgorithm::Search(algorithm), evaluation));
    let legal_moves = query.position.legal_moves();
    let best_moves =
        found.ties.map(|ties| ties.moves.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" "));
    Row {
        board: plan.boards[sample.board].name.clone(),
        step: sample.step.number,
        task: task.map(|task| task.to_string()),
        search: query.search.name().to_owned(),
        evaluation: evaluation.in_full(),
        depth: query.depth.plies(),
        player: query.position.side_to_move().name().to_owned(),
        position: one_line::slashes_with_side(&query.position),
        r#move: match found.best {
            Some(square) => square.to_string(),
            None if query.position.is_over() => END.to_owned(),
            None => PASS.to_owned(),
        },
        value: found.value,
        nodes: found.counts.nodes,
        leaves: found.counts.leaves,
        cut_offs: found.counts.cut_offs,
        log_rows: found.log.map(|log| log.rows),
        log_bytes: found.log.map(|log| log.bytes),
        legal_moves: legal_moves.len(),
        corner_moves: (legal_moves & Size::EIGHT.corners()).len(),
        best_moves,
        root_nodes: found.ties.map(|ties| ties.nodes),
    }
}

/// Reads searches, those of a plan's evaluations.
///
/// # Errors
/// A file that is no such file.
pub fn read(source: impl io::Read, path: &Path, plan: &Plan, mut found: impl FnMut(Query, Measurement)) -> Result<()> {
    for (row, line) in csv::Reader::from_reader(source).deserialize().zip(2_u64..) {
        let place =
            || format!("{}:{line}: this is no row of a report; remove the folder to start again", path.display());
        let row: Row = row.with_context(place)?;
        let (query, measurement) = parse(&row, plan).ok_or_else(|| anyhow!(place()))?;
        found(query, measurement);
    }
    Ok(())
}

fn parse(row: &Row, plan: &Plan) -> Option<(Query, Measurement)> {
    let query = Query {
        position: one_line::parse_with_side(&row.position)?,
        search: row.search.parse().ok()?,
        evaluation: plan.evaluation(&row.evaluation)?,
        depth: Depth::new(row.depth),
    };
    let ties = match (&row.best_moves, row.root_nodes) {
        (moves, Some(nodes)) => {
            let moves = moves.as_deref().unwrap_or_default().split_whitespace().map(|square| square.parse().ok());
            Some(Ties { moves: moves.collect::<Option<Vec<Square>>>()?.into_iter().collect::<Bitboard>(), nodes })
        }
        _ => None,
    };
    let log = row.log_rows.zip(row.log_bytes).map(|(rows, bytes)| LogSize { rows, bytes });
    let is_whole = ties.is_some() == (query.search == SearchKind::AlphaBeta);
    let best = match row.r#move.as_str() {
        PASS | END => None,
        square => Some(square.parse().ok()?),
    };
    let counts = Counts { nodes: row.nodes, leaves: row.leaves, cut_offs: row.cut_offs };
    is_whole.then_some((query, Measurement { value: row.value, best, counts, log, ties }))
}
