//! The columns of a log's rows.

use std::borrow::Cow;

use reversi_io::{
    files::toml_file::words,
    names::{list, names},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

names! {
    /// A column of a log's rows.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum LogColumn {
        Node => "node",
        Depth => "depth",
        Value => "value",
        Alpha => "alpha",
        Beta => "beta",
    }
}

impl LogColumn {
    /// True if the column is a bound of the window. Minimax has no bounds.
    const fn is_bound(self) -> bool {
        matches!(self, Self::Alpha | Self::Beta)
    }
}

/// The columns of a row from left to right, each at most once. The node and the value are always among the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    of_alpha_beta: Cow<'static, [LogColumn]>,
    /// The columns of a minimax log, which has no bounds of the window.
    of_minimax: Cow<'static, [LogColumn]>,
}

/// The columns that every log has.
const NEEDED: [LogColumn; 2] = [LogColumn::Node, LogColumn::Value];

impl Columns {
    /// All columns, in the order of [`LogColumn::ALL`].
    pub const ALL: Self = Self {
        of_alpha_beta: Cow::Borrowed(&LogColumn::ALL),
        of_minimax: Cow::Borrowed(&[LogColumn::Node, LogColumn::Depth, LogColumn::Value]),
    };

    /// A list of columns; `None` if a column occurs twice, or if the node or the value is missing.
    pub fn new(columns: &[LogColumn]) -> Option<Self> {
        let count = |column| columns.iter().filter(|&&other| other == column).count();
        let is_once = LogColumn::ALL.into_iter().all(|column| count(column) <= 1);
        let has_needed = NEEDED.into_iter().all(|column| count(column) == 1);
        (is_once && has_needed).then(|| Self {
            of_alpha_beta: columns.to_vec().into(),
            of_minimax: columns.iter().copied().filter(|column| !column.is_bound()).collect(),
        })
    }

    /// The columns of the log of a search with or without a window.
    pub fn of(&self, has_window: bool) -> &[LogColumn] {
        if has_window { &self.of_alpha_beta } else { &self.of_minimax }
    }
}

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let columns: Vec<LogColumn> = words::deserialize(deserializer)?;
        Self::new(&columns).ok_or_else(|| {
            let missing = NEEDED.into_iter().filter(|column| !columns.contains(column));
            let missing = list(missing, "and");
            D::Error::custom(format!("the columns lack {missing}; expected node and value, with or without others"))
        })
    }
}

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        words::serialize(&self.of_alpha_beta, serializer)
    }
}
