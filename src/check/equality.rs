//! The three ways to compare a file with the expected file.

use serde::Deserialize;

/// A rule for comparing a student's line with the expected line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Equality {
    /// Lines must be equal, apart from [ignored differences](super::PassedOver).
    #[default]
    Lines,
    /// The same bytes.
    Exact,
    /// Lines must be equal, or log rows must have [the same content](reversi_course::log::RowFormat::read).
    Lenient,
}
