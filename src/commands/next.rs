//! `reversi next`: the board after one search, and its log.

use std::{io::Write as _, path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::Args;

use super::{
    job::{Writing, print_size, progress, summary},
    job_arguments::JobArguments,
};
use crate::{
    assignment::{Job, StatisticsFile},
    files::output::{self, Output},
    log::LogFormat,
};

/// The arguments.
#[derive(Debug, Args)]
#[command(
    mut_arg("dialect", |dialect| {
        let help = "The assignment: a built-in one, or the path of a file (see `reversi dialects`)";
        dialect.required(true).help(help)
    }),
    after_help = "\
The output holds the board after the best move, then the traverse log; greedy (task 1 of usc2014) the board alone.

With --log-dialect csv or jsonl it holds the log alone, a record a row:
  row,event,leaf,path,ply,player,turn,value,alpha,beta
  1,enter,,,0,black,max,-Infinity,-Infinity,Infinity
  2,enter,,a2,1,white,min,Infinity,-Infinity,Infinity

Examples:
  reversi next --dialect usc2014 -i fixtures/next/usc2014-alphabeta-midgame.txt -o - --log-dialect csv
  reversi next --dialect usc2014 -i fixtures/next/usc2014-alphabeta-midgame.txt -o -"
)]
pub struct Arguments {
    #[command(flatten)]
    job: JobArguments,
    /// Where the next board and the log go; - is standard output
    #[arg(short, long, value_name = "FILE", required_unless_present = "dry_run")]
    output: Option<PathBuf>,
    /// Write one row: move, value, nodes, leaves, cut-offs, nanoseconds, discs, legal moves, corners
    #[arg(long, value_name = "FILE.csv")]
    stats: Option<PathBuf>,
    #[command(flatten)]
    writing: Writing,
}

/// Runs the job.
///
/// # Errors
/// Wrong usage, an input that cannot be read or is none, an output that cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.writing.durability.apply();
    let named = [("-o", arguments.output.as_deref()), ("--stats", arguments.stats.as_deref())];
    let outputs: Vec<_> = named.into_iter().filter_map(|(name, path)| Some((name, path?))).collect();
    output::distinct(&arguments.job.inputs(), &outputs)?;
    let job = arguments.job.job()?;
    if !matches!(job.format, LogFormat::Spelled(_)) {
        job.ensure_logged()?;
    }
    match &arguments.output {
        Some(output) if !arguments.writing.dry_run => write(&job, arguments, Output::create(output)?),
        _ => print_size(&job, arguments.writing.quiet),
    }
}

/// Writes the next board and the log, as far as the format has them, and the statistics.
fn write(job: &Job, Arguments { job: named, stats, writing, .. }: &Arguments, mut output: Output) -> Result<ExitCode> {
    let (search, line_ending) = (job.task.search(), job.line_ending);
    let mut statistics = stats.as_deref().map(Output::create).transpose()?;
    let progress = progress("starting", writing.quiet, [&output].into_iter().chain(&statistics));
    if job.is_logged && !writing.force {
        output.check_free_space(|space| search.estimated_rows().may_fit(space))?;
    }
    if let LogFormat::Spelled(_) = &job.format {
        progress.say("searching for the best move");
        output.write_all(job.next_board(line_ending).as_bytes())?;
    }
    let mut log = progress.watch(&mut output, |line_ends| job.format.rows(line_ends));
    if job.is_logged {
        search.write_log(&job.format, line_ending, &mut log)?;
    }
    let amount = if job.is_logged { log.amount() } else { "the board alone".to_owned() };
    if let Some(statistics) = &mut statistics {
        progress.say("counting the steps of the search");
        let board = named.input.display().to_string();
        let mut rows = StatisticsFile::new(&board, job);
        job.task.counted_steps().take(1).try_for_each(|step| rows.write(&step))?;
        statistics.write_all(&rows.finish()?)?;
    }
    let written = output::commit_all([output].into_iter().chain(statistics))?;
    progress.finish(&summary(&written, &amount));
    Ok(ExitCode::SUCCESS)
}
