//! Audits sets of test cases: finds the mistakes that the cases catch, and boards that catch the remaining mistakes.
//!
//! A case is a [job](crate::assignment::Job) with a name. If a job with a [mistake](crate::mistakes) writes other files
//! than the right job, the case catches the mistake. A set covers its assignment if every task has a case and each
//! [occurrence](Occurrence) is in at least one case.

mod audit;
mod boards;
mod coverage;
mod expected;
mod expected_output;
#[cfg(not(target_family = "wasm"))]
mod files;
mod list;
mod points;
mod search;

pub use audit::{Audit, Caught};
pub use boards::Boards;
pub use coverage::{Need, Occurrence};
pub use expected::{ExpectedFile, expected_files};
pub use expected_output::ExpectedOutput;
#[cfg(not(target_family = "wasm"))]
pub use files::{begin_set, write_set};
pub use list::{Case, CaseKind, CaseList, Printed, Visibility};
pub use points::TaskPoints;
pub use search::{CaseSelection, DepthRange, MOST_BOARDS, NewCase, Wanted};
