//! The files of a tournament: standings.csv, games.csv, tournament.html and feedback/.

mod feedback;

use std::path::Path;

use anyhow::Result;
use rayon::prelude::*;
use reversi_core::games::reversi::{ByColor, Color, Move, Position, Square, notation::text::Alphabet};
use reversi_grade::{
    escape,
    outputs::{Kind, keep_students},
};
use reversi_io::files::{html, output};
use serde_json::{Value, json};

use crate::{
    game::Game,
    standings::{Standing, Standings},
    tournament::{Played, Tournament},
};

/// The folders with a file for each student, and the suffixes of the files.
pub const FEEDBACK: (&str, &str) = ("feedback", ".md");

/// Writes all files of the tournament's results. Removes the files of students who have left the class.
pub fn write_all(tournament: &Tournament, played: &Played, standings: &Standings, folder: &Path) -> Result<()> {
    let students = tournament.students().collect();
    keep_students((folder, Kind::Tournament), &[(FEEDBACK, &students)])?;
    for (name, bytes) in [
        ("standings.csv", standings_csv(tournament, standings)?),
        ("games.csv", games_csv(tournament, played)?),
        ("tournament.html", page(tournament, played, standings).into_bytes()),
    ] {
        output::write(&folder.join(name), &bytes)?;
    }
    let students = standings.rows.par_iter().filter(|standing| tournament.agents[standing.agent].is_student());
    students.try_for_each(|standing| {
        let name = &tournament.agents[standing.agent].name;
        let text = feedback::feedback(tournament, played, standing);
        output::write(&folder.join(FEEDBACK.0).join(escape::file_name(name, FEEDBACK.1)), text.as_bytes())
    })
}

fn standings_csv(tournament: &Tournament, standings: &Standings) -> Result<Vec<u8>> {
    let mut table = escape::table();
    table.write_record(["rank", "name", "points", "games", "low", "high", "forfeits"])?;
    for standing in &standings.rows {
        let name = escape::cell(&tournament.agents[standing.agent].name);
        let interval = standing.interval.map(|(low, high)| [low, high].map(|end| format!("{end:.1}")));
        let [low, high] = interval.unwrap_or_default();
        let [points, games] = [standing.points.to_string(), standing.games.to_string()];
        table.write_record([standing.rank.clone(), name, points, games, low, high, standing.forfeits.to_string()])?;
    }
    Ok(table.into_inner()?)
}

fn games_csv(tournament: &Tournament, played: &Played) -> Result<Vec<u8>> {
    let mut table = escape::table();
    table.write_record(
        "black,white,opening,result,black_discs,white_discs,black_seconds,white_seconds,cause,moves".split(','),
    )?;
    for game in &played.games {
        let ByColor { black: black_discs, white: white_discs } = game.discs(tournament.rules());
        let result =
            ["white", "draw", "black"][game.half_points(tournament.rules(), Color::Black).unsigned_abs() as usize];
        let name = |color| escape::cell(&tournament.agents[game.players[color]].name);
        let [black, white] = Color::ALL.map(name);
        let [black_time, white_time] = Color::ALL.map(|color| format!("{:.3}", game.time(color).as_secs_f64()));
        let (opening, cause) = (game.opening + 1, game.cause());
        let (results, moves) = ((result, black_discs, white_discs), game.record.to_string());
        table.serialize(((black, white, opening), results, (black_time, white_time, cause, moves)))?;
    }
    Ok(table.into_inner()?)
}

/// The page: a cross table whose cells lead to games, and a board that replays a game.
fn page(tournament: &Tournament, played: &Played, standings: &Standings) -> String {
    let changes = |(before, ply): (Position, Move)| -> Vec<u8> {
        let disc = ply.square();
        let flipped = disc.into_iter().flat_map(|square| before.flips(square));
        disc.into_iter().chain(flipped).map(Square::index).collect()
    };
    let game = |game: &Game| {
        let ByColor { black, white } = game.discs(tournament.rules());
        let points = Color::ALL.map(|color| f64::from(game.half_points(tournament.rules(), color)) / 2.0);
        let start = game.record.start();
        json!({
            "players": [game.players.black, game.players.white], "discs": [black, white],
            "points": points, "cause": game.cause(),
            // The squares that change: first the square of the new disc; empty for a pass.
            "moves": game.record.plies().map(changes).collect::<Vec<_>>(),
            "start": Alphabet::DOTS.rows(start).collect::<Vec<_>>(),
            "first": Alphabet::DOTS.letter(Some(start.side_to_move())).to_string(),
            "opening": game.opening_plies, "size": start.size().rows(),
        })
    };
    let standing = |standing: &Standing| {
        let Standing { agent, points, games, forfeits, .. } = standing;
        json!({ "agent": agent, "rank": standing.rank, "points": points, "games": games, "forfeits": forfeits })
    };
    let data = json!({
        "names": tournament.agents.iter().map(|agent| agent.name.as_str()).collect::<Vec<_>>(),
        "standings": standings.rows.iter().map(standing).collect::<Vec<Value>>(),
        "games": played.games.iter().map(game).collect::<Vec<Value>>(),
        "notes": standings.notes.iter().chain(&tournament.notes).collect::<Vec<_>>(),
    });
    let script = html::script(&[html::PARTS, include_str!("page.js")]);
    html::fill(include_str!("page.html"), |name| match name {
        "style" => html::STYLE.to_owned(),
        "data" => html::data(&data),
        "hash" => html::hash(&script),
        _ => script.clone(),
    })
}
