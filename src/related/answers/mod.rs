//! Answers that programs print: requests, right answers, and programs with mistakes.

mod accepted;
mod audit;
mod awari;
mod case;
mod comparison;
mod diagnosis;
mod mistakes;
mod program;
mod report;
mod request;
mod reversi;
mod samples;
mod search;

use reversi_io::names::names;

pub use accepted::{Accept, RootMove, table_of_moves};
pub use audit::{AnswerAudit, choose_cases};
pub use case::{Fields, PrintedCase};
pub use comparison::{Compared, Deviation, Strictness, WrongLine, compare};
pub use diagnosis::{Answered, Explanation, explain};
pub use mistakes::{Mistake, Mistakes};
pub use program::printed;
pub use report::AnswerReport;
pub use request::{Awari, Flag, Function, Request, method, nxn_of, stones};
pub use samples::{Sample, Samples};
pub use search::OutOfNodes;

names! {
    /// An assignment whose programs print their answers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum System {
        Tiny => "tiny",
        Nxn => "nxn",
        Awari => "awari",
        /// Any other program: a list contains the arguments and the expected text.
        Text => "text",
    }
}
