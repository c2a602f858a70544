//! The forms of a log, and a search that can be logged in any of them.

use std::{
    cell::{Cell, RefCell},
    io::{self, BufWriter, ErrorKind, Write},
    ops::ControlFlow,
    thread,
};

use super::{
    BlockPool, BlockWriter, EachRow, LogSize, LogWriter, RecordContext, RecordForm, RecordWriter, Row, RowEstimate,
    RowTemplates, Spelling,
    division::{Division, Subtree},
    pipeline::ThreadLog,
};
use crate::{
    files::LineEnding,
    game::{Depth, Evaluation, Value},
    games::reversi::{Move, Rules},
    search::{Counts, Node, Observer, Outcome, Search, Window},
};

/// The plies of a subtree of a divided search whose log is spelled: so many that handing over the text costs nothing beside
/// the search, so few that most of the text fits into the blocks of a thread, which then seldom waits.
const PLIES: u32 = 5;

/// The plies of a subtree where the log is written as records: these are longer than spelled rows and take longer.
const PLIES_OF_RECORDS: u32 = 4;

/// The least depth of minimax at which the log has so many rows that spelling whole rows beforehand is worth it.
const MANY_ROWS: Depth = Depth::new(6);

/// How a log is written.
#[allow(clippy::large_enum_variant)] // a job has one
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// As an assignment spells it.
    Spelled(Spelling),
    /// As CSV with a header: a record for each step of the search.
    Csv,
    /// As JSON lines: an object for each step of the search.
    JsonLines,
}

/// A search of Reversi that can be logged, whatever its types.
pub trait LoggedSearch: Send + Sync {
    /// Searches and writes every step.
    ///
    /// # Errors
    /// Those of the sink, which end the search.
    fn write_log(&self, format: &LogFormat, line_ending: LineEnding, sink: &mut dyn Write)
    -> io::Result<Outcome<Move>>;

    /// The size of that log.
    ///
    /// # Errors
    /// A [thread](crate::threads) that cannot be had, as records need.
    fn log_size(&self, format: &LogFormat, line_ending: LineEnding) -> io::Result<LogSize>;

    /// About how many rows that log has.
    fn estimated_rows(&self) -> RowEstimate;

    /// Searches and shows every row, until `visit` breaks: then there is no outcome.
    fn each_row(&self, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) -> Option<Outcome<Move>>;
}

impl<R: Rules, W: Window, E: Evaluation<R> + Evaluation<R::Portable> + Sync> LoggedSearch for Search<'_, R, W, E> {
    fn write_log(
        &self,
        format: &LogFormat,
        line_ending: LineEnding,
        sink: &mut dyn Write,
    ) -> io::Result<Outcome<Move>> {
        let outcome = match format {
            LogFormat::Spelled(spelling) => match self.templates(spelling, line_ending) {
                Some(rows) if W::PRUNES || self.deepest() < MANY_ROWS => write_spelled(self, &rows, sink),
                Some(rows) => write_spelled(self, &rows.for_many(), sink),
                None => write_row_by_row(&self.portable(), spelling, line_ending, sink),
            },
            LogFormat::Csv => write_records(&self.portable(), RecordForm::Csv, line_ending, sink),
            LogFormat::JsonLines => write_records(&self.portable(), RecordForm::JsonLines, line_ending, sink),
        }?;
        sink.flush()?;
        Ok(outcome.map(Into::into))
    }

    fn log_size(&self, format: &LogFormat, line_ending: LineEnding) -> io::Result<LogSize> {
        super::size::size(self, format, line_ending)
    }

    fn estimated_rows(&self) -> RowEstimate {
        RowEstimate::of(self)
    }

    fn each_row(&self, visit: &mut dyn FnMut(&Row<Move>) -> ControlFlow<()>) -> Option<Outcome<Move>> {
        let mut path = Vec::new();
        let mut show = |row: &Row<R::Move>| {
            path.clear();
            path.extend(row.path.iter().map(|&played| played.into()));
            match visit(&row.with_path(&path)) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(ErrorKind::Interrupted.into()),
            }
        };
        let outcome = self.portable().run(&mut EachRow::new(&mut show as Visitor<R::Move>));
        outcome.ok().map(|outcome| outcome.map(Into::into))
    }
}

