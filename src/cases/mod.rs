//! Sets of test cases: which mistakes they catch, and which boards would catch the rest.
//!
//! A case is a [job](crate::assignment::Job) with a name. It catches a [mistake](crate::mistakes) where the job with that
//! mistake writes other files.

mod audit;
mod boards;
mod expected;
mod list;
mod search;
mod truth;

pub use audit::{Audit, Caught};
pub use boards::Boards;
pub use expected::{ExpectedFile, expected_files};
pub use list::{Case, CaseList, Visibility};
pub use search::{CaseSelection, DepthRange, NewCase, Wanted};
pub use truth::Truth;
