//! The files of a tournament: standings.csv, games.csv, games.ggf, tournament.html, feedback/ and gradescope/.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use anyhow::Result;
use reversi_core::games::reversi::{Color, Move, notation::text::Alphabet};
use reversi_grade::escape;
use reversi_io::{
    files::{html, output},
    names::signed,
};
use reversi_solve::endgame::{Goal, Solver};
use serde_json::json;

use crate::{
    game::Game,
    rules::NoMove,
    standings::Standing,
    tournament::{Played, PlayedPair, Tournament},
};

/// A game, and who plays it.
struct Row<'a> {
    black: usize,
    white: usize,
    opening: usize,
    game: &'a Game,
}

fn rows(pairs: &[PlayedPair]) -> impl Iterator<Item = Row<'_>> {
    pairs.iter().flat_map(|PlayedPair { agents: [one, two], opening, games: [first, second] }| {
        let row = |black: &usize, white: &usize, game| Row { black: *black, white: *white, opening: *opening, game };
        [row(one, two, first), row(two, one, second)]
    })
}

/// Writes all files.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub fn write_all(tournament: &Tournament, played: &Played, standings: &[Standing], folder: &Path) -> Result<()> {
    let mut files: Vec<(PathBuf, Vec<u8>)> = vec![
        ("standings.csv".into(), standings_csv(tournament, standings)?),
        ("games.csv".into(), games_csv(tournament, played)?),
        ("games.ggf".into(), games_ggf(tournament, played).into_bytes()),
        ("tournament.html".into(), page(tournament, played, standings).into_bytes()),
    ];
    for folder in ["feedback", "gradescope"].map(|name| folder.join(name)) {
        output::create_folder(&folder)?;
    }
    for standing in standings.iter().filter(|standing| tournament.agents[standing.agent].is_student()) {
        let name = &tournament.agents[standing.agent].name;
        let text = feedback(tournament, played, standing);
        let leaderboard = json!([
            { "name": "Points", "value": standing.ladder.unwrap_or(standing.points) },
            { "name": "Rank", "value": standing.rank(), "order": "asc" },
        ]);
        let results = json!({ "score": standing.ladder.unwrap_or(standing.points), "output": text, "output_format": "md", "stdout_visibility": "hidden", "leaderboard": leaderboard });
        files.push((Path::new("feedback").join(escape::file_name(name, ".md")), text.into_bytes()));
        files.push((
            Path::new("gradescope").join(escape::file_name(name, ".json")),
            serde_json::to_vec_pretty(&results)?,
        ));
    }
    files.iter().try_for_each(|(name, bytes)| output::write(&folder.join(name), bytes))
}

fn standings_csv(tournament: &Tournament, standings: &[Standing]) -> Result<Vec<u8>> {
    let mut table = escape::table();
    table.write_record(["rank", "name", "points", "games", "low", "high", "forfeits"])?;
    for standing in standings {
        let name = escape::cell(&tournament.agents[standing.agent].name);
        let [low, high] = match standing.interval {
            Some((low, high)) if standing.ladder.is_none() => [low, high].map(|end| format!("{end:.1}")),
            _ => Default::default(),
        };
        let rank = if standing.ladder.is_some() { String::new() } else { standing.rank() };
        let points = standing.ladder.unwrap_or(standing.points).to_string();
        table.write_record([
            rank,
            name,
            points,
            standing.games.to_string(),
            low,
            high,
            standing.forfeits.to_string(),
        ])?;
    }
    Ok(table.into_inner()?)
}

fn games_csv(tournament: &Tournament, played: &Played) -> Result<Vec<u8>> {
    let mut table = escape::table();
    table.write_record([
        "black",
        "white",
        "opening",
        "result",
        "black_discs",
        "white_discs",
        "black_seconds",
        "white_seconds",
        "cause",
    ])?;
    for row in rows(&played.pairs) {
        let discs = row.game.discs(tournament.rules());
        let cause = row.game.forfeit.as_ref().map_or("", |(_, forfeit)| forfeit.cause.name());
        let seconds = |color| format!("{:.3}", row.game.time(color).as_secs_f64());
        table.write_record([
            escape::cell(&tournament.agents[row.black].name),
            escape::cell(&tournament.agents[row.white].name),
            (row.opening + 1).to_string(),
            result(tournament, row.game).to_owned(),
            discs.black.to_string(),
            discs.white.to_string(),
            seconds(Color::Black),
            seconds(Color::White),
            cause.to_owned(),
        ])?;
    }
    Ok(table.into_inner()?)
}

fn result(tournament: &Tournament, game: &Game) -> &'static str {
    match game.half_points(tournament.rules(), Color::Black) {
        2 => "black",
        1 => "draw",
        _ => "white",
    }
}

