//! The board files of the assignment.

use std::path::Path;

use anyhow::Result;

use crate::{
    files::{
        diagnostic,
        input::{self, Input},
    },
    games::reversi::{Color, Position, Size, text::Alphabet},
};

/// Reads an 8x8 board of `*`, `X` and `O` with black to move; `-` is standard input.
///
/// # Errors
/// A file that cannot be read or holds no such board.
pub fn read_board(path: &Path) -> Result<Position> {
    let input = Input::read(path, input::LIMIT)?;
    let lines = diagnostic::lines(&input.text);
    Alphabet::STARS.parse(&lines, Size::EIGHT, Color::Black).map_err(|problem| input.explain(&problem))
}
