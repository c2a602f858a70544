//! A search of Reversi that can write its log.

use std::{
    io::{self, ErrorKind, Write},
    ops::ControlFlow,
};

use super::{BoardSearch, LogSize, Row, RowEstimate, RowFormat, RowRange, size::CountingSink, writer::write_rows};
use reversi_core::{
    game::Evaluation,
    games::reversi::{Move, Rules},
    search::{Outcome, Window},
};
use reversi_io::files::LineEnding;

/// A search of Reversi that can write a log, whatever its rules, window and evaluation.
pub trait LoggedSearch: Send + Sync {
    fn write_log(&self, format: &RowFormat, line_ending: LineEnding, sink: &mut dyn Write)
    -> io::Result<Outcome<Move>>;

    /// Counts the rows and bytes of the log. `tell` is called from time to time with the number of rows so far. The error
    /// is that of [`write_log`](Self::write_log) if the system refuses a thread.
    fn log_size(&self, format: &RowFormat, line_ending: LineEnding, tell: &mut dyn FnMut(u64)) -> io::Result<LogSize> {
        let mut sink = CountingSink { line_ends: 0, bytes: 0, tell };
        self.write_log(format, line_ending, &mut sink)?;
        Ok(LogSize { rows: format.rows(sink.line_ends), bytes: sink.bytes })
    }

    fn estimated_rows(&self) -> RowEstimate;

    /// Searches and shows every row to `visit`. If `visit` breaks, the search ends without an outcome.
    fn each_row(&self, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) -> Option<Outcome<Move>>;

    /// Searches and shows a range of rows to `visit`, until `visit` breaks. The rows of a path are numbered from 1. If
    /// the range is empty, `visit` is not called.
    fn each_row_of(&self, range: &RowRange, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) {
        let mut shown = 0;
        self.each_row(&mut |row| match range {
            RowRange::Numbers(numbers) if row.number < numbers.first => ControlFlow::Continue(()),
            RowRange::Numbers(numbers) => {
                visit(row)?;
                if numbers.last == Some(row.number) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
            RowRange::Path(path) if row.path == path => {
                shown += 1;
                visit(&Row { number: shown, ..*row })
            }
            // After the last row of the node, the rows leave its subtree.
            RowRange::Path(path) if shown > 0 && !row.path.starts_with(path) => ControlFlow::Break(()),
            RowRange::Path(_) => ControlFlow::Continue(()),
        });
    }
}

impl<R: Rules, W: Window, E: Evaluation<R> + Sync> LoggedSearch for BoardSearch<'_, R, W, E> {
    fn write_log(
        &self,
        format: &RowFormat,
        line_ending: LineEnding,
        sink: &mut dyn Write,
    ) -> io::Result<Outcome<Move>> {
        let outcome = write_rows(self, format, line_ending, sink)?;
        sink.flush()?;
        Ok(self.outcome(outcome))
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
