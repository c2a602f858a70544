//! Traverse logs: what a search did, row by row, in the spelling of each year's assignment or in a modern one.

mod cell;
mod pipeline;
mod records;
mod room;
mod size;
mod spelling;
mod subtrees;
mod writer;

use std::io::{self, Write};

pub use pipeline::{BlockWriter, Blocks, write_behind};
pub use records::{Csv, JsonLines, RecordForm, RecordWriter};
pub use size::LogSize;
pub use spelling::{CutWindow, LineEnding, Numbers, Spelling};
pub use writer::{Columns, LogWriter};

use subtrees::search_in_parts;

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
        sink: impl Write + Send,
    ) -> io::Result<Outcome<R::Move>> {
        write_behind(sink, |blocks| match self {
            Self::Spelled(spelling) => {
                let log = LogWriter::new::<W>(spelling, line_ending, depth, evaluation.largest(), blocks)?;
                search_in_parts(game, depth, window, evaluation, log)
            }
            Self::Csv => {
                let form = Csv::new(BlockWriter::new(blocks)?, line_ending);
                search_recorded(Box::new(form), game, depth, window, evaluation)
            }
            Self::JsonLines => {
                let form = JsonLines::new(BlockWriter::new(blocks)?, line_ending);
                search_recorded(Box::new(form), game, depth, window, evaluation)
            }
        })
    }
}

fn search_recorded<R: Rules, W: Columns>(
    form: Box<dyn RecordForm + '_>,
    game: &R,
    depth: Depth,
    window: W,
    evaluation: &impl DiscValues,
) -> io::Result<Outcome<R::Move>> {
    let mut log = RecordWriter::new(form);
    let outcome = search(game, depth, window, evaluation, &mut log)?;
    log.finish()?;
    Ok(outcome)
}
