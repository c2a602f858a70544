//! Writes the data files: one row for each search or game. `columns.md` explains the columns of the data files.

use anyhow::Result;

use super::{Measurement, PlannedAgent, Query, Results, Sample, column::Column};
use crate::{
    assignment::TaskAlgorithm,
    games::reversi::{Color, one_line},
    matches::PlayedGame,
};

fn csv_text<T>(things: impl IntoIterator<Item = T>, columns: &[Column<T>]) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns.iter().map(|column| column.head.name))?;
    for thing in things {
        writer.write_record(columns.iter().map(|column| (column.cell)(&thing)))?;
    }
    Ok(writer.into_inner()?)
}

/// `data.csv` contains the searches of all samples.
pub fn searches(results: &Results) -> Result<Vec<u8>> {
    type Search<'a> = (&'a Sample, Query, &'a Measurement);
    let plan = results.plan;
    let searches = results.samples.iter().flat_map(|sample| {
        let found = |query: &Query| results.search(sample, query.search, query.evaluation);
        plan.queries(*sample).map(move |query| -> Search { (sample, query, found(&query)) })
    });
    let task = |query: &Query| {
        let algorithm = TaskAlgorithm::Search(query.search);
        plan.assignment.number_of(algorithm, &plan.evaluations[query.evaluation])
    };
    let best = |(_, query, found): &Search| match found.best {
        Some(square) => square.to_string(),
        None if query.position.is_over() => "end".to_owned(),
        None => "pass".to_owned(),
    };
    let best_moves = |(.., found): &Search| {
        let moves = found.ties?.moves.into_iter();
        Some(moves.map(|square| square.to_string()).collect::<Vec<_>>().join(" "))
    };
    let corner_moves = |(_, query, _): &Search| (query.position.legal_moves() & query.position.size().corners()).len();
    let columns = [
        Column::words("board", |(sample, ..): &Search| &plan.boards[sample.board].name),
        Column::numbers("step", |(sample, ..): &Search| sample.step.number),
        Column::numbers_if_any("task", |(_, query, _): &Search| task(query)),
        Column::words("search", |(_, query, _): &Search| query.search),
        Column::words("evaluation", |(_, query, _): &Search| plan.evaluations[query.evaluation].in_full()),
        Column::numbers("depth", |(_, query, _): &Search| query.depth),
        Column::words("player", |(_, query, _): &Search| query.position.side_to_move().name()),
        Column::words("position", |(_, query, _): &Search| one_line::slashes_with_side(&query.position)),
        Column::words("move", best),
        Column::numbers("value", |(.., found): &Search| found.value),
        Column::numbers("nodes", |(.., found): &Search| found.counts.nodes),
        Column::numbers("leaves", |(.., found): &Search| found.counts.leaves),
        Column::numbers("cut_offs", |(.., found): &Search| found.counts.cut_offs),
        Column::numbers("log_rows", |(.., found): &Search| found.log.rows),
        Column::numbers("log_bytes", |(.., found): &Search| found.log.bytes),
        Column::numbers_if_any("seconds", |(.., found): &Search| {
            results.with_times.then(|| format!("{:.9}", found.time.as_secs_f64()))
        }),
        Column::numbers("legal_moves", |(_, query, _): &Search| query.position.legal_moves().len()),
        Column::numbers("corner_moves", corner_moves),
        Column::numbers_if_any("best_moves", best_moves),
        Column::numbers_if_any("root_nodes", |(.., found): &Search| found.ties.map(|ties| ties.nodes)),
    ];
    csv_text(searches, &columns)
}

/// `games.csv` contains the games by pairing. Both games of a pair are next to each other.
pub fn games(results: &Results) -> Result<Vec<u8>> {
    /// A game, the name of the game's start board, and the agents that play black and white.
    type Game<'a> = (&'a PlayedGame, &'a str, [PlannedAgent; 2]);
    let plan = results.plan;
    let starts: Vec<_> = plan.playable_starts().collect();
    let games = results.played.iter().flat_map(|played| played.pairs.iter().map(move |pair| (played.pairing, pair)));
    let games = games.flat_map(|(pairing, pair)| {
        let name = starts[pair.start].name.as_str();
        pair.games.iter().map(move |game| -> Game {
            let agents = Color::ALL.map(|side| [pairing.first, pairing.second][game.agent_of(side)]);
            (game, name, agents)
        })
    });
    let evaluation = |agent: PlannedAgent| plan.evaluations[agent.evaluation].in_full();
    let discs = |game: &PlayedGame, side| game.record.position().discs(side).len();
    let columns = [
        Column::words("start", |(_, name, _): &Game| (*name).to_owned()),
        Column::words("position", |(game, ..): &Game| one_line::slashes_with_side(game.record.start())),
        Column::words("black", |(.., [black, _]): &Game| evaluation(*black)),
        Column::numbers("black_depth", |(.., [black, _]): &Game| black.depth),
        Column::words("white", |(.., [_, white]): &Game| evaluation(*white)),
        Column::numbers("white_depth", |(.., [_, white]): &Game| white.depth),
        Column::numbers("black_discs", |(game, ..): &Game| discs(game, Color::Black)),
        Column::numbers("white_discs", |(game, ..): &Game| discs(game, Color::White)),
        Column::numbers("black_nodes", |(game, ..): &Game| game.nodes.black),
        Column::numbers("white_nodes", |(game, ..): &Game| game.nodes.white),
        Column::words("moves", |(game, ..): &Game| game.record.to_string()),
    ];
    csv_text(games, &columns)
}
