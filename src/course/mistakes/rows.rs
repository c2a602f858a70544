//! Writes the rows of a search with mistakes, as a program with mistakes in rows writes them.

use std::ops::ControlFlow;

use super::{
    Mistakes, PlainMistake, PlainMistakes, RowSink,
    search::{Bounds, NodeBudget, SearchedNode, Step, Stopped},
};
use crate::{
    assignment::Job,
    log::{CutWindow, FieldValue, Line, NodeName, RowFormat},
};
use reversi_core::{
    game::Turn,
    games::reversi::{Color, Move, Size},
    search::Algorithm,
};

/// Turns the steps of a search into rows of the log.
pub(super) struct RowWriter<'a> {
    /// The mistakes at the nodes of MAX and of MIN.
    at_nodes: [PlainMistakes; 2],
    row_format: &'a RowFormat,
    size: Size,
    /// True if rows have alpha and beta.
    has_bounds: bool,
    /// The depth limit in plies.
    limit: i64,
    root_depth: i64,
    /// The number of rows that the search may still write.
    left: u64,
    sink: &'a mut RowSink<'a>,
}

/// A row before it has the columns of the assignment.
#[derive(Clone, Copy)]
struct Shown {
    value: FieldValue,
    bounds: Bounds,
    is_cut_off: bool,
}

impl<'a> RowWriter<'a> {
    /// The rows of a search for a step of the player `mover`.
    pub(super) fn new(
        job: &'a Job,
        (mistakes, mover): (Mistakes, Color),
        limit: i64,
        budget: &NodeBudget,
        sink: &'a mut RowSink<'a>,
    ) -> Self {
        let (has, row_format) = (|mistake| mistakes.of_color(mover).contains(mistake), job.row_format());
        Self {
            at_nodes: Turn::ALL.map(|turn| mistakes.at_nodes(turn, mover)),
            row_format,
            size: job.assignment.size,
            has_bounds: job.task.algorithm == Algorithm::AlphaBeta,
            limit,
            root_depth: match () {
                () if has(PlainMistake::RootDepthZero) => 0,
                () if has(PlainMistake::RootDepthOne) => 1,
                () => row_format.root_depth.into(),
            },
            left: budget.most_rows,
            sink,
        }
    }

    pub(super) fn step(&mut self, node: &SearchedNode<Move>, turn: Turn, step: Step<Move>) -> Result<(), Stopped> {
        let at = self.at_nodes[turn as usize];
        let mut row = |value, bounds| self.row(node, turn, Shown { value, bounds, is_cut_off: false });
        match step {
            Step::DeadEnd { start, bounds } => row(start, bounds),
            Step::Inner { start, bounds, .. } if !at.contains(PlainMistake::NoRowOnEntry) => row(start, bounds),
            Step::Inner { .. } => Ok(()),
            Step::Leaf { start, value, bounds, is_at_limit } => {
                if at.contains(PlainMistake::EntryRowForLeaves) {
                    row(start, bounds)?;
                }
                let keeps_infinity = at.contains(PlainMistake::DeadEndRowKeepsInfinity) && !is_at_limit;
                row(if keeps_infinity { start } else { value }, bounds)
            }
            Step::Child { played: Move::Pass, .. } if at.contains(PlainMistake::NoRowAfterPass) => Ok(()),
            Step::Child { child_value, before, after, is_cut_off, .. } => {
                let value = match () {
                    () if at.contains(PlainMistake::RowShowsChild) => child_value,
                    () if at.contains(PlainMistake::RowBeforeUpdate) => before.0,
                    () => after.0,
                };
                let is_as_before =
                    at.contains_any(&[PlainMistake::WindowRowBeforeUpdate, PlainMistake::RowBeforeUpdate]);
                let is_narrowed = !is_as_before && (!is_cut_off || self.narrows_cut_off_row(at));
                let bounds = if is_narrowed { after.1 } else { before.1 };
                let is_written = if is_cut_off {
                    !at.contains(PlainMistake::NoRowAtCutOff)
                } else {
                    !at.contains(PlainMistake::RowsOnlyOnChange) || after != before
                };
                if is_written { self.row(node, turn, Shown { value, bounds, is_cut_off }) } else { Ok(()) }
            }
        }
    }

    /// True if the row of a cut-off shows the bounds after the child.
    fn narrows_cut_off_row(&self, at: PlainMistakes) -> bool {
        let other = [PlainMistake::CutOffRowAsSearched, PlainMistake::CutOffRowNarrowed];
        (self.row_format.cut_window == CutWindow::Narrowed) != at.contains_any(&other)
    }

    fn row(&mut self, node: &SearchedNode<Move>, turn: Turn, shown: Shown) -> Result<(), Stopped> {
        self.left = self.left.checked_sub(1).ok_or(Stopped::BudgetSpent)?;
        let Shown { value, bounds, is_cut_off } = shown;
        let at = self.at_nodes[turn as usize];
        let (value, bounds) = if turn == Turn::Min && at.contains(PlainMistake::NegamaxValues) {
            (-value, Bounds { alpha: -bounds.beta, beta: -bounds.alpha })
        } else {
            (value, bounds)
        };
        let depth =
            if at.contains(PlainMistake::DepthCountsDown) { self.limit - node.ply } else { node.ply + self.root_depth };
        let [alpha, beta] = [bounds.alpha, bounds.beta].map(|bound| self.has_bounds.then_some(bound));
        let numbers = [Some(FieldValue(depth as f64)), Some(value), alpha, beta];
        let is_marked =
            is_cut_off && !self.row_format.cut_marker.is_empty() && !at.contains(PlainMistake::NoCutOffMarker);
        let columns = self.row_format.columns(true);
        match (self.sink)(&Line::in_columns(columns, name(at, node, self.size), numbers, is_marked)) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped::Enough),
        }
    }
}

fn name(at: PlainMistakes, node: &SearchedNode<Move>, size: Size) -> NodeName {
    let Some(Move::Place(square)) = node.reached_by else { return node.reached_by.into() };
    let (row, column) = (square.row(), square.column());
    let (row, column) = if at.contains(PlainMistake::NamesTransposed) { (column, row) } else { (row, column) };
    let digit = match () {
        () if at.contains(PlainMistake::NamesFromZero) => row,
        () if at.contains(PlainMistake::NamesFromBelow) => size.rows() - row,
        () => row + 1,
    };
    NodeName::of(column, digit)
}
