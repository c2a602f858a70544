//! `reversi next`: writes the board after one search, and the search's log.

use std::{io::Write as _, path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::Args;

use super::{
    job_arguments::JobArguments,
    print,
    writing::{Writing, print_size, progress, summary},
};
use crate::{
    assignment::{Job, StatisticsFile},
    files::output::{self, Output},
    games::reversi::{Move, Square},
};

#[derive(Debug, Args)]
#[command(
    mut_arg("assignment", |assignment| {
        assignment.required(true).help("Follow this assignment: a built-in name or a TOML file")
    }),
    mut_arg("task", |task| {
        task.help(
            "Run this task, if the input does not name it (usc2014: its first line is 1 = greedy, 2 = minimax or \
             3 = alpha-beta; usc2017 has one task)",
        )
    }),
    mut_arg("depth", |depth| depth.help("Search to this depth in plies, if the input does not name it")),
    after_help = "\
The output is the board after the best move, followed by the log. A greedy task writes only the board.

Example:
  reversi next --assignment usc2014 -i usc2014-board.txt -o -"
)]
pub struct Arguments {
    #[command(flatten)]
    job: JobArguments,
    /// Write the board and the log here; `-`: standard output
    #[arg(short, long, value_name = "FILE", required_unless_present_any = ["dry_run", "all"])]
    output: Option<PathBuf>,
    /// Print every legal move with its value, and write nothing
    #[arg(long, conflicts_with_all = ["output", "stats", "line_ending", "dry_run", "force", "quiet"])]
    all: bool,
    /// Write a CSV row with nodes, leaves, cut-offs, times
    #[arg(help_heading = "Output", long, value_name = "FILE.csv")]
    stats: Option<PathBuf>,
    #[command(flatten)]
    writing: Writing,
}

/// A line for each legal move: the square and its value from MAX's point of view, as deep as the job searches.
fn values_of_moves(job: &Job) -> String {
    let search = job.task.search();
    let line = |square: Square| Some(format!("{square} {}\n", search.value_after(&[Move::Place(square)])?));
    job.task.start.legal_moves().into_iter().filter_map(line).collect()
}

/// Writes the next board, the log if the task has one, and the statistics.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { job: named, output, all, stats, writing } = arguments;
    if *all {
        return print(values_of_moves(&named.job()?));
    }
    let outputs = [("-o", output), ("--stats", stats)];
    let outputs: Vec<_> = outputs.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect();
    output::distinct(&named.inputs(), &outputs)?;
    let job = writing.line_ends.of(named.job()?);
    let Some(output) = output.as_deref().filter(|_| !writing.dry_run) else {
        return print_size(&job, writing.quiet);
    };
    let (search, line_ending) = (job.task.search(), job.line_ending);
    let mut output = Output::create(output)?;
    let mut statistics = stats.as_deref().map(Output::create).transpose()?;
    let progress = progress("starting", writing.quiet, [&output].into_iter().chain(&statistics));
    if job.is_logged && !writing.force {
        output.check_free_space(|space| search.estimated_rows().may_fit(space))?;
    }
    progress.say("searching for the best move");
    output.write_all(job.next_board(line_ending).as_bytes())?;
    let mut amount = "the board alone".to_owned();
    if job.is_logged {
        let mut log = progress.watch(&mut output, |line_ends| job.format.rows(line_ends));
        search.write_log(&job.format, line_ending, &mut log)?;
        amount = log.amount();
    }
    if let Some(statistics) = &mut statistics {
        progress.say("counting the steps of the search");
        let board = named.board().display().to_string();
        let mut rows = StatisticsFile::new(&board, &job);
        for step in job.task.steps().take(1) {
            rows.write(&job.task.counted(step))?;
        }
        statistics.write_all(&rows.finish()?)?;
    }
    let written = output::commit_all([output].into_iter().chain(statistics))?;
    progress.finish(&summary(&written, &amount));
    Ok(ExitCode::SUCCESS)
}
