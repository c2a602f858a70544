//! Boards of the page: a file or a typed text, the picture, and the exact value.

use std::path::PathBuf;

use anyhow::Result;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::events::Events;
use reversi_core::{
    game::{Bounds, Game as _},
    games::reversi::{
        Move, Pass, Position, Size,
        notation::{self, Content, Notation},
    },
};
use reversi_course::assignment::{Assignment, JobInput};
use reversi_io::files::input::{self, Input};
use reversi_solve::endgame::{Goal, MoveValue, Score, Solution, Solver, solving_time};

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AskedBoard {
    File(PathBuf),
    /// A position in any notation.
    Text(String),
}

impl AskedBoard {
    /// The position; a file is an input of the assignment.
    pub(crate) fn position(&self, assignment: &Assignment) -> Result<Position> {
        match self {
            Self::File(path) => JobInput::read(assignment, path).map(|input| input.position),
            Self::Text(_) => self.position_in_any_notation(),
        }
    }

    fn position_in_any_notation(&self) -> Result<Position> {
        let input = match self {
            Self::File(path) => Input::read(path, input::LIMIT)?,
            Self::Text(text) => Input { name: "the board".to_owned(), text: text.clone() },
        };
        let content = notation::parse(&input.text, &Position::opening(Size::EIGHT));
        Ok(*content.map_err(|problem| input.explain(&problem))?.position())
    }
}

/// The squares of a position in rows, and the player to move.
pub(crate) fn shown(board: &AskedBoard, assignment: &Assignment) -> Result<Json> {
    let position =
        if assignment.heading.is_empty() { board.position_in_any_notation() } else { board.position(assignment) }?;
    squares(&position)
}

pub(crate) fn squares(position: &Position) -> Result<Json> {
    let line = Notation::Line.write(&Content::Position(*position))?;
    let (squares, side) = line.trim().split_once(' ').unwrap_or((&line, ""));
    Ok(json!({ "squares": squares.to_uppercase(), "side": side, "size": position.size().to_string() }))
}

/// The value of a position with perfect play, the best moves and a line of best play.
pub(crate) fn solved(board: &AskedBoard, all: bool, events: &mut Events) -> Result<Json> {
    let position = board.position_in_any_notation()?;
    let empty = position.empty().len();
    if let Some(estimate) = solving_time(empty) {
        events.progress(estimate);
    }
    let mut solver = Solver::new(position.size(), Score::default());
    let goal = if all { Goal::AllMoves } else { Goal::Best };
    let solution = solver.solve(&position, goal, &mut |known| {
        let Bounds { lower, upper } = known.value;
        events.progress(format_args!("{lower:+} to {upper:+}"));
    });
    let best: Vec<Move> = best(&solution, all);
    let line = best.first().map(|&first| {
        let after = Pass(position).after(first).0;
        std::iter::once(first).chain(solver.line(&after)).map(|played| played.to_string()).collect::<Vec<_>>()
    });
    let moves = solution.moves.iter().filter(|_| all);
    Ok(json!({
        "empty": empty,
        "side": position.side_to_move().name(),
        "value": solution.value.exact(),
        "best": best.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "moves": moves.map(|known| json!([known.played.to_string(), known.bounds.exact()])).collect::<Vec<_>>(),
        "line": line.unwrap_or_default(),
    }))
}

/// All best moves, if the values of all moves are known; otherwise the first.
fn best(solution: &Solution, all: bool) -> Vec<Move> {
    if !all {
        return solution.best().into_iter().collect();
    }
    let is_best = |known: &&MoveValue| known.bounds == solution.value;
    solution.moves.iter().filter(is_best).map(|known| known.played).collect()
}