/// A function that is shown rows one by one. It takes longer than a call through a pointer does, so that one compiled search
/// serves all such functions.
type Visitor<'a, M> = &'a mut dyn FnMut(&Row<M>) -> io::Result<()>;

impl<'a, R: Rules, W: Copy, E> Search<'a, R, W, E> {
    /// The depth that the search can reach: no deeper than the game lasts.
    pub(super) fn deepest(&self) -> Depth {
        self.depth.min(Depth::new(self.root.plies_left()))
    }

    /// What the rows of the search are made of; `None` where the spelling has texts that are too long for that.
    pub(super) fn templates(&self, spelling: &Spelling, line_ending: LineEnding) -> Option<RowTemplates>
    where
        E: Evaluation<R>,
    {
        RowTemplates::new(spelling, line_ending, self.deepest(), self.evaluation.largest())
    }

    /// The same search with the instructions that every processor has: where a row takes longer than the moves, others would
    /// gain nothing and would have to be compiled.
    fn portable(&self) -> Search<'a, R::Portable, W, E> {
        let Self { depth, window, evaluation, .. } = *self;
        Search { root: self.root.portable(), depth, window, evaluation }
    }
}

/// Writes a log in a spelling of an assignment.
///
/// In minimax, each thread writes some of the subtrees. In alpha-beta, where a window depends on all rows before it, one
/// thread writes the whole log.
fn write_spelled<R: Rules, W: Window, E: Evaluation<R> + Sync>(
    search: &Search<R, W, E>,
    rows: &RowTemplates,
    sink: &mut dyn Write,
) -> io::Result<Outcome<R::Move>> {
    let shared = RefCell::new(sink);
    let Some(division) = Division::of(search, PLIES) else {
        return search.run(&mut LogWriter::with_header::<W>(rows, BlockPool::written_to(&shared))?);
    };
    // The threads' logs are dropped in the closure, before the scope waits for their threads: a thread whose blocks nobody writes any
    // more would wait for an empty one for ever.
    thread::scope(move |scope| {
        if W::PRUNES {
            let whole = ThreadLog::start(scope, |blocks, found| {
                let mut log = LogWriter::with_header::<W>(rows, blocks)?;
                found.set(Some(search.search_from(&search.root, Node::ROOT, search.window, &mut log)?));
                Observer::<R::Move, W>::finish(&mut log)
            })?;
            return whole.write_next(&mut **shared.borrow_mut());
        }
        let threads: Vec<_> = (0..division.threads)
            .map(|number| {
                ThreadLog::start(scope, move |blocks, found| {
                    let mut log = LogWriter::new(rows, blocks)?;
                    let mut above = EachRow::new(|_: &Row<_>| io::Result::Ok(()));
                    let searched = division.search_above(search, &mut above, |_, subtree| {
                        if division.thread_of(&subtree) == number {
                            let Subtree { game, node, window, .. } = subtree;
                            let value = search.search_from(game, node, window, &mut log)?.value;
                            found.set(Some(value));
                            log.sink.flush()?;
                        }
                        Ok(Value::INFINITY) // minimax searches the same nodes whatever the values
                    });
                    searched.map(drop)
                })
            })
            .collect::<io::Result<_>>()?;
        let mut log = LogWriter::with_header::<W>(rows, BlockPool::written_to(&shared))?;
        division.search_above(search, &mut log, |log, subtree| {
            log.sink.flush()?;
            threads[division.thread_of(&subtree)].write_next(&mut **shared.borrow_mut())
        })
    })
}

