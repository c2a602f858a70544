//! The forms of a log, and a search that can be logged in any of them.

use std::{
    io::{self, ErrorKind, Write},
    ops::ControlFlow,
    sync::mpsc,
    thread,
};

use super::{
    BlockPool, BlockWriter, Columns, Csv, EachRow, JsonLines, LogSize, LogWriter, RecordContext, RecordWriter, Row,
    Spelling, division::Division, pipeline::Block, write_behind,
};
use crate::{
    files::LineEnding,
    game::{Depth, Evaluation, Value},
    games::reversi::{Move, Rules},
    search::{Outcome, Search},
    threads,
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

/// A search of Reversi that can be logged, whatever its types.
pub trait LoggedSearch: Send + Sync {
    /// Searches and writes every step.
    ///
    /// # Errors
    /// Those of the sink, which end the search.
    fn write_log(
        &self,
        format: LogFormat,
        line_ending: LineEnding,
        sink: &mut (dyn Write + Send),
    ) -> io::Result<Outcome<Move>>;

    /// The size of that log; `None` where it has more than `limit` bytes, which ends the search.
    fn log_size(&self, format: LogFormat, line_ending: LineEnding, limit: u64) -> Option<LogSize>;

    /// Whether that log has at most `space` bytes.
    ///
    /// Mostly the number of positions near the root tells that it has, or else that of all positions; where the search
    /// goes to all of them, it also tells that it has not. Only where that leaves it open are the bytes counted, up to
    /// `space`.
    fn log_fits(&self, format: LogFormat, line_ending: LineEnding, space: u64) -> bool;

    /// Searches and shows every row, until `visit` breaks: then there is no outcome.
    fn each_row(&self, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) -> Option<Outcome<Move>>;
}

impl<R: Rules, W: Columns, E: Evaluation<R> + Evaluation<R::Portable> + Sync> LoggedSearch for Search<'_, R, W, E> {
    fn write_log(
        &self,
        format: LogFormat,
        line_ending: LineEnding,
        sink: &mut (dyn Write + Send),
    ) -> io::Result<Outcome<Move>> {
        write_behind(sink, |blocks| match format {
            LogFormat::Spelled(spelling) => {
                let (depth, largest) = (self.deepest(), Evaluation::<R>::largest(self.evaluation));
                let mut log = LogWriter::new(spelling, line_ending, depth, largest, blocks)?;
                let outcome = match Division::of(self) {
                    Some(division) => write_divided(self, division, log),
                    None => self.run(&mut log),
                };
                Ok(outcome?.map(Into::into))
            }
            LogFormat::Csv => record(self, Csv::new(BlockWriter::new(blocks)?, line_ending, context(self))),
            LogFormat::JsonLines => record(self, JsonLines::new(BlockWriter::new(blocks)?, line_ending, context(self))),
        })
    }

    fn log_size(&self, format: LogFormat, line_ending: LineEnding, limit: u64) -> Option<LogSize> {
        super::size::size(self, format, line_ending, limit)
    }

    fn log_fits(&self, format: LogFormat, line_ending: LineEnding, space: u64) -> bool {
        super::fits::fits(self, format, line_ending, space)
    }

    fn each_row(&self, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) -> Option<Outcome<Move>> {
        let mut path = Vec::new();
        let mut rows = EachRow::new(|row: &Row<R::Move>| {
            path.clear();
            path.extend(row.path.iter().map(|&played| played.into()));
            match visit(&row.with_path(&path)) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(()),
            }
        });
        // Whatever looks at every row takes longer than the search.
        let Self { depth, window, evaluation, .. } = *self;
        let search = Search { root: self.root.portable(), depth, window, evaluation };
        search.run(&mut rows).ok().map(|outcome| outcome.map(Into::into))
    }
}

impl<R: Rules, W, E> Search<'_, R, W, E> {
    /// The depth that the search can reach: no deeper than the game lasts.
    pub(super) fn deepest(&self) -> Depth {
        self.depth.min(Depth::new(self.root.plies_left()))
    }
}

/// What a thread has of a subtree.
enum Part {
    /// Some of its rows.
    Rows(Block),
    /// Its value, after its last rows.
    Value(Value),
}

/// Logs each subtree by the thread that searches it, and puts it into its place in the log.
fn write_divided<R: Rules, W: Columns, E: Evaluation<R> + Evaluation<R::Portable> + Sync>(
    search: &Search<R, W, E>,
    division: Division,
    mut log: LogWriter<W>,
) -> io::Result<Outcome<R::Move>> {
    /// The blocks of a thread: 4 MiB.
    const BLOCKS: usize = 16;

    // The log, which may hold a thread's block, ends with the closure: the thread might wait for that block for ever.
    thread::scope(move |scope| {
        let mut threads = Vec::new();
        for number in 0..division.threads {
            let (sender, parts) = mpsc::channel();
            let values = sender.clone();
            let mut log =
                log.of_subtrees(BlockPool::new(BLOCKS, move |block| sender.send(Part::Rows(block)).is_ok()))?;
            // An error means that nobody wants the rest.
            threads::start(scope, move || {
                division.search_subtrees(search, number, &mut log, |log, value| {
                    log.flush()?;
                    values.send(Part::Value(value)).map_err(|_| ErrorKind::BrokenPipe.into())
                })
            })?;
            threads.push(parts);
        }
        division.search_above(search, &mut log, |log, number| {
            loop {
                // A thread that has ended before its time has panicked, which the end of the scope makes known.
                match threads[number].recv().map_err(|_| ErrorKind::BrokenPipe)? {
                    Part::Rows(block) => log.splice(block)?,
                    Part::Value(value) => return Ok(value),
                }
            }
        })
    })
}

fn context<R: Rules, W, E>(search: &Search<R, W, E>) -> RecordContext {
    RecordContext { mover: search.root.position().mover(), max: search.root.max(), depth: search.depth }
}

fn record(search: &impl LoggedSearch, mut log: impl RecordWriter) -> io::Result<Outcome<Move>> {
    let mut written = Ok(());
    let outcome = search.each_row(&mut |row| {
        written = log.write(row);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    log.finish()?;
    Ok(outcome.expect("nothing breaks but an error"))
}
