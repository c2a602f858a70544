//! The three ways to compare a student's text with the expected text.

use serde::Deserialize;

use reversi_io::names::names;

names! {
    /// A rule for comparing a line with the expected line.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Equality {
        /// Lines must be equal, apart from line endings, spaces at their ends, and empty lines at the end of the text.
        #[default]
        #[serde(rename = "default")]
        Lines => "default",
        Exact => "exact",
        /// Log rows must have [the same content](super::RowFormat::read). Printed answers may have other spaces, letter
        /// case, forms of numbers, tuples and boards, and lines before the answer.
        Lenient => "lenient",
    }
}
