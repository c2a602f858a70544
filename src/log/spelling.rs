//! How a log is spelled: what the years of the assignment do differently, as data.

/// The end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum LineEnding {
    /// LF: `\n`.
    #[default]
    #[value(help = None)]
    Lf,
    /// CR LF: `\r\n`, as in the published files.
    #[value(help = None)]
    Crlf,
}

impl LineEnding {
    /// The characters.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::Crlf => "\r\n",
        }
    }
}

/// How finite numbers are written. The infinities are `Infinity` and `-Infinity` everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// `25.0`.
    OneDecimal,
    /// `25`.
    Integer,
}

/// The window shown by the row of a cut-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutWindow {
    /// As narrowed by the child that caused it, so that alpha >= beta.
    Narrowed,
    /// As that child was searched with.
    AsSearched,
}

/// The spelling of a traverse log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// Between two fields of a row. The header has commas everywhere.
    pub separator: &'static str,
    /// The form of finite numbers.
    pub numbers: Numbers,
    /// What the Depth column shows for the root.
    pub root_depth: u32,
    /// The window of a cut-off's row.
    pub cut_window: CutWindow,
    /// What ends a cut-off's row, before the line end.
    pub cut_marker: &'static str,
    /// Whether the last row has a line end.
    pub last_line_end: bool,
}
