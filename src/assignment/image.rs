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
    games::reversi::{Bitboard, Color, Move, MoveOrder, Position},
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
        if self.is_the_board() {
            return *position;
        }
        let discs = |color| match self.order {
            MoveOrder::Rows => position.discs(color),
            MoveOrder::Columns => position
                .discs(color)
                .into_iter()
                .map(|square| Bitboard::of(self.order.square(square)))
                .fold(Bitboard::EMPTY, |all, square| all | square),
        };
        let (black, white, to_move) = (discs(Color::Black), discs(Color::White), position.side_to_move());
        if self.exchanges_colors {
            Position::new(position.size(), to_move.opponent(), white, black)
        } else {
            Position::new(position.size(), to_move, black, white)
        }
    }

    /// The move on the board for one on its image, and the other way round.
    pub(super) fn turned(self, played: Move) -> Move {
        self.order.turned(played)
    }
}

/// A table of weights for the boards that are searched in an order. (No feature that is counted changes with the board's
/// transposition.)
pub(super) fn table(order: MoveOrder, weights: &[[i32; 8]; 8]) -> [[i32; 8]; 8] {
    match order {
        MoveOrder::Rows => *weights,
        MoveOrder::Columns => std::array::from_fn(|row| std::array::from_fn(|column| weights[column][row])),
    }
}

/// The search of an image, whose moves are those of the board.
pub(super) struct ImageSearch<'a> {
    pub(super) search: Box<dyn TaskSearch + 'a>,
    pub(super) image: Image,
    pub(super) task: &'a Task,
}

impl ImageSearch<'_> {
    fn outcome(&self, outcome: Outcome<Move>) -> Outcome<Move> {
        outcome.map(|played| self.image.turned(played))
    }

    /// Shows a row of the image as one of the board.
    fn visiting<'v>(
        &self,
        visit: &'v mut dyn FnMut(&Row<Move>) -> ControlFlow<()>,
    ) -> impl FnMut(&Row<Move>) -> ControlFlow<()> + use<'v> {
        let (image, mut path) = (self.image, Vec::new());
        move |row| {
            path.clear();
            path.extend(row.path.iter().map(|&played| image.turned(played)));
            let Row { number, event, value, window, .. } = *row;
            visit(&Row { number, event: event.map(|played| image.turned(played)), path: &path, value, window })
        }
    }

    fn write_records(
        &self,
        form: RecordForm,
        line_ending: LineEnding,
        sink: &mut dyn Write,
    ) -> io::Result<Outcome<Move>> {
        let Task { start, depth, .. } = *self.task;
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
}

impl LoggedSearch for ImageSearch<'_> {
    fn write_log(
        &self,
        format: &LogFormat,
        line_ending: LineEnding,
        sink: &mut dyn Write,
    ) -> io::Result<Outcome<Move>> {
        match format {
            LogFormat::Spelled(spelling) => {
                let named = LogFormat::Spelled(Spelling { order: self.image.order, ..spelling.clone() });
                Ok(self.outcome(self.search.write_log(&named, line_ending, sink)?))
            }
            LogFormat::Csv => self.write_records(RecordForm::Csv, line_ending, sink),
            LogFormat::JsonLines => self.write_records(RecordForm::JsonLines, line_ending, sink),
        }
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
        let path: Vec<Move> = path.iter().map(|&played| self.image.turned(played)).collect();
        self.search.value_after(&path)
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
            RowRange::Path(path) => RowRange::Path(path.iter().map(|&played| self.image.turned(played)).collect()),
        };
        self.search.each_row_of(&range, &mut self.visiting(visit));
    }
}
