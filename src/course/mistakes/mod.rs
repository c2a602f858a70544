//! Does a job with classic mistakes, like students who have misunderstood the assignment.
//!
//! The [list](Mistake) has the mistakes. A [`MistakenJob`] does the job with some of them. Mistakes of captures and
//! evaluations have their own [game](MistakenGame) and [evaluation](MistakenEvaluation). One plain recursion makes the
//! mistakes of search and rows. Mistakes of files belong to the job. All this is slow and separate from the real
//! search. Without a mistake, the output equals that of the real search.

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
