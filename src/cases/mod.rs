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

pub(crate) use audit::Audit;
pub use boards::Boards;
#[cfg(target_os = "linux")]
pub(crate) use expected::ExpectedFile;
pub(crate) use expected::expected_files;
pub use list::{Case, CaseList, Visibility};
pub use search::{CaseSelection, DepthRange, NewCase, Wanted};
pub(crate) use truth::Truth;
