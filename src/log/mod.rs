//! Traverse logs: what a search did, row by row, in the spelling of each year's assignment.

mod cell;
mod dialect;
mod writer;

pub use dialect::{CutWindow, Dialect, LineEnding, Numbers};
pub use writer::{Columns, LogWriter};
