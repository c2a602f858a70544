//! Boards of the page: a file or a typed text, and the picture.

use std::path::PathBuf;

use anyhow::Result;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use reversi_core::games::reversi::{
    Position, Size,
    notation::{self, Content, Notation},
};
use reversi_course::assignment::{Assignment, JobInput};
use reversi_io::files::input::{self, Input};

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
            Self::Text(_) => self.position_in_any_notation(assignment.size),
        }
    }

    fn position_in_any_notation(&self, size: Size) -> Result<Position> {
        let input = match self {
            Self::File(path) => Input::read(path, input::LIMIT)?,
            Self::Text(text) => Input { name: "the board".to_owned(), text: text.clone() },
        };
        let content = notation::parse(&input.text, &Position::opening(size));
        Ok(*content.map_err(|problem| input.explain(&problem))?.position())
    }
}

/// The squares of a position in rows, and the player to move.
pub(crate) fn shown(board: &AskedBoard, assignment: &Assignment) -> Result<Json> {
    let position = if assignment.heading.is_empty() {
        board.position_in_any_notation(assignment.size)
    } else {
        board.position(assignment)
    }?;
    squares(&position)
}

pub(crate) fn squares(position: &Position) -> Result<Json> {
    let line = Notation::Line.write(&Content::Position(*position))?;
    let (squares, side) = line.trim().split_once(' ').unwrap_or((&line, ""));
    Ok(json!({ "squares": squares.to_uppercase(), "side": side, "size": position.size().to_string() }))
}
