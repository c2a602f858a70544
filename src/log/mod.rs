//! Traverse logs: what a search did, row by row, in the spelling of each year's assignment or in a modern one.

mod field;
mod pipeline;
mod records;
mod room;
mod size;
mod spelling;
mod subtrees;
mod writer;

use std::{
    io::{self, ErrorKind, Write},
    sync::mpsc,
    thread,
};

pub use pipeline::{BlockPool, BlockWriter, write_behind};
pub use records::{Csv, JsonLines, RecordForm, RecordWriter};
pub use size::LogSize;
pub use spelling::{CutWindow, LineEnding, Numbers, Spelling};
pub use writer::{Columns, LogWriter};

use self::subtrees::Division;
use crate::{
    game::Depth,
    games::reversi::{DiscValues, Rules},
    search::{Outcome, search},
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
                let mut log = LogWriter::new::<W>(spelling, line_ending, depth, evaluation.largest(), blocks)?;
                if let Some(division) = Division::of::<W>(game, depth) {
                    return search_divided(division, game, depth, window, evaluation, log);
                }
                let outcome = search(game, depth, window, evaluation, &mut log)?;
                log.finish()?;
                Ok(outcome)
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

/// Logs each subtree by the thread that searches it, and puts it into its place in the log.
fn search_divided<R: Rules, W: Columns>(
    division: Division,
    game: &R,
    depth: Depth,
    window: W,
    evaluation: &impl DiscValues,
    log: LogWriter,
) -> io::Result<Outcome<R::Move>> {
    /// The blocks of a thread: 4 MiB.
    const BLOCKS: usize = 16;

    thread::scope(|scope| {
        let mut parts = Vec::new();
        for number in 0..division.threads {
            let (full, part) = mpsc::channel();
            let mut observer = division.part(number, log.of_subtrees(BlockPool::new(BLOCKS, full))?);
            // An error means that nobody wants the rest.
            scope.spawn(move || search(game, depth, window, evaluation, &mut observer));
            parts.push(part);
        }
        let mut whole = division.whole(log, |log: &mut LogWriter, number: usize| {
            loop {
                // A thread that has ended before its time has panicked, which the end of the scope makes known.
                let mut block = parts[number].recv().map_err(|_| ErrorKind::BrokenPipe)?;
                let value = block.ends_subtree.take();
                log.splice(block)?;
                if let Some(value) = value {
                    return Ok(value);
                }
            }
        });
        let outcome = search(game, depth, window, evaluation, &mut whole)?;
        whole.observer.finish()?;
        Ok(outcome)
    })
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
