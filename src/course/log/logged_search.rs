//! A search of Reversi that can write its log in each format.

use std::{
    io::{self, ErrorKind, Write},
    ops::ControlFlow,
};

use super::{BoardSearch, LogFormat, LogSize, Row, RowEstimate, size, writer::RowTexts};
use reversi_core::{
    game::Evaluation,
    games::reversi::{Move, Rules},
    search::{Outcome, Window},
};
use reversi_io::files::LineEnding;

/// A search of Reversi that can write a log, whatever its rules, window and evaluation.
pub trait LoggedSearch: Send + Sync {
    /// Searches and writes every step.
    fn write_log(&self, format: &LogFormat, line_ending: LineEnding, sink: &mut dyn Write)
    -> io::Result<Outcome<Move>>;

    /// Counts the rows and bytes of the log. `tell` is called from time to time with the number of rows so far.
    fn log_size(&self, format: &LogFormat, line_ending: LineEnding, tell: &mut dyn FnMut(u64)) -> LogSize;

    fn estimated_rows(&self) -> RowEstimate;

    /// Searches and shows every row to `visit`. If `visit` breaks, the search ends without an outcome.
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
        size::size(self, format, line_ending, tell)
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
