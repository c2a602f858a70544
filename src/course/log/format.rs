//! The formats of a log, and a search that can write its log in each of them.

use std::{
    io::{self, BufWriter, ErrorKind, Write},
    ops::ControlFlow,
};

use super::{EachRow, LogSize, RecordContext, RecordForm, RecordWriter, Row, RowEstimate, RowFormat, writer::RowTexts};
use reversi_core::{
    game::{Depth, Evaluation},
    games::reversi::{Color, Move, MoveOrder, Rules},
    search::{Outcome, Search, Window},
};
use reversi_io::files::LineEnding;

/// The format of a log: an assignment's, or records.
#[allow(clippy::large_enum_variant)] // a job has one
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Rows(RowFormat),
    Records(RecordForm),
}

/// A search of a board, of its image in an order of moves, or of a board with swapped colours. The log is always that
/// of the board itself.
#[derive(Debug)]
pub struct BoardSearch<'a, R, W, E> {
    pub search: Search<'a, R, W, E>,
    /// The order of the moves on the board. The search uses the image of the board in this order.
    pub order: MoveOrder,
    /// The player to move at the root.
    pub side_to_move: Color,
    /// The player who is MAX.
    pub max: Color,
}

/// Makes a search of a board itself.
impl<'a, R: Rules, W, E> From<Search<'a, R, W, E>> for BoardSearch<'a, R, W, E> {
    fn from(search: Search<'a, R, W, E>) -> Self {
        let (side_to_move, max) = (search.root.position().side_to_move(), search.root.max());
        Self { search, order: MoveOrder::ROWS_FROM_A1, side_to_move, max }
    }
}

/// A search of Reversi with a log, for all types of searches.
pub trait LoggedSearch: Send + Sync {
    /// Searches and writes every step.
    fn write_log(&self, format: &LogFormat, line_ending: LineEnding, sink: &mut dyn Write)
    -> io::Result<Outcome<Move>>;

    /// The size of the log. Now and then, `tell` is called with the number of rows so far.
    fn log_size(&self, format: &LogFormat, line_ending: LineEnding, tell: &mut dyn FnMut(u64)) -> LogSize;

    /// An estimate of the number of rows of the log.
    fn estimated_rows(&self) -> RowEstimate;

    /// Searches and shows every row to `visit`. If `visit` breaks, there is no outcome.
    fn each_row(&self, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) -> Option<Outcome<Move>>;
}

impl<R: Rules, W: Window, E: Evaluation<R> + Sync> LoggedSearch for BoardSearch<'_, R, W, E> {
    fn write_log(
        &self,
        format: &LogFormat,
        line_ending: LineEnding,
        sink: &mut dyn Write,
    ) -> io::Result<Outcome<Move>> {
        let outcome = match format {
            LogFormat::Rows(row_format) => match RowTexts::new(self, row_format, line_ending) {
                Some(rows) => rows.write(self, sink)?,
                None => return self.write_row_by_row(row_format, line_ending, sink),
            },
            LogFormat::Records(form) => return self.write_records(*form, line_ending, sink),
        };
        sink.flush()?;
        Ok(self.outcome(outcome))
    }

    fn log_size(&self, format: &LogFormat, line_ending: LineEnding, tell: &mut dyn FnMut(u64)) -> LogSize {
        super::size::size(self, format, line_ending, tell)
    }

    fn estimated_rows(&self) -> RowEstimate {
        RowEstimate::of(&self.search)
    }

    fn each_row(&self, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) -> Option<Outcome<Move>> {
        let mut visit = |row: &Row<Move>| match visit(row) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ErrorKind::Interrupted.into()),
        };
        self.try_each_row(&mut visit).ok()
    }
}

impl<R: Rules, W: Window, E> BoardSearch<'_, R, W, E> {
    /// The move on the board for a move of the search.
    pub fn original(&self, image: impl Into<Move>) -> Move {
        match self.order {
            // This runs for each move of each row's path.
            MoveOrder::ROWS_FROM_A1 => image.into(),
            order => order.original_move(self.search.root.position().size(), image.into()),
        }
    }

    /// The move of the search for a move on the board.
    pub(super) fn image(&self, played: Move) -> Move {
        self.order.image_of_move(self.search.root.position().size(), played)
    }

    /// The outcome of the search, with its move on the board.
    pub fn outcome(&self, outcome: Outcome<R::Move>) -> Outcome<Move> {
        outcome.map(|image| self.original(image))
    }

    /// Searches and shows every row with moves on the board.
    fn try_each_row(&self, visit: &mut dyn FnMut(&Row<Move>) -> io::Result<()>) -> io::Result<Outcome<Move>>
    where
        E: Evaluation<R>,
    {
        let mut path = Vec::new();
        let mut show = |row: &Row<R::Move>| {
            path.clear();
            path.extend(row.path.iter().map(|&image| self.original(image)));
            visit(&row.on_path(&path, |image| self.original(image)))
        };
        let outcome = self.search.run(&mut EachRow::new(&mut show as Visitor<R::Move>))?;
        Ok(self.outcome(outcome))
    }

    /// Writes a log whose texts are too long for [`RowTexts`], each row by [`RowFormat::write`].
    fn write_row_by_row(
        &self,
        row_format: &RowFormat,
        line_ending: LineEnding,
        sink: &mut dyn Write,
    ) -> io::Result<Outcome<Move>>
    where
        E: Evaluation<R>,
    {
        let (mut sink, line_end) = (BufWriter::new(sink), line_ending.text());
        sink.write_all(row_format.column_names(W::PRUNES).as_bytes())?;
        let outcome =
            self.try_each_row(&mut |row| write!(sink, "{line_end}{}", row_format.write(&row_format.line(row))))?;
        sink.write_all(if row_format.last_line_end { line_end } else { "" }.as_bytes())?;
        sink.flush()?;
        Ok(outcome)
    }

    /// Writes a log as records.
    fn write_records(
        &self,
        form: RecordForm,
        line_ending: LineEnding,
        sink: &mut dyn Write,
    ) -> io::Result<Outcome<Move>>
    where
        E: Evaluation<R>,
    {
        let Self { search: Search { depth, .. }, side_to_move, max, .. } = *self;
        let mut records = RecordWriter::new(form, sink, line_ending, RecordContext { side_to_move, max, depth });
        let outcome = self.try_each_row(&mut |row| records.write(row))?;
        records.flush()?;
        Ok(outcome)
    }
}

/// A function that gets rows one by one. A call through a pointer is cheap in comparison, and one compiled search is
/// enough for all such functions.
type Visitor<'a, M> = &'a mut dyn FnMut(&Row<M>) -> io::Result<()>;

/// The depth that a search can reach, at most the length of the game.
pub(super) fn deepest<R: Rules, W, E>(search: &Search<R, W, E>) -> Depth {
    search.depth.min(Depth::new(search.root.plies_left()))
}
