//! A job: a task, and all else that decides the bytes of its files.

use super::{Dialect, Task};
use crate::{files::LineEnding, log::Spelling};

/// What a year's assignment asks for.
#[derive(Clone, Debug)]
pub struct Job {
    /// The year.
    pub dialect: Dialect,
    /// What is searched.
    pub task: Task,
    /// Whether there is a log; greedy (task 1 of `usc2014`) has none.
    pub is_logged: bool,
    /// How the log is spelled: as the dialect has it, unless another is asked for.
    pub spelling: Spelling,
    /// How lines end.
    pub line_ending: LineEnding,
}
