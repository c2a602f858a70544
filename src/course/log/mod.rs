//! Traverse logs: the steps of a search, row by row, in the format of an assignment or as records.

mod columns;
mod fields;
mod format;
mod known_sizes;
mod lenient;
mod line;
mod ranges;
mod records;
mod row;
mod row_counter;
mod row_format;
mod size;
mod writer;

pub use columns::{Columns, LogColumn};
pub use format::{BoardSearch, LogFormat, LoggedSearch};
pub use lenient::ReadLineError;
pub use line::{FieldValue, Line, LineField, NodeName};
pub use ranges::{ParseRowNumbersError, RowNumbers, RowRange};
pub(crate) use ranges::{count as count_rows, each_row_of};
pub use records::{RecordContext, RecordForm, RecordWriter};
pub use row::{EachRow, Event, Row};
pub use row_format::{CutWindow, RowFormat};
pub use size::{LogSize, RowEstimate};
