//! The three ways to compare a file with the expected one.

/// A rule for equal files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Equality {
    /// The same lines, apart from [ignored differences](super::PassedOver).
    #[default]
    Lines,
    /// The same bytes.
    Exact,
    /// The same lines, or rows with [the same content](reversi_course::log::RowFormat::read).
    Lenient,
}
