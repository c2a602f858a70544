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

/// A file that ends too early and is right before that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyStop {
    /// How many whole lines there are, all of them right apart from their spelling.
    pub lines: u64,
    /// Whether it ends within a line, the rest of which is missing.
    pub is_within_line: bool,
}

impl EarlyStop {
    /// What is right, and what usually ends a file there. `noun` is what the file is called.
    pub fn text(self, noun: &str) -> String {
        let right = match self.lines {
            1 => "Its one line before that is right".to_owned(),
            lines => format!("All {lines} lines before that are right"),
        };
        let (place, cause) = if self.is_within_line {
            (
                "within a line",
                "output that is written in blocks and was not flushed or closed at the end, or a program that was stopped",
            )
        } else {
            ("between two lines", "a crash, a time limit, or a part of the job that is not done")
        };
        format!("{right}: the {noun} stops too early, {place}. What usually does that is {cause}.")
    }
}