/// All games in the Generic Game Format, with the seconds of each move.
fn games_ggf(tournament: &Tournament, played: &Played) -> String {
    let mut text = String::new();
    for row in rows(&played.pairs) {
        let name = |agent: usize| tournament.agents[agent].name.replace('\\', "\\\\").replace(']', "\\]");
        let discs = row.game.discs(tournament.rules());
        let start = row.game.record.start();
        let size = start.size().rows();
        let board: Vec<String> = Alphabet::GGF.rows(start).collect();
        let difference = signed(discs.black.cast_signed() - discs.white.cast_signed());
        let end = row.game.forfeit.as_ref().map_or("", |_| ":r");
        let _ = write!(
            text,
            "(;GM[Othello]PC[reversi]PB[{}]PW[{}]RE[{difference}{end}]TY[{size}]BO[{size} {} {}]",
            name(row.black),
            name(row.white),
            board.join(" "),
            Alphabet::GGF.letter(Some(start.side_to_move()))
        );
        for (ply, played) in row.game.record.moves().enumerate() {
            let square = played.1.square().map_or("PA".to_owned(), |square| square.to_string().to_ascii_uppercase());
            let time = ply.checked_sub(row.game.opening).and_then(|ply| row.game.times.get(ply));
            let time = time.map_or(String::new(), |time| format!("//{:.3}", time.as_secs_f64()));
            let _ = write!(text, "{}[{square}{time}]", Alphabet::DOTS.letter(Some(played.0)));
        }
        text += ";)\n";
    }
    text
}

/// The most empty squares with which the feedback tells what a move lost.
const EMPTIES: u32 = 14;

fn feedback(tournament: &Tournament, played: &Played, standing: &Standing) -> String {
    let name = |agent: usize| escape::span(&tournament.agents[agent].name);
    let mut text = format!("# {}\n\n{} points of {} games.\n", name(standing.agent), standing.points, standing.games);
    for row in rows(&played.pairs).filter(|row| [row.black, row.white].contains(&standing.agent)) {
        let own = if row.black == standing.agent { Color::Black } else { Color::White };
        let other = if own == Color::Black { row.white } else { row.black };
        for remark in &row.game.remarks[own] {
            let _ = write!(text, "\nAgainst {}: {}.\n", name(other), escape::line(remark));
        }
        if let Some((_, forfeit)) = row.game.forfeit.as_ref().filter(|(loser, _)| *loser == own) {
            let _ = write!(
                text,
                "\n## Forfeit against {} as {own}: {}\n\n{}",
                name(other),
                forfeit.cause,
                escape::block(&forfeit.details)
            );
        } else if row.game.forfeit.is_none() && row.game.half_points(tournament.rules(), own) == 0 {
            let discs = row.game.discs(tournament.rules());
            let _ = write!(
                text,
                "\n## Lost against {} as {own}, {} to {}\n\n",
                name(other),
                discs[own],
                discs[own.opponent()]
            );
            text += &losses(tournament, row.game, own);
        }
    }
    text
}

/// What the moves of a player lost near the end, by perfect play after them.
fn losses(tournament: &Tournament, game: &Game, own: Color) -> String {
    if tournament.rules().no_move == NoMove::End {
        return "Exact values are for games with passes.\n".to_owned();
    }
    let mut solver = Solver::by_discs(tournament.rules().size);
    let mut text = String::new();
    for (position, played) in game.record.plies().skip(game.opening) {
        let is_meant = position.side_to_move() == own && position.empty().len() <= EMPTIES && played != Move::Pass;
        if !is_meant {
            continue;
        }
        let solution = solver.solve(&position, Goal::AllMoves, &mut |_| ());
        let value = |wanted: Move| {
            solution.moves.iter().find(|known| known.played == wanted).and_then(|known| known.bounds.exact())
        };
        if let (Some(best), Some(value)) = (solution.value.exact(), value(played)) {
            let better = solution.best().filter(|_| best > value);
            let better = better.map_or(String::new(), |better| format!("; {better} was better"));
            let _ = writeln!(
                text,
                "- {played} with {} empty squares: {} discs lost{better}",
                position.empty().len(),
                best - value
            );
        }
    }
    text
}

/// The page: a cross table whose cells lead to games, and a board on which a game is replayed.
fn page(tournament: &Tournament, played: &Played, standings: &[Standing]) -> String {
    let games: Vec<_> = rows(&played.pairs)
        .map(|row| {
            let discs = row.game.discs(tournament.rules());
            let cause = row.game.forfeit.as_ref().map_or("", |(_, forfeit)| forfeit.cause.name());
            let moves: Vec<String> = row.game.record.moves().map(|played| played.1.to_string()).collect();
            json!({
                "black": row.black, "white": row.white, "discs": [discs.black, discs.white], "cause": cause, "moves": moves,
                "start": Alphabet::DOTS.rows(row.game.record.start()).collect::<Vec<_>>(),
                "whiteFirst": row.game.record.start().side_to_move() == Color::White,
            })
        })
        .collect();
    let ranked: Vec<_> = standings
        .iter()
        .map(|standing| {
            let points = standing.ladder.unwrap_or(standing.points);
            json!({ "agent": standing.agent, "rank": standing.rank(), "points": points, "games": standing.games, "forfeits": standing.forfeits })
        })
        .collect();
    let names: Vec<&str> = tournament.agents.iter().map(|agent| agent.name.as_str()).collect();
    let data = json!({ "names": names, "standings": ranked, "games": games, "notes": tournament.notes, "size": tournament.rules().size.rows() });
    let script = format!("{}\n{}", html::PARTS, include_str!("page.js"));
    html::fill(include_str!("page.html"), |name| match name {
        "style" => html::STYLE.to_owned(),
        "data" => html::data(&data),
        "hash" => html::hash(&script),
        _ => script.clone(),
    })
}
