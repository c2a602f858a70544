//! The formats of a log: an assignment's own, CSV, and JSON lines.

use super::{RecordForm, RowFormat};

/// The format of a log: an assignment's format, or records.
#[allow(clippy::large_enum_variant)] // a job has one
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Rows(RowFormat),
    Records(RecordForm),
}

impl LogFormat {
    /// True if the log begins with the column names.
    pub const fn has_header(&self) -> bool {
        !matches!(self, Self::Records(RecordForm::JsonLines))
    }

    /// The number of rows in a log, from its number of line endings.
    pub const fn rows(&self, line_ends: u64) -> u64 {
        let last_line_end = match self {
            Self::Rows(row_format) => row_format.last_line_end,
            Self::Records(_) => true,
        };
        // Each line has a line ending, including the header. Only the last row may have none.
        (line_ends + !last_line_end as u64).saturating_sub(self.has_header() as u64)
    }
}
