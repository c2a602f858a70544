//! Selects the rows of a subtree for a page, and returns an error if there are too many.

use std::ops::ControlFlow;

use anyhow::{Result, bail};

use reversi_course::log::{Event, Row};

/// The largest number of rows to count; further rows are not counted.
const COUNTED: u64 = 5_000_000;

/// Receives the rows of a search, and selects the rows of one subtree. If the subtree has too many rows, it also finds
/// a smaller subtree to suggest.
#[derive(Clone, Debug)]
pub(super) struct SubtreeRows<'a, M> {
    /// The path to the root of the subtree.
    at: &'a [M],
    most: u64,
    /// The number of the subtree's first row; `None` before that row.
    first: Option<u64>,
    /// The number of rows of the subtree that have been received.
    rows: u64,
    /// True if the subtree has more than [`COUNTED`] rows.
    is_given_up: bool,
    /// The path from the root of the subtree to its first leaf.
    first_line: Vec<M>,
    /// For each node of `first_line`, the number of rows below, from the first child on. `None` until the search has
    /// left the node.
    sizes: Vec<Option<u64>>,
}

/// The decision whether the page shows a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Show,
    Skip,
    /// The page leaves out this row and all later rows.
    Stop,
}

impl<'a, M: Copy + PartialEq> SubtreeRows<'a, M> {
    /// Selects the rows of the node at the end of a path and of all nodes below, at most `most` rows.
    pub(super) const fn new(at: &'a [M], most: u64) -> Self {
        Self { at, most, first: None, rows: 0, is_given_up: false, first_line: Vec::new(), sizes: Vec::new() }
    }

    /// Takes the next row of the search.
    pub(super) fn take(&mut self, row: &Row<M>) -> Use {
        if !row.path.starts_with(self.at) {
            return if self.first.is_some() { Use::Stop } else { Use::Skip };
        }
        let first = *self.first.get_or_insert(row.number);
        self.rows = row.number - first + 1;
        if self.sizes.len() < row.ply() && self.sizes.iter().all(Option::is_none) {
            self.first_line = row.path.to_vec();
            self.sizes.resize(row.ply(), None);
        }
        // The first update of a node comes after the last row of the node's first child.
        if let Some(size @ None) = self.sizes.get_mut(row.ply()) {
            let above = (row.ply() - self.at.len()) as u64 + 1;
            let is_update = matches!(row.event, Event::Update { .. });
            if is_update && row.path == &self.first_line[..row.ply()] {
                *size = Some(self.rows - 1 - above);
            }
        }
        if self.rows <= self.most {
            Use::Show
        } else if self.rows < COUNTED {
            Use::Skip
        } else {
            self.is_given_up = true;
            Use::Stop
        }
    }

    /// The number of the first row. `name` returns the name of a move.
    pub(super) fn finish(self, name: impl Fn(M) -> String) -> Result<u64> {
        let path = |moves: &[M]| moves.iter().map(|&played| name(played)).collect::<Vec<_>>().join(" ");
        let (at, most) = (path(self.at), self.most);
        let Some(first) = self.first else {
            bail!("--at: the search does not reach {at}: the node is cut off or below the depth limit");
        };
        if self.rows <= most {
            return Ok(first);
        }
        let what = if self.at.is_empty() { "the search".to_owned() } else { format!("the subtree {at}") };
        let rows = if self.is_given_up { "too many rows for a page" } else { &format!("{} rows", self.rows) };
        let fits = (self.at.len()..self.sizes.len()).find(|&ply| self.sizes[ply].is_some_and(|size| size <= most));
        let hint = fits.map(|ply| format!(": explain --at \"{}\" shows a subtree", path(&self.first_line[..=ply])));
        bail!("{what} has {rows}; a page shows at most {most} (--most-rows){}", hint.unwrap_or_default());
    }
}

impl From<Use> for ControlFlow<()> {
    fn from(row: Use) -> Self {
        if row == Use::Stop { Self::Break(()) } else { Self::Continue(()) }
    }
}
