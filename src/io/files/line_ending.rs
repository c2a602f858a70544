//! Names the two line ends, LF and CR LF.

use crate::names::names;

names! {
    /// The line ends of a file.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum LineEnding {
        #[default]
        Lf => "lf",
        /// CR LF: `\r\n`, as in the published files.
        Crlf => "crlf",
    }
}

impl LineEnding {
    /// The characters of the line end.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::Crlf => "\r\n",
        }
    }
}
