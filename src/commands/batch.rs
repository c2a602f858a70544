//! The batch job: plays a game at a fixed depth, writes its positions, and logs its first search.

use std::{
    io::{self, ErrorKind, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Result, ensure};
use clap::Args;

use super::{
    job_arguments::JobArguments,
    writing::{Writing, print_size, progress, summary},
};
use crate::{
    assignment::{Job, OutputForm, StatisticsFile, Step},
    files::output::{self, Output},
    names::{count, rounded},
    terminal::say,
    threads,
};

#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    job: JobArguments,
    /// Write the moves here; `-`: standard output
    #[arg(long, alias = "op", required_unless_present = "dry_run", value_name = "FILE")]
    moves: Option<PathBuf>,
    /// Write the log here; `-`: standard output
    #[arg(long, alias = "ol", required_unless_present = "dry_run", value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write a CSV row per step: nodes, cut-offs, times
    #[arg(help_heading = "Output", long, value_name = "FILE.csv")]
    stats: Option<PathBuf>,
    #[command(flatten)]
    writing: Writing,
}

/// Logs the first search, and then plays the game. No output file changes before all outputs are complete.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { job: job_arguments, moves, log, stats, writing } = arguments;
    let given = "the argument parser requires it";
    let named = [("-op", moves), ("-ol", log), ("--stats", stats)];
    let outputs: Vec<_> = named.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect();
    output::distinct(&job_arguments.inputs(), &outputs)?;
    let assignment = job_arguments.assignment()?;
    ensure!(
        assignment.output == OutputForm::Game,
        "{assignment} writes the next board, not a whole game; use `reversi next`"
    );
    let job = writing.line_ends.of(job_arguments.job()?);
    if writing.dry_run {
        return print_size(&job, writing.quiet);
    }
    let (mut log, mut moves) =
        (Output::create(log.as_deref().expect(given))?, Output::create(moves.as_deref().expect(given))?);
    let mut statistics = stats.as_deref().map(Output::create).transpose()?;
    let progress = progress("starting", writing.quiet, [&log, &moves].into_iter().chain(&statistics));
    let search = job.task.search();
    if !writing.force {
        log.check_free_space(|space| search.estimated_rows().may_fit(space))?;
    }

    let task = job.task.clone();
    let game = threads::beside(move || task.steps().collect::<Vec<Step>>());
    let mut watched = progress.watch(&mut log, |line_ends| job.format.rows(line_ends));
    unless_closed(search.write_log(job.row_format(), job.line_ending, &mut watched).map(drop))?;
    let amount = watched.amount();

    progress.say("log written, playing the game");
    let steps = game();
    let positions: String = steps.iter().map(|step| step.text(&job, job.line_ending)).collect();
    unless_closed(moves.write_all(positions.as_bytes()))?;

    if let Some(output) = &mut statistics {
        if !writing.quiet {
            say_time_of_counting(&job, &steps);
        }
        let board = job_arguments.board().display().to_string();
        let mut rows = StatisticsFile::new(&board, &job);
        for &step in &steps {
            progress.say(format!("counting the search of step {} of {}", step.number, steps.len()));
            rows.write(&job.task.counted(step))?;
        }
        unless_closed(output.write_all(&rows.finish()?))?;
    }
    let written = output::commit_all([moves, log].into_iter().chain(statistics))?;
    progress.finish(&summary(&written, &amount));
    Ok(ExitCode::SUCCESS)
}

/// Says how long counting takes, if more than a second. The game is played with a faster search, which does not visit
/// the nodes that the statistics count.
fn say_time_of_counting(job: &Job, steps: &[Step]) {
    /// A search that counts has about this many rows in a second.
    const ROWS_PER_SECOND: f64 = 1e8;
    let rows = |step: &Step| job.task.from(step.position).search().estimated_rows().rows();
    let seconds = steps.iter().map(rows).sum::<f64>() / ROWS_PER_SECOND;
    if seconds > 1.0 {
        let steps = count(steps.len() as u64, "step");
        say(format_args!("--stats: counting the searches of {steps} takes about {} seconds", rounded(seconds)));
    }
}

/// Ignores a closed pipe: its reader has seen enough, but the program must still write the other outputs.
fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}
