//! The forms of a log, and a search that can be logged in any of them.

use std::{
    cell::{Cell, RefCell},
    io::{self, ErrorKind, Write},
    ops::ControlFlow,
    thread,
};

use super::{
    BlockPool, BlockWriter, Columns, EachRow, LogSize, LogWriter, RecordContext, RecordForm, RecordWriter, Row, Rows,
    Spelling,
    division::{Division, Subtree},
    pipeline::Parts,
};
use crate::{
    files::LineEnding,
    game::{Depth, Evaluation, Value},
    games::reversi::{Move, Rules},
    search::{Counts, Node, Observer, Outcome, Search},
};

/// The plies of a subtree of a spelled log: enough that handing over its text costs nothing beside the search, few enough
/// that most of the text fits into the blocks of a thread, so that all threads are at work most of the time.
const PLIES: u32 = 5;

/// The same for records, which are longer and take longer.
const PLIES_OF_RECORDS: u32 = 4;

/// From this depth on a minimax log has many rows.
const MANY_ROWS: Depth = Depth::new(6);

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
    fn write_log(&self, format: LogFormat, line_ending: LineEnding, sink: &mut dyn Write) -> io::Result<Outcome<Move>>;

    /// The size of that log; `None` where it has more than `limit` bytes, which ends the search.
    ///
    /// # Errors
    /// A [thread](crate::threads) that cannot be had, as records need.
    fn log_size(&self, format: LogFormat, line_ending: LineEnding, limit: u64) -> io::Result<Option<LogSize>>;

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
    fn write_log(&self, format: LogFormat, line_ending: LineEnding, sink: &mut dyn Write) -> io::Result<Outcome<Move>> {
        let outcome = match format {
            LogFormat::Spelled(spelling) => {
                let largest = Evaluation::<R>::largest(self.evaluation);
                let rows = Rows::new(spelling, line_ending, self.deepest(), largest);
                let has_many = !W::PRUNES && self.deepest() >= MANY_ROWS;
                write_spelled(self, &if has_many { rows.for_many() } else { rows }, sink)
            }
            LogFormat::Csv => write_records(&self.portable(), RecordForm::Csv, line_ending, sink),
            LogFormat::JsonLines => write_records(&self.portable(), RecordForm::JsonLines, line_ending, sink),
        }?;
        sink.flush()?;
        Ok(outcome.map(Into::into))
    }

    fn log_size(&self, format: LogFormat, line_ending: LineEnding, limit: u64) -> io::Result<Option<LogSize>> {
        super::size::size(self, format, line_ending, limit)
    }

    fn log_fits(&self, format: LogFormat, line_ending: LineEnding, space: u64) -> bool {
        super::fits::fits(self, format, line_ending, space)
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

/// What is done with rows one by one. It takes longer than a call through a pointer, so the search is compiled once for all.
type Visitor<'a, M> = &'a mut dyn FnMut(&Row<M>) -> io::Result<()>;

impl<'a, R: Rules, W: Copy, E> Search<'a, R, W, E> {
    /// The depth that the search can reach: no deeper than the game lasts.
    pub(super) fn deepest(&self) -> Depth {
        self.depth.min(Depth::new(self.root.plies_left()))
    }

    /// The same search with what every processor has, for those who do so much with each row that it makes no difference.
    fn portable(&self) -> Search<'a, R::Portable, W, E> {
        let Self { depth, window, evaluation, .. } = *self;
        Search { root: self.root.portable(), depth, window, evaluation }
    }
}

/// Writes a log in the spelling of a year.
///
/// In minimax, each thread writes subtrees. In alpha-beta, where a window depends on all that comes before, one thread
/// writes the whole log: it takes a small part of the time that the game takes, whose moves are found at the same time.
fn write_spelled<R: Rules, W: Columns, E: Evaluation<R> + Sync>(
    search: &Search<R, W, E>,
    rows: &Rows,
    sink: &mut dyn Write,
) -> io::Result<Outcome<R::Move>> {
    let shared = RefCell::new(sink);
    let Some(division) = Division::of(search, PLIES) else {
        return search.run(&mut LogWriter::with_header::<W>(rows, BlockPool::written_to(&shared))?);
    };
    // What holds a thread's blocks ends with the closure: the thread might wait for one for ever.
    thread::scope(move |scope| {
        if W::PRUNES {
            let whole = Parts::of_thread(scope, |blocks, found| {
                let mut log = LogWriter::with_header::<W>(rows, blocks)?;
                found.set(Some(search.search_from(&search.root, Node::ROOT, search.window, &mut log)?));
                Observer::<R::Move, W>::finish(&mut log)
            })?;
            return whole.write_next(&mut **shared.borrow_mut());
        }
        let threads: Vec<_> = (0..division.threads)
            .map(|number| {
                Parts::of_thread(scope, move |blocks, found| {
                    let mut log = LogWriter::new(rows, blocks)?;
                    let mut above = EachRow::new(|_: &Row<_>| io::Result::Ok(()));
                    let searched = division.search_above(search, &mut above, |_, subtree| {
                        if division.thread_of(&subtree) == number {
                            let Subtree { game, node, window, .. } = subtree;
                            let value = search.search_from(game, node, window, &mut log)?.value;
                            found.set(Some(value));
                            log.flush()?;
                        }
                        Ok(Value::INFINITY) // minimax searches the same nodes whatever the values
                    });
                    searched.map(drop)
                })
            })
            .collect::<io::Result<_>>()?;
        let mut log = LogWriter::with_header::<W>(rows, BlockPool::written_to(&shared))?;
        division.search_above(search, &mut log, |log, subtree| {
            log.flush()?;
            threads[division.thread_of(&subtree)].write_next(&mut **shared.borrow_mut())
        })
    })
}

/// Writes a log as records. This takes so much longer than the search that each thread searches all of it, for the numbers
/// of the rows and for the windows, and writes the records of some subtrees.
fn write_records<R: Rules, W: Columns, E: Evaluation<R> + Sync>(
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
    // As above.
    thread::scope(|scope| {
        let threads: Vec<_> = (0..division.threads)
            .map(|number| {
                Parts::of_thread(scope, move |blocks, found| {
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
