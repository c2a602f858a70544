//! The job with classic mistakes in it: what students write who have misunderstood the assignment.
//!
//! The [list](Mistake) has what goes wrong every year. A [`MistakenJob`] does the job with some of them: captures and
//! evaluations with a mistake are a [game](MistakenGame) and an [evaluation](MistakenEvaluation) of their own, the
//! mistakes of search and rows one plain recursion, and those of files belong to the job. None of it is fast, and none
//! of it is part of the one search; with no mistake it writes what that search writes.

mod evaluation;
mod files;
mod game;
mod job;
mod list;
mod search;
mod set;
mod told;

pub use evaluation::MistakenEvaluation;
pub use files::{JobFiles, JobWriter, LineSink, RowSink};
pub use game::{Captures, MistakenGame};
pub use job::{MistakenJob, Solved, WrongTerm, WrongWeight};
pub use list::{Group, Mistake, ParseMistakeError};
pub use search::{NodeBudget, Stopped};
pub use set::Mistakes;
pub use told::Told;
