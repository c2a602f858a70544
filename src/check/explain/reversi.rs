//! Makes a page of a Reversi search.

use std::ops::ControlFlow;

use anyhow::Result;
use serde_json::{Value as Json, json};

use super::{FirstRow, Page, capital_name, rows::PageRows};
use crate::reasons::{RowContext, Words, moves_after, position_after};
use reversi_core::{
    game::Depth,
    games::reversi::{Bitboard, Color, Move, fitted},
};
use reversi_course::{
    assignment::{Job, Task},
    log::Event,
};

/// The page of a job's search, or of the subtree at the end of a path.
///
/// # Errors
/// Returns an error if the search does not follow the path, or if there are more rows than `most`.
///
/// # Panics
/// Never panics: every subtree has a first row.
pub fn of_job(job: &Job, at: &[Move], most: u64) -> Result<Page> {
    let (task, row_format) = (&job.task, job.row_format());
    let mut rows = PageRows::new(at, most);
    let name = |played: Option<Move>| match played {
        None => row_format.root.to_string(),
        Some(Move::Pass) => row_format.pass.to_string(),
        Some(Move::Place(square)) => square.to_string(),
    };
    let mut flipped = String::new();
    let words = Words(job);
    let mut first = None;
    task.search().each_row(&mut |row| {
        let mut shown = None;
        let row_use = rows.take(row, |before| {
            let sentences = words.row(shown.insert(RowContext::new(task, row, before)));
            (row_format.write(&row_format.line(row)), sentences)
        });
        if let Some(context) = shown
            && !matches!(row.event, Event::Update { .. })
        {
            rows.push_node(name(row.path.last().copied()), context.moves.iter().map(|&reply| name(Some(reply))));
            flipped += &squares(&mut rows, flipped_by_last(task, row.path));
            flipped.push(' ');
            first.get_or_insert(context);
        }
        row_use.into()
    });
    let discs = first.as_ref().map(|first: &RowContext| {
        [Color::Black, Color::White].map(|color| squares(&mut rows, first.position.discs(color)))
    });
    let (numbers, mut data) = rows.finish(row_format, |played| row_format.name(Some(played)))?;
    let (first, [black, white]) = first.zip(discs).expect("a subtree has a first row");
    let first_player = task.start.side_to_move();
    let players = [first_player, first_player.opponent()];
    data["players"] = json!(players.map(|player| words.player(player)));
    data["colors"] = json!(players.map(|player| player.to_string()));
    data["max"] = usize::from(first_player != task.max()).into();
    data["depth"] = Some(task.depth).filter(|&depth| depth != Depth::UNLIMITED).map(Depth::plies).into();
    data["board"] = json!({
        "size": first.position.size().rows(),
        "black": black,
        "white": white,
        "flipped": flipped,
        "weights": weights(task),
    });
    data["student"] = Json::Null;
    Ok(Page { title: title(task, at), first_row: first_row(job, &first), numbers, data })
}

/// The path to the largest subtree with at most `most` rows that contains the node at the end of a path. If the node at
/// the end of the path has too many rows, the result continues with the first move of each node.
pub fn subtree_around(task: &Task, path: &[Move], most: u64) -> Vec<Move> {
    let mut path = path.to_vec();
    while path.len() < task.depth.plies() as usize
        && let Some(&first) = moves_after(task, &path).first()
    {
        path.push(first);
    }
    let mut rows = vec![0_u64; path.len() + 1];
    task.search().each_row(&mut |row| {
        let common = row.path.iter().zip(&path).take_while(|(one, other)| one == other).count();
        rows[..=common].iter_mut().for_each(|rows| *rows += 1);
        ControlFlow::Continue(())
    });
    let plies = rows.iter().position(|&rows| rows <= most).unwrap_or(path.len());
    path.truncate(plies);
    path
}

/// The weight of each square in the evaluation; `None` if each disc counts one.
fn weights(task: &Task) -> Option<Vec<i32>> {
    let evaluation = task.evaluation();
    (!evaluation.is_pieces()).then(|| fitted(task.start.size(), &evaluation.square_sum()).as_flattened().to_vec())
}

fn flipped_by_last(task: &Task, path: &[Move]) -> Bitboard {
    match path.split_last() {
        Some((Move::Place(square), before)) => position_after(task.start, before).flips(*square),
        _ => Bitboard::EMPTY,
    }
}

fn title(task: &Task, at: &[Move]) -> String {
    let evaluation = match task.evaluation() {
        evaluation if evaluation.is_pieces() => "discs".to_owned(),
        evaluation => evaluation.to_string(),
    };
    let depth = match task.depth.plies() {
        1 => "1 ply deep".to_owned(),
        _ if task.depth == Depth::UNLIMITED => "to the end".to_owned(),
        plies => format!("{plies} plies deep"),
    };
    let moves: Vec<String> = at.iter().map(ToString::to_string).collect();
    let below = if at.is_empty() { String::new() } else { format!(", from {}", moves.join(" ")) };
    format!("{}, evaluated by {evaluation}, {depth}{below}", capital_name(task.algorithm))
}

fn first_row(job: &Job, context: &RowContext) -> FirstRow {
    let board: Vec<String> = job.assignment.squares.rows(&context.position).collect();
    let line = job.row_format().write(&job.row_format().line(&context.row()));
    FirstRow { row: line, sentences: Words(job).row(context), board: board.join("\n") }
}

/// The letters that stand for the names of some squares.
fn squares(rows: &mut PageRows<Move>, squares: Bitboard) -> String {
    squares.into_iter().map(|square| rows.letter(square.to_string())).collect()
}
