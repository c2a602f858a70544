//! Names the two line endings, LF and CR LF.

use crate::names::names;

names! {
    /// The line endings of a file.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum LineEnding {
        #[default]
        Lf => "lf",
        /// CR LF: `\r\n`, as in the published files.
        Crlf => "crlf",
    }
}

impl LineEnding {
    /// The characters of the line ending.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::Crlf => "\r\n",
        }
    }
}
