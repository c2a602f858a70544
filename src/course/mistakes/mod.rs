//! Runs a job with typical mistakes of students who have misunderstood the assignment.
//!
//! The list of all mistakes is [`PlainMistake`]; a [`Mistake`] can also hold on one side only. A [`MistakenJob`] runs a job with some mistakes. Mistakes in captures and
//! evaluations have a separate [game](MistakenGame) and [evaluation](MistakenEvaluation). One plain recursive search
//! makes the mistakes in searches and rows. The job makes the mistakes in files. This module is slow and does not use
//! the real search. Without mistakes, the output equals the output of the real search.

mod evaluation;
mod files;
mod game;
mod job;
mod judge;
mod list;
mod mistake;
mod rows;
mod rules;
mod search;
mod set;
mod system;
mod texts;

pub use evaluation::MistakenEvaluation;
pub use files::{JobFiles, JobWriter, LineSink, RowSink};
pub use game::{Captures, MistakenGame};
pub use job::{MistakenJob, Solved, WrongTerm, WrongWeight};
pub use judge::{Effort, Question, Ranked, Score};
pub use list::{Group, PlainMistake};
pub use mistake::{Mistake, Side};
pub use search::{
    Bounds, Entered, MistakenSearch, NodeBudget, Observe, SearchResult, SearchedGame, SearchedNode, Step, Stopped,
};
pub use set::{Mistakes, PlainMistakes};
pub use system::System;
pub use texts::MistakeText;
