//! A row of a search with its board, its legal moves, and the value and bounds before the row.

use std::ops::ControlFlow;

use super::history::{Before, History, Sources};
use reversi_core::{
    game::{Game as _, Turn, Value},
    games::reversi::{Move, Position},
    search::AlphaBeta,
};
use reversi_course::{
    assignment::Task,
    log::{Event, Row},
};

/// A row of a search, with the facts about its board for an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowContext {
    /// The number of the row, from 1.
    pub number: u64,
    pub event: Event<Move>,
    /// The moves from the root to the node, passes included.
    pub path: Vec<Move>,
    /// The board at the node, and the player to move.
    pub position: Position,
    /// The player to move as MAX or MIN.
    pub turn: Turn,
    /// The legal moves at the node; empty if a leaf above the depth limit has none.
    pub moves: Vec<Move>,
    pub value: Value,
    /// In an update, the node's value before the update; in other rows, the value in the row.
    pub value_before: Value,
    /// The node's current window; `None` in minimax.
    pub window: Option<AlphaBeta>,
    pub sources: Sources<Move>,
}

/// The contexts of some rows of a task's search. The numbers must be in ascending order; numbers after the last row
/// have no context.
pub fn row_contexts(task: &Task, numbers: &[u64]) -> Vec<RowContext> {
    let mut row_contexts = Vec::with_capacity(numbers.len());
    let mut history = History::default();
    if numbers.is_empty() {
        return row_contexts;
    }
    task.search().each_row(&mut |row| {
        let before = history.take(row);
        while numbers.get(row_contexts.len()) == Some(&row.number) {
            row_contexts.push(RowContext::new(task, row, before));
        }
        if row_contexts.len() == numbers.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    row_contexts
}

/// The board after the moves of a path, with the player to move.
pub fn position_after(start: Position, path: &[Move]) -> Position {
    path.iter().fold(start, |position, &played| position.after_move(played))
}

/// The legal moves after a path in a task's search, in search order.
pub fn moves_after(task: &Task, path: &[Move]) -> Vec<Move> {
    let (order, size) = (task.rules.order(), task.start.size());
    task.node_after(path).moves().map(|image| order.original_move(size, image)).collect()
}

impl RowContext {
    /// Makes the context of a row from the state of the row's node before the row.
    pub fn new(task: &Task, row: &Row<Move>, before: Before<Move>) -> Self {
        let position = position_after(task.start, row.path);
        Self {
            number: row.number,
            event: row.event,
            path: row.path.to_vec(),
            position,
            turn: if position.side_to_move() == task.max() { Turn::Max } else { Turn::Min },
            moves: moves_after(task, row.path),
            value: row.value,
            value_before: before.value,
            window: row.window,
            sources: before.sources,
        }
    }

    /// The log row that this context belongs to.
    pub fn row(&self) -> Row<'_, Move> {
        let Self { number, event, value, window, .. } = *self;
        Row { number, event, path: &self.path, value, window }
    }
}
