//! Traverse logs: the steps of a search, row by row, in the format of an assignment.

mod board_search;
mod columns;
mod equality;
mod lenient;
mod line;
mod logged_search;
mod ranges;
mod row;
mod row_format;
mod size;
mod writer;

pub use board_search::BoardSearch;
pub use columns::{Columns, LogColumn};
pub use equality::Equality;
pub use lenient::ReadLineError;
pub use line::{FieldValue, Line, LineField, NodeName};
pub use logged_search::LoggedSearch;
pub use ranges::{RowNumbers, RowRange};
pub use row::{EachRow, Event, Row};
pub use row_format::{CutWindow, RowFormat};
pub use size::{LogSize, RowEstimate};
