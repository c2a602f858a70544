//! The columns of a spelled log.

/// A column of a spelled log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogColumn {
    /// The node.
    Node,
    /// The depth.
    Depth,
    /// The value.
    Value,
    /// What max has secured.
    Alpha,
    /// What min has secured.
    Beta,
}

impl LogColumn {
    /// The columns of alpha-beta, from left to right. Minimax has those without the window.
    pub const ALL: [Self; 5] = [Self::Node, Self::Depth, Self::Value, Self::Alpha, Self::Beta];

    /// The columns of a search with or without a window.
    pub const fn of(has_window: bool) -> &'static [Self] {
        if has_window { &Self::ALL } else { Self::ALL.split_at(3).0 }
    }
}
