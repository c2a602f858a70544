//! `reversi next`: the sibling dialects' job, one search from a position.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Result, bail};
use clap::Args;

use super::{
    arguments,
    durability::Durability,
    job::{print_size, progress, summary},
};
use crate::{
    assignment::{self, Dialect, InputForm, NextBoard, Request, RequestedTask, StatisticsFile, Task, TaskNumber},
    files::{
        LineEnding, diagnostic,
        input::{self, Input},
        output::{self, Output},
    },
    game::Depth,
    log::LogFormat,
};

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = "\
The output holds the board after the best move, then the traverse log; greedy (task 1 of usc2014) the board alone.
csv and jsonl hold the log alone, a record a row.

Example:
  reversi next --dialect usc2014 -i fixtures/next/usc2014-alphabeta-midgame.txt -o -")]
pub struct Arguments {
    /// The year whose form the input has and whose rules the search follows (see `reversi dialects`)
    #[arg(long, value_parser = arguments::dialect())]
    dialect: Dialect,
    /// The input; - is standard input
    #[arg(short, long, value_name = "FILE")]
    input: PathBuf,
    /// Where the next board and the log go; - is standard output
    #[arg(short, long, value_name = "FILE", required_unless_present = "dry_run")]
    output: Option<PathBuf>,
    /// The task, with --dialect usc2013 (the other years' input names it)
    #[arg(short, long, value_parser = arguments::task_number())]
    task: Option<TaskNumber>,
    /// The cut-off depth, with --dialect usc2013 (the other years' input names it)
    #[arg(short, long, allow_negative_numbers = true)]
    depth: Option<Depth>,
    /// Write the log in another spelling than the dialect's
    #[arg(long, value_name = "DIALECT", value_parser = arguments::log_format())]
    log_dialect: Option<LogFormat>,
    /// The line ends of the output
    #[arg(long, value_parser = arguments::line_ending(), default_value_t, value_name = "ENDING")]
    line_ending: LineEnding,
    /// Write one row: move, value, nodes, leaves, cut-offs, nanoseconds, discs, legal moves, corners
    #[arg(long, value_name = "FILE.csv")]
    stats: Option<PathBuf>,
    /// Print how many rows and bytes the log would have, before any compression, and write no file
    #[arg(long, conflicts_with = "stats")]
    dry_run: bool,
    /// Write the log even where it does not fit into the free space
    #[arg(long, conflicts_with = "dry_run")]
    force: bool,
    #[command(flatten)]
    durability: Durability,
    /// No progress line and no closing line
    #[arg(short, long)]
    quiet: bool,
}

/// Runs the job.
///
/// # Errors
/// Wrong usage, an input that cannot be read or is none, an output that cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.durability.apply();
    let named = [("-o", arguments.output.as_deref()), ("--stats", arguments.stats.as_deref())];
    let outputs: Vec<_> = named.into_iter().filter_map(|(name, path)| Some((name, path?))).collect();
    output::distinct(&[("-i", &arguments.input)], &outputs)?;
    let dialect = arguments.dialect;
    let (task, is_logged) = match (dialect.input, arguments.task, arguments.depth) {
        (InputForm::Board, Some(number), Some(depth)) => {
            let start = assignment::read_board(&arguments.input)?;
            (Task::new(start, dialect.rules, number.algorithm(), number.evaluation(), depth), true)
        }
        (InputForm::Board, ..) => bail!("{} needs -t and -d: its input is the board alone", dialect.name),
        (form, None, None) => {
            let request = read_request(&arguments.input, form)?;
            (request.task(dialect.rules), request.task != RequestedTask::Greedy)
        }
        _ => bail!("-t and -d are for usc2013: in {} the input names task and depth", dialect.name),
    };
    let format = arguments.log_dialect.unwrap_or(LogFormat::Spelled(dialect.spelling));
    if !is_logged && !matches!(format, LogFormat::Spelled(_)) {
        bail!("{}: greedy (task 1) has no log; expected task 2 or 3 with --log-dialect", arguments.input.display());
    }
    let job = Job { task, is_logged, format, line_ending: arguments.line_ending };
    match &arguments.output {
        Some(output) if !arguments.dry_run => job.write(arguments, output),
        _ if !is_logged => bail!("{}: greedy (task 1) has no log to be counted", arguments.input.display()),
        _ => print_size(&*job.task.search(), format, job.line_ending, arguments.quiet),
    }
}

/// Reads an input that names player, depth and perhaps the task.
///
/// # Errors
/// A file that cannot be read or is no such input.
pub(super) fn read_request(path: &Path, form: InputForm) -> Result<Request> {
    let input = Input::read(path, input::LIMIT)?;
    let only_task = (form == InputForm::PlayerDepth).then_some(RequestedTask::AlphaBeta);
    Request::parse(&diagnostic::lines(&input.text), only_task).map_err(|problem| input.explain(&problem))
}

/// A search to make, and how it is written.
struct Job {
    task: Task,
    is_logged: bool,
    format: LogFormat,
    line_ending: LineEnding,
}

impl Job {
    /// Writes the next board and the log, as far as the format has them, and the statistics.
    fn write(&self, arguments: &Arguments, path: &Path) -> Result<ExitCode> {
        let (search, line_ending) = (self.task.search(), self.line_ending);
        let mut output = Output::create(path)?;
        let mut statistics = arguments.stats.as_deref().map(Output::create).transpose()?;
        let progress = progress("starting", arguments.quiet, [&output].into_iter().chain(&statistics));
        if self.is_logged && !arguments.force {
            progress.say("finding out whether the log fits");
            output.check_free_space(|space| {
                search.log_fits(self.format, line_ending, space.saturating_sub(NextBoard::LONGEST))
            })?;
        }
        if let LogFormat::Spelled(spelling) = self.format {
            progress.say("searching for the best move");
            let last_line_end = self.is_logged || spelling.last_line_end;
            output.write_all(NextBoard::of(&self.task).text(line_ending, last_line_end).as_bytes())?;
        }
        let mut log = progress.watch(&mut output, |line_ends| self.format.rows(line_ends));
        if self.is_logged {
            search.write_log(self.format, line_ending, &mut log)?;
        }
        let amount = if self.is_logged { log.amount() } else { "the board alone".to_owned() };
        if let Some(statistics) = &mut statistics {
            progress.say("counting the steps of the search");
            let board = arguments.input.display().to_string();
            let mut rows = StatisticsFile::new(Vec::new(), &board, &self.task);
            rows.write(&self.task.counted_step())?;
            statistics.write_all(&rows.finish()?)?;
        }
        let written = output::commit_all([output].into_iter().chain(statistics))?;
        progress.finish(&summary(&written, &amount));
        Ok(ExitCode::SUCCESS)
    }
}
