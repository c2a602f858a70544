//! The end of a line.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// The end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnding {
    /// LF: `\n`.
    #[default]
    Lf,
    /// CR LF: `\r\n`, as in the published files.
    Crlf,
}

impl LineEnding {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Lf, Self::Crlf];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lf => "lf",
            Self::Crlf => "crlf",
        }
    }

    /// The characters.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::Crlf => "\r\n",
        }
    }
}

/// `lf` or `crlf`.
impl fmt::Display for LineEnding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A text that names no line ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected lf or crlf")]
pub struct ParseLineEndingError;

impl FromStr for LineEnding {
    type Err = ParseLineEndingError;

    fn from_str(name: &str) -> Result<Self, ParseLineEndingError> {
        Self::ALL.into_iter().find(|ending| ending.name() == name).ok_or(ParseLineEndingError)
    }
}
