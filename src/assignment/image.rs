//! What is searched in place of a board, where moves are tried column by column or white is max under rules whose max is
//! black; and the search whose moves are turned back. No node of the search pays for it.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use super::{NoMove, SearchRules, Task, TaskSearch};
use crate::{
    files::LineEnding,
    game::Value,
    games::reversi::{Color, Move, MoveOrder, Position},
    log::{
        LogFormat, LogSize, LoggedSearch, RecordContext, RecordForm, RecordWriter, Row, RowEstimate, RowRange, Spelling,
    },
    search::{Counts, Outcome},
};

/// How a board becomes the one that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Image {
    order: MoveOrder,
    exchanges_colors: bool,
}

impl Image {
    /// The image of a board under some rules, by the player to move at the root. [`NoPass`](crate::games::reversi::NoPass)
    /// knows black as max: where white is, the colours change places, and every value stays what it is.
    pub(super) fn new(rules: SearchRules, to_move: Color) -> Self {
        let exchanges_colors = rules.no_move == NoMove::Leaf && rules.max(to_move) == Color::White;
        Self { order: rules.order, exchanges_colors }
    }

    /// Whether the board itself is searched.
    pub(super) fn is_the_board(self) -> bool {
        self.order == MoveOrder::Rows && !self.exchanges_colors
    }

    /// The board that is searched.
    pub(super) fn position(self, position: &Position) -> Position {
        let [black, white] = Color::ALL.map(|color| match self.order {
            MoveOrder::Rows => position.discs(color),
            MoveOrder::Columns => position.discs(color).transposed(),
        });
        let (size, to_move) = (position.size(), position.side_to_move());
        if self.exchanges_colors {
            Position::new(size, to_move.opponent(), white, black)
        } else {
            Position::new(size, to_move, black, white)
        }
    }
}

/// The search of an image, whose moves are those of the board.
pub(super) struct ImageSearch<'a> {
    pub(super) search: Box<dyn TaskSearch + 'a>,
    pub(super) task: &'a Task,
}

impl ImageSearch<'_> {
    fn outcome(&self, outcome: Outcome<Move>) -> Outcome<Move> {
        outcome.map(|played| self.task.rules.order.turned(played))
    }

    fn path(&self, path: &[Move]) -> Vec<Move> {
        path.iter().map(|&played| self.task.rules.order.turned(played)).collect()
    }

    /// Shows a row of the image as one of the board.
    fn visiting<'v>(
        &self,
        visit: &'v mut dyn FnMut(&Row<Move>) -> ControlFlow<()>,
    ) -> impl FnMut(&Row<Move>) -> ControlFlow<()> + use<'v> {
        let (order, mut path) = (self.task.rules.order, Vec::new());
        move |row| {
            path.clear();
            path.extend(row.path.iter().map(|&played| order.turned(played)));
            visit(&Row { event: row.event.map(|played| order.turned(played)), path: &path, ..*row })
        }
    }
}

impl LoggedSearch for ImageSearch<'_> {
    fn write_log(
        &self,
        format: &LogFormat,
        line_ending: LineEnding,
        sink: &mut dyn Write,
    ) -> io::Result<Outcome<Move>> {
        let Task { start, depth, rules, .. } = *self.task;
        let form = match format {
            LogFormat::Spelled(spelling) => {
                let named = LogFormat::Spelled(Spelling { order: rules.order, ..spelling.clone() });
                return Ok(self.outcome(self.search.write_log(&named, line_ending, sink)?));
            }
            LogFormat::Csv => RecordForm::Csv,
            LogFormat::JsonLines => RecordForm::JsonLines,
        };
        let context = RecordContext { side_to_move: start.side_to_move(), max: self.task.max(), depth };
        let (mut records, mut written) = (RecordWriter::new(form, sink, line_ending, context), Ok(()));
        let outcome = self.each_row(&mut |row| {
            written = records.write(row);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        records.flush()?;
        outcome.ok_or_else(|| io::ErrorKind::Interrupted.into())
    }

    fn log_size(&self, format: &LogFormat, line_ending: LineEnding) -> io::Result<LogSize> {
        self.search.log_size(format, line_ending)
    }

    fn estimated_rows(&self) -> RowEstimate {
        self.search.estimated_rows()
    }

    fn each_row(&self, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) -> Option<Outcome<Move>> {
        Some(self.outcome(self.search.each_row(&mut self.visiting(visit))?))
    }
}

impl TaskSearch for ImageSearch<'_> {
    fn solve(&self) -> Outcome<Move> {
        self.outcome(self.search.solve())
    }

    fn value_after(&self, path: &[Move]) -> Option<Value> {
        self.search.value_after(&self.path(path))
    }

    fn count(&self) -> (Outcome<Move>, Counts) {
        let (outcome, counts) = self.search.count();
        (self.outcome(outcome), counts)
    }

    fn row_count(&self) -> u64 {
        self.search.row_count()
    }

    fn each_row_of(&self, range: &RowRange, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) {
        let range = match range {
            RowRange::Numbers(numbers) => RowRange::Numbers(*numbers),
            RowRange::Path(path) => RowRange::Path(self.path(path)),
        };
        self.search.each_row_of(&range, &mut self.visiting(visit));
    }
}
