//! The job with classic mistakes: the files of students who have misunderstood the assignment.
//!
//! The [list](Mistake) has the mistakes of every year. A [`MistakenJob`] does the job with some of them. Mistakes of captures
//! and evaluations are a [game](MistakenGame) and an [evaluation](MistakenEvaluation) of their own. Mistakes of search and
//! rows are one plain recursion; mistakes of files belong to the job. None of this is fast, and none is part of the one
//! search. Without a mistake it writes what the one search writes.

mod evaluation;
mod files;
mod game;
mod job;
mod list;
mod search;
mod set;
mod texts;

pub use evaluation::MistakenEvaluation;
pub use files::{JobFiles, JobWriter, LineSink, RowSink};
pub use game::{Captures, MistakenGame};
pub use job::{MistakenJob, Solved, WrongTerm, WrongWeight};
pub use list::{Group, Mistake, ParseMistakeError};
pub use search::{NodeBudget, Stopped};
pub use set::Mistakes;
pub use texts::MistakeText;
