//! Traverse logs: what a search did, row by row, in the spelling of each year's assignment or in a modern one.

mod columns;
mod division;
mod format;
mod known_sizes;
pub mod lenient;
mod pipeline;
mod ranges;
mod records;
mod row;
mod size;
mod spelling;
mod templates;
mod writer;

pub use columns::LogColumn;
pub use format::{BoardSearch, LogFormat, LoggedSearch};
pub use pipeline::{BlockPool, BlockWriter};
pub use ranges::{ParseRowNumbersError, RowNumbers, RowRange};
pub(crate) use ranges::{count as count_rows, each_row_of};
pub use records::{RecordContext, RecordForm, RecordWriter};
pub use row::{EachRow, Event, Row};
pub use size::{LogSize, RowEstimate};
pub use spelling::{CutWindow, Line, Spelling};
pub use templates::RowTemplates;
pub use writer::LogWriter;
