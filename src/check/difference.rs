//! A difference, and what it is a difference of: the row of the search or the step of the game.

use super::{Kind, Play};
use crate::reasons::RowContext;

/// The first line in which a file differs.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The line in the file, from 1.
    pub line: u64,
    /// The line of the truth, from 1; where it has ended, one more than it has.
    pub expected_line: u64,
    pub kind: Kind,
    /// The line of the truth, without its line end; none where it has ended. At most 200 characters.
    pub expected: Option<String>,
    /// The line of the file, none where it has ended. At most 200 characters.
    pub found: Option<String>,
    pub subject: Subject,
}

/// The subject of a line.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The column names of a log, or nothing any more.
    None,
    /// A row of the search.
    Row(Box<RowContext>),
    /// A board of the game.
    Play(Box<Play>),
}
