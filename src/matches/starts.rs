//! Positions that games start from, one a line: a board, and who is to move.

use thiserror::Error;

use crate::{
    files::diagnostic::{self, Located, Problem},
    games::reversi::{
        Color, Position,
        one_line::{self, ParseOneLineError},
    },
};

/// Reads positions, each on a line of its own: the rows of the board from the top with `/` between them, `B` dark, `W`
/// light, `.` empty, then a blank and `x` or `o` for the side to move. Empty lines are skipped.
///
/// # Errors
/// The first place where the text is no such list, or that there is no position in it.
pub fn parse_starts(text: &str) -> Result<Vec<Position>, Located<ParseStartError>> {
    let lines = diagnostic::lines(text);
    let starts: Vec<_> = lines
        .iter()
        .filter(|line| !line.text.is_empty())
        .map(|line| {
            let (board, mover) = line.text.split_once(' ').unwrap_or((line.text, ""));
            let place = |column, problem| Located { line: line.number, column, problem };
            let position = one_line::parse_rows(board)
                .map_err(|located| place(located.column, ParseStartError::Board(located.problem)))?;
            match mover.trim() {
                "x" => Ok(position.with_mover(Color::Black)),
                "o" => Ok(position.with_mover(Color::White)),
                _ => Err(place(board.chars().count() + 1, ParseStartError::Mover)),
            }
        })
        .collect::<Result<_, _>>()?;
    if starts.is_empty() { Err(Located { line: 1, column: 1, problem: ParseStartError::None }) } else { Ok(starts) }
}

/// Why a text is no list of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseStartError {
    /// No board.
    #[error(transparent)]
    Board(ParseOneLineError),
    /// Nothing that says who is to move.
    #[error("nobody is to move; expected a blank and x or o behind the board")]
    Mover,
    /// No position at all.
    #[error("there is no board; expected a line such as ..../.WB./.BW./.... x")]
    None,
}

impl Problem for ParseStartError {
    fn suggestion(&self) -> Option<String> {
        match self {
            Self::Board(problem) => problem.suggestion(),
            Self::Mover | Self::None => None,
        }
    }
}
