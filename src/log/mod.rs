//! Traverse logs: what a search did, row by row, in the spelling of each year's assignment or in a modern one.

mod cell;
mod records;
mod spelling;
mod writer;

use std::io::{self, Write};

pub use records::{Csv, JsonLines, RecordForm, RecordWriter};
pub use spelling::{CutWindow, LineEnding, Numbers, Spelling};
pub use writer::{Columns, LogWriter};

use crate::{
    reversi::{DiscValues, Rules},
    search::{Outcome, search},
    value::Depth,
};

/// How a log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// As in one year's assignment.
    Spelled(Spelling),
    /// As CSV with a header, a row a step.
    Csv,
    /// As JSON, an object a line and step.
    JsonLines,
}

impl LogFormat {
    /// Searches a game and logs every step of the search.
    ///
    /// # Errors
    /// Those of the sink, which end the search.
    pub fn search<R: Rules, W: Columns>(
        self,
        game: &R,
        depth: Depth,
        window: W,
        evaluation: &impl DiscValues,
        line_ending: LineEnding,
        sink: impl Write,
    ) -> io::Result<Outcome<R::Move>> {
        match self {
            Self::Spelled(spelling) => {
                let mut log = LogWriter::new::<W>(spelling, line_ending, depth, evaluation.largest(), sink);
                let outcome = search(game, depth, window, evaluation, &mut log)?;
                log.finish()?;
                Ok(outcome)
            }
            Self::Csv => {
                let mut log = RecordWriter::new(Csv::new(sink, line_ending));
                let outcome = search(game, depth, window, evaluation, &mut log)?;
                log.finish()?;
                Ok(outcome)
            }
            Self::JsonLines => {
                let mut log = RecordWriter::new(JsonLines::new(sink, line_ending));
                let outcome = search(game, depth, window, evaluation, &mut log)?;
                log.finish()?;
                Ok(outcome)
            }
        }
    }
}
