//! A row of a log as a value, and an observer that turns a search into rows.

use reversi_core::{
    game::Value,
    search::{AlphaBeta, Node, Observer, Update, Window},
};

/// One step of a search, which is a row of the log.
///
/// A leaf has one row; an inner node has a row when it is entered, and a row after each child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a, M> {
    /// The number of the row, from 1. The header does not count as a row.
    pub number: u64,
    pub event: Event<M>,
    /// The moves from the root to the node, including passes; empty for the root.
    pub path: &'a [M],
    /// The current value of the node: a leaf's evaluation, an inner node's start value, or the best child's value so
    /// far.
    pub value: Value,
    /// The current window of the node; `None` in minimax. After a cut-off, alpha >= beta.
    pub window: Option<AlphaBeta>,
}

/// The event that a row shows at its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    Enter,
    Leaf,
    /// The search of a child of an inner node has ended.
    Update {
        /// The move that leads to the child.
        child: M,
        child_value: Value,
        /// True if this child is strictly better than all earlier children.
        improved: bool,
        /// The node's window before this child; `None` in minimax.
        before: Option<AlphaBeta>,
        /// True if alpha >= beta after this child: a cut-off, and the node's last row.
        cut: bool,
    },
}

impl<M> Event<M> {
    /// The same event, with the child's move converted to another type.
    pub fn map<N>(self, convert: impl FnOnce(M) -> N) -> Event<N> {
        match self {
            Self::Enter => Event::Enter,
            Self::Leaf => Event::Leaf,
            Self::Update { child, child_value, improved, before, cut } => {
                Event::Update { child: convert(child), child_value, improved, before, cut }
            }
        }
    }

    /// True for a cut-off.
    pub const fn is_cut_off(&self) -> bool {
        matches!(self, Self::Update { cut: true, .. })
    }
}

impl<M> Row<'_, M> {
    /// The same row, with the moves of its path and event converted to another type.
    pub(super) fn on_path<'b, N>(&self, path: &'b [N], convert: impl FnOnce(M) -> N) -> Row<'b, N>
    where
        M: Copy,
    {
        let Self { number, event, value, window, .. } = *self;
        Row { number, event: event.map(convert), path, value, window }
    }

    /// The number of plies between the root and the node.
    pub const fn ply(&self) -> usize {
        self.path.len()
    }
}

/// An observer that calls a function with every row of a search, in the order of the log. If the function returns an
/// error, the search ends.
#[derive(Debug)]
pub struct EachRow<M, F> {
    visit: F,
    rows: u64,
    path: Vec<M>,
}

impl<M, F> EachRow<M, F> {
    /// An observer for a new search that calls `visit` with the rows.
    pub const fn new(visit: F) -> Self {
        Self { visit, rows: 0, path: Vec::new() }
    }

    /// Sets the path to a node that the search has just reached.
    fn descend(&mut self, node: Node<M>) {
        self.path.truncate((node.ply.plies() as usize).saturating_sub(1));
        self.path.extend(node.reached_by);
    }

    fn row<E>(&mut self, event: Event<M>, value: Value, window: Option<AlphaBeta>) -> Result<(), E>
    where
        F: FnMut(&Row<M>) -> Result<(), E>,
    {
        self.rows += 1;
        (self.visit)(&Row { number: self.rows, event, path: &self.path, value, window })
    }
}

impl<M, W, E, F> Observer<M, W> for EachRow<M, F>
where
    M: Copy,
    W: Window,
    F: FnMut(&Row<M>) -> Result<(), E>,
{
    type Error = E;

    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), E> {
        self.descend(node);
        self.row(Event::Leaf, value, window.bounds())
    }

    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), E> {
        self.descend(node);
        self.row(Event::Enter, value, window.bounds())
    }

    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), E> {
        self.path.truncate(node.ply.plies() as usize);
        let Update { child, child_value, value, improved, before, after, cut } = update;
        let event = Event::Update { child, child_value, improved, before: before.bounds(), cut };
        self.row(event, value, after.bounds())
    }
}
