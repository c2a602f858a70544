//! Answers that programs print: requests, right answers, and programs with mistakes.

mod accepted;
mod audit;
mod awari;
mod case;
mod checked;
mod comparison;
mod diagnosis;
mod program;
mod report;
mod request;
mod reversi;
mod samples;
mod tree;

pub use accepted::{Accept, RootMove, table_of_moves};
pub use audit::{audit, choose_cases};
pub use case::PrintedCase;
pub use checked::{CheckedAnswer, CheckedAnswers};
pub use comparison::{Compared, Deviation, WrongLine, compare, within};
pub use diagnosis::{Answered, Explanation, explain};
pub use program::printed;
pub use report::AnswerReport;
pub use request::{Awari, Flag, Function, Request, method, nxn_of, stones};
pub use reversi_course::mistakes::{Mistake, Mistakes, System};
pub use samples::{Sample, Samples};
