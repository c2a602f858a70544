//! Traverse logs: the steps of a search, row by row, in the format of an assignment or as records.

mod board_search;
mod columns;
mod lenient;
mod line;
mod log_format;
mod logged_search;
mod ranges;
mod records;
mod row;
mod row_format;
mod size;
mod writer;

pub use board_search::BoardSearch;
pub use columns::{Columns, LogColumn};
pub use lenient::ReadLineError;
pub use line::{FieldValue, Line, LineField, NodeName};
pub use log_format::LogFormat;
pub use logged_search::LoggedSearch;
pub use ranges::{RowNumbers, RowRange};
pub use records::{RecordContext, RecordForm, RecordWriter};
pub use row::{EachRow, Event, Row};
pub use row_format::{CutWindow, RowFormat};
pub use size::{LogSize, RowEstimate};
