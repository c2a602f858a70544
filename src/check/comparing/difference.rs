//! A difference, and the search row or game step that the line belongs to.

use crate::reasons::RowContext;
use crate::{Kind, Play};

/// The first line in which a file differs.
#[derive(Clone, Debug)]
pub struct Difference {
    pub line: u64,
    /// The number of the expected line, from 1. If the expected file has ended, the number after its last line.
    pub expected_line: u64,
    pub kind: Kind,
    /// The expected line without its line ending, at most 200 characters; `None` after the end of the expected file.
    pub expected: Option<String>,
    /// The line of the file, at most 200 characters; `None` after the end of the file.
    pub found: Option<String>,
    pub subject: Subject,
}

/// The row, board or other part of a file that a line belongs to.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The column names of a log, or the end of a file.
    None,
    Row(Box<RowContext>),
    /// A board of the game.
    Play(Box<Play>),
}
