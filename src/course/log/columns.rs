//! The columns of a spelled log.

use std::borrow::Cow;

use reversi_io::names::names;

names! {
    /// A column of a spelled log.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum LogColumn {
        Node => "node",
        Depth => "depth",
        Value => "value",
        Alpha => "alpha",
        Beta => "beta",
    }
}

/// Columns from left to right, each at most once, the node and the value among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    of_alpha_beta: Cow<'static, [LogColumn]>,
    /// Those that are no bounds of the window.
    of_minimax: Cow<'static, [LogColumn]>,
}

impl Columns {
    /// All, in the order of [`LogColumn::ALL`].
    pub const ALL: Self =
        Self { of_alpha_beta: Cow::Borrowed(&LogColumn::ALL), of_minimax: Cow::Borrowed(LogColumn::ALL.split_at(3).0) };

    /// Some columns; `None` where one is there twice, or the node or the value is missing.
    pub fn new(columns: &[LogColumn]) -> Option<Self> {
        let count = |column| columns.iter().filter(|&&other| other == column).count();
        let is_once = LogColumn::ALL.into_iter().all(|column| count(column) <= 1);
        let has_needed = [LogColumn::Node, LogColumn::Value].into_iter().all(|column| count(column) == 1);
        let is_of_minimax = |column: &&LogColumn| !matches!(column, LogColumn::Alpha | LogColumn::Beta);
        (is_once && has_needed).then(|| Self {
            of_alpha_beta: columns.to_vec().into(),
            of_minimax: columns.iter().filter(is_of_minimax).copied().collect(),
        })
    }

    /// Those of a search with or without a window.
    pub fn of(&self, has_window: bool) -> &[LogColumn] {
        if has_window { &self.of_alpha_beta } else { &self.of_minimax }
    }
}

impl Default for Columns {
    fn default() -> Self {
        Self::ALL
    }
}
