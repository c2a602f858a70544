//! Traverse logs: what a search did, row by row, in the spelling of each year's assignment or in a modern one.

mod columns;
mod division;
mod field;
mod fits;
mod format;
mod known_sizes;
pub mod lenient;
mod pipeline;
mod ranges;
mod records;
mod row;
mod size;
mod spelling;
mod writer;

pub use columns::Columns;
pub use format::{LogFormat, LoggedSearch};
pub use pipeline::{BlockPool, BlockWriter};
pub use ranges::{ParseRowNumbersError, RowNumbers, RowRange};
pub(crate) use ranges::{count as count_rows, each_row_of};
pub use records::{RecordContext, RecordForm, RecordWriter};
pub use row::{EachRow, Event, Row};
pub use size::LogSize;
pub use spelling::{Bound, CutWindow, Line, Numbers, ParseLineError, Spelling};
pub use writer::{LogWriter, Rows};
