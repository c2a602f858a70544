//! Which part of a search is shown: a subtree, if it is not too large.

use std::ops::ControlFlow;

use super::ExplainError;
use crate::log::{Event, Row};

/// How many rows are counted where there are too many, before their number is given up.
const COUNTED: u64 = 50_000_000;

/// Takes the rows of a search, keeps the number of those at and below one node, and finds a subtree that would do where
/// they are too many.
#[derive(Clone, Debug)]
pub(super) struct Part<'a, M> {
    at: &'a [M],
    most: u64,
    /// The number of the first row.
    pub(super) first: Option<u64>,
    rows: u64,
    /// Rows are still counted, not kept.
    is_given_up: bool,
    /// The way to the first leaf, and how many rows there are from each node on it.
    first_line: Vec<M>,
    sizes: Vec<Option<u64>>,
}

/// What to do with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is part of what is shown.
    Shown,
    /// It is not.
    Passed,
    /// Nothing is shown any more.
    Over,
}

impl<'a, M: Copy + PartialEq> Part<'a, M> {
    pub(super) const fn new(at: &'a [M], most: u64) -> Self {
        Self { at, most, first: None, rows: 0, is_given_up: false, first_line: Vec::new(), sizes: Vec::new() }
    }

    /// Takes the next row of the search.
    pub(super) fn take(&mut self, row: &Row<M>) -> Taken {
        if !row.path.starts_with(self.at) {
            return if self.first.is_some() { Taken::Over } else { Taken::Passed };
        }
        let first = *self.first.get_or_insert(row.number);
        self.rows = row.number - first + 1;
        if self.sizes.len() < row.ply() && self.sizes.iter().all(Option::is_none) {
            self.first_line = row.path.to_vec();
            self.sizes.resize(row.ply(), None);
        }
        // The first update of a node follows the last row of its first child.
        if let Some(size @ None) = self.sizes.get_mut(row.ply()) {
            let above = (row.ply() - self.at.len()) as u64 + 1;
            let is_update = matches!(row.event, Event::Update { .. });
            if is_update && row.path == &self.first_line[..row.ply()] {
                *size = Some(self.rows - 1 - above);
            }
        }
        if self.rows <= self.most {
            Taken::Shown
        } else if self.rows < COUNTED {
            Taken::Passed
        } else {
            self.is_given_up = true;
            Taken::Over
        }
    }

    /// The number of the first row, where there are rows and not too many. `name` is what a move is called.
    pub(super) fn finish(self, name: impl Fn(M) -> String) -> Result<u64, ExplainError> {
        let path = |moves: &[M]| moves.iter().map(|&played| name(played)).collect::<Vec<_>>().join(" ");
        let Some(first) = self.first else { return Err(ExplainError::NotSearched { path: path(self.at) }) };
        if self.rows <= self.most {
            return Ok(first);
        }
        let sizes = self.sizes.iter().enumerate().skip(self.at.len());
        let fits = sizes.filter(|(_, size)| size.is_some_and(|size| size <= self.most)).map(|(ply, _)| ply + 1).next();
        Err(ExplainError::TooManyRows {
            what: if self.at.is_empty() { "the search".to_owned() } else { format!("the subtree {}", path(self.at)) },
            rows: (!self.is_given_up).then_some(self.rows),
            most: self.most,
            subtree: fits.map(|plies| path(&self.first_line[..plies])),
        })
    }
}

impl From<Taken> for ControlFlow<()> {
    fn from(taken: Taken) -> Self {
        if taken == Taken::Over { Self::Break(()) } else { Self::Continue(()) }
    }
}