/// Writes a log in a spelling whose texts are too long for [`RowTemplates`]: each row by [`Spelling::write`].
fn write_row_by_row<R: Rules, W: Window, E: Evaluation<R>>(
    search: &Search<R, W, E>,
    spelling: &Spelling,
    line_ending: LineEnding,
    sink: &mut dyn Write,
) -> io::Result<Outcome<R::Move>> {
    let (mut sink, line_end) = (BufWriter::new(sink), line_ending.text());
    sink.write_all(spelling.column_names(W::PRUNES).as_bytes())?;
    let mut write = |row: &Row<_>| write!(sink, "{line_end}{}", spelling.write(&spelling.line(row)));
    let outcome = search.run(&mut EachRow::new(&mut write as Visitor<_>))?;
    sink.write_all(if spelling.last_line_end { line_end } else { "" }.as_bytes())?;
    sink.flush()?;
    Ok(outcome)
}

/// Writes a log as records. This takes so much longer than the search that each thread searches all of it, for the numbers
/// of the rows and for the windows, and writes the records of some subtrees.
fn write_records<R: Rules, W: Window, E: Evaluation<R> + Sync>(
    search: &Search<R, W, E>,
    form: RecordForm,
    line_ending: LineEnding,
    sink: &mut dyn Write,
) -> io::Result<Outcome<R::Move>> {
    let shared = RefCell::new(sink);
    let context = RecordContext {
        side_to_move: search.root.position().side_to_move(),
        max: search.root.max(),
        depth: search.depth,
    };
    let whole = || {
        let sink = BlockWriter::new(BlockPool::written_to(&shared))?;
        io::Result::Ok(RecordWriter::new(form, sink, line_ending, context))
    };
    let Some(division) = Division::of(search, PLIES_OF_RECORDS) else {
        let mut log = whole()?;
        let outcome = search.run(&mut EachRow::new(&mut (|row: &Row<_>| log.write(row)) as Visitor<_>))?;
        log.flush()?;
        return Ok(outcome);
    };
    // The threads' logs are dropped in the closure, before the scope waits for their threads: a thread whose blocks nobody writes any
    // more would wait for an empty one for ever.
    thread::scope(|scope| {
        let threads: Vec<_> = (0..division.threads)
            .map(|number| {
                ThreadLog::start(scope, move |blocks, found| {
                    let log = RecordWriter::going_on(form, BlockWriter::new(blocks)?, line_ending, context);
                    let (log, is_written) = (RefCell::new(log), Cell::new(false));
                    let mut write = |row: &Row<_>| if is_written.get() { log.borrow_mut().write(row) } else { Ok(()) };
                    let mut rows = EachRow::new(&mut write as Visitor<_>);
                    let searched = division.search_above(search, &mut rows, |rows, subtree| {
                        let is_own = division.thread_of(&subtree) == number;
                        let Subtree { game, node, window, .. } = subtree;
                        if !is_own {
                            let mut counts = Counts::default();
                            let Ok(outcome) = search.search_from(game, node, window, &mut counts);
                            rows.skip(counts.rows());
                            return Ok(outcome.value);
                        }
                        let before = rows.rows();
                        is_written.set(true);
                        let value = search.search_from(game, node, window, rows)?.value;
                        is_written.set(false);
                        // What comes out of the writer's own buffer may fill one block and begin another.
                        log.borrow_mut().flush()?;
                        found.set(Some((rows.rows() - before, value)));
                        log.borrow_mut().flush()?;
                        Ok(value)
                    });
                    searched.map(drop)
                })
            })
            .collect::<io::Result<_>>()?;
        let log = RefCell::new(whole()?);
        let mut write = |row: &Row<_>| log.borrow_mut().write(row);
        let mut rows = EachRow::new(&mut write as Visitor<_>);
        let outcome = division.search_above(search, &mut rows, |rows, subtree| {
            log.borrow_mut().flush()?;
            let (count, value) = threads[division.thread_of(&subtree)].write_next(&mut **shared.borrow_mut())?;
            rows.skip(count);
            Ok(value)
        })?;
        log.borrow_mut().flush()?;
        Ok(outcome)
    })
}
