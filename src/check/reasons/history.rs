//! Follows a search: the value of a node before a row, and the rows in which alpha and beta were found.

use reversi_core::game::{Turn, Value};
use reversi_course::log::{Event, Row};

/// Follows a search from its first row on.
#[derive(Clone, Debug)]
pub struct History<M> {
    /// The nodes from the root to that of the last row.
    line: Vec<Before<M>>,
}

/// The state of a node before a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before<M> {
    /// Its value before a child was taken in; that of the row where the node is entered.
    pub value: Value,
    /// The rows in which the bounds after this row were found.
    pub sources: Sources<M>,
}

/// The rows in which the two bounds of a window were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sources<M> {
    /// None if alpha is still that of the root.
    pub alpha: Option<BoundRow<M>>,
    /// None if beta is still that of the root.
    pub beta: Option<BoundRow<M>>,
}

/// The row in which a bound was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundRow<M> {
    pub row: u64,
    /// The ply of its node, which lies on the way to wherever the bound holds.
    pub ply: usize,
    /// The child that it took in.
    pub best: M,
}

impl<M: Copy> History<M> {
    /// Takes the next row.
    pub fn take(&mut self, row: &Row<M>) -> Before<M> {
        let ply = row.ply();
        let before = match row.event {
            Event::Enter | Event::Leaf => {
                let above = ply.checked_sub(1).map(|above| self.line[above].sources);
                Before { value: row.value, sources: above.unwrap_or(Sources { alpha: None, beta: None }) }
            }
            Event::Update { child, before, .. } => {
                let Before { value, mut sources } = self.line[ply];
                let here = Some(BoundRow { row: row.number, ply, best: child });
                if before.map(|window| window.alpha) != row.window.map(|window| window.alpha) {
                    sources.alpha = here;
                }
                if before.map(|window| window.beta) != row.window.map(|window| window.beta) {
                    sources.beta = here;
                }
                Before { value, sources }
            }
        };
        self.line.truncate(ply);
        self.line.push(Before { value: row.value, ..before });
        before
    }
}

/// A history before the first row.
impl<M> Default for History<M> {
    fn default() -> Self {
        Self { line: Vec::new() }
    }
}

impl<M> Sources<M> {
    /// The row of the bound that a cut-off meets: the opponent's best value elsewhere.
    pub const fn of_opponent(self, turn: Turn) -> Option<BoundRow<M>>
    where
        M: Copy,
    {
        match turn {
            Turn::Max => self.beta,
            Turn::Min => self.alpha,
        }
    }
}
