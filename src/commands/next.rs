//! `reversi next`: the sibling dialects' job, one search from a position.

use std::{io::Write as _, path::PathBuf, process::ExitCode};

use anyhow::{Result, bail};
use clap::Args;

use super::arguments;
use crate::{
    assignment::{self, Dialect, InputForm, NextBoard, Request, RequestedTask, Task, TaskNumber},
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
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The task, with --dialect usc2013 (the other years' input names it)
    #[arg(short, long, value_parser = arguments::task_number())]
    task: Option<TaskNumber>,
    /// The cut-off depth, with --dialect usc2013 (the other years' input names it)
    #[arg(short, long)]
    depth: Option<Depth>,
    /// Write the log in another spelling than the dialect's
    #[arg(long, value_name = "DIALECT", value_parser = arguments::log_format())]
    log_dialect: Option<LogFormat>,
    /// The line ends of the output
    #[arg(long, value_parser = arguments::line_ending(), default_value_t, value_name = "ENDING")]
    line_ending: LineEnding,
    /// Write the log even where it does not fit into the free space
    #[arg(long)]
    force: bool,
}

/// Runs the job.
///
/// # Errors
/// Wrong usage, an input that cannot be read or is none, an output that cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    output::distinct(&[("-i", &arguments.input)], &[("-o", &arguments.output)])?;
    let dialect = arguments.dialect;
    let (task, is_logged) = match (dialect.input, arguments.task, arguments.depth) {
        (InputForm::Board, Some(number), Some(depth)) => {
            let start = assignment::read_board(&arguments.input)?;
            (Task::new(start, dialect.rules, number.algorithm(), number.evaluation(), depth), true)
        }
        (InputForm::Board, ..) => bail!("{} needs -t and -d: its input is the board alone", dialect.name),
        (form, None, None) => {
            let request = read_request(arguments, form)?;
            (request.task(dialect.rules), request.task != RequestedTask::Greedy)
        }
        _ => bail!("-t and -d are for usc2013: in {} the input names task and depth", dialect.name),
    };
    let format = arguments.log_dialect.unwrap_or(LogFormat::Spelled(dialect.spelling));
    if !is_logged && !matches!(format, LogFormat::Spelled(_)) {
        bail!("{}: greedy (task 1) has no log; expected task 2 or 3 with --log-dialect", arguments.input.display());
    }
    let mut output = Output::create(&arguments.output)?;
    write(&task, is_logged, format, arguments, &mut output)?;
    output.commit()?;
    Ok(ExitCode::SUCCESS)
}

/// Reads an input that names player, depth and perhaps the task.
fn read_request(arguments: &Arguments, form: InputForm) -> Result<Request> {
    let input = Input::read(&arguments.input, input::LIMIT)?;
    let only_task = (form == InputForm::PlayerDepth).then_some(RequestedTask::AlphaBeta);
    Request::parse(&diagnostic::lines(&input.text), only_task).map_err(|problem| input.explain(&problem))
}

/// Writes the next board and the log, as far as the format has them.
fn write(task: &Task, is_logged: bool, format: LogFormat, arguments: &Arguments, output: &mut Output) -> Result<()> {
    let (search, line_ending) = (task.search(), arguments.line_ending);
    if is_logged && !arguments.force {
        output
            .check_free_space(|space| search.log_fits(format, line_ending, space.saturating_sub(NextBoard::LONGEST)))?;
    }
    if let LogFormat::Spelled(spelling) = format {
        let last_line_end = is_logged || spelling.last_line_end;
        output.write_all(NextBoard::of(task).text(line_ending, last_line_end).as_bytes())?;
    }
    if is_logged {
        search.write_log(format, line_ending, output)?;
    }
    Ok(())
}
