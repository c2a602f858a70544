//! A difference, and what it is a difference of: the row of the search or the step of the game.

use super::{Kind, Play};
use crate::reasons::RowContext;

/// The first line in which a file differs.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The line in the file, from 1.
    pub line: u64,
    /// What it is.
    pub kind: Kind,
    /// The line of the truth, without its line end; none where it has ended. At most 200 characters.
    pub expected: Option<String>,
    /// The line of the file, none where it has ended. At most 200 characters.
    pub found: Option<String>,
    /// What the expected line tells of.
    pub subject: Subject,
}

/// What a line tells of.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The column names of a log, or nothing any more.
    None,
    /// A row of the search.
    Row(Box<RowContext>),
    /// A board of the game.
    Play(Box<Play>),
}

/// One line that is too many, or too few, or wrong: apart from it the file is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleLineError {
    /// The line: of the file, or where it would be.
    pub line: u64,
    /// What is wrong with it.
    pub fault: LineFault,
}

/// What can be wrong with a single line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// It is one too many.
    Surplus,
    /// It is not there.
    Missing,
    /// It says something else.
    Wrong,
}
