//! Finds, for each log row, the node values before the row and the rows that set alpha and beta.

use reversi_core::game::{Turn, Value};
use reversi_course::log::{Event, Row};

/// Follows a search from its first row.
#[derive(Clone, Debug)]
pub struct History<M> {
    /// The states of the nodes from the root to the last row's node.
    line: Vec<Before<M>>,
}

/// The state of a node before a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before<M> {
    /// The node's value before an update; in the first row of a node, the value in this row.
    pub value: Value,
    /// The rows that have set alpha and beta, up to and including this row.
    pub sources: Sources<M>,
}

/// The rows that set alpha and beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sources<M> {
    /// `None` if alpha is still the root's alpha.
    pub alpha: Option<BoundRow<M>>,
    /// `None` if beta is still the root's beta.
    pub beta: Option<BoundRow<M>>,
}

/// A row that set a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundRow<M> {
    pub row: u64,
    /// The ply of the node that set the bound; all nodes with this bound are below this node.
    pub ply: usize,
    /// The child whose value is the bound.
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

/// The history before the first row of a search.
impl<M> Default for History<M> {
    fn default() -> Self {
        Self { line: Vec::new() }
    }
}

impl<M> Sources<M> {
    /// The row that set the bound that causes a cut-off: the opponent's best value at another node.
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
