//! The batch job: plays a game at a fixed depth, writes its positions, and logs its first search.

use std::{
    io::{self, ErrorKind, Write as _},
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    thread,
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
    game::Depth,
    threads::{self, SpawnedOrInline},
};

#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    job: Option<JobArguments>,
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

/// Below this depth, a second thread would not save time: the game is played after the log is written.
const SHALLOW: Depth = Depth::new(5);

/// Logs the first search and plays the game simultaneously, in another thread. No output file changes before all
/// outputs are complete.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    let Arguments { job, moves, log, stats, writing } = arguments;
    let given = "the argument parser requires it";
    let job_arguments = job.expect(given);
    let named = [("-op", &moves), ("-ol", &log), ("--stats", &stats)];
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
    let (mut log, mut moves) = (Output::create(&log.expect(given))?, Output::create(&moves.expect(given))?);
    let mut statistics = stats.as_deref().map(Output::create).transpose()?;
    let progress = progress("starting", writing.quiet, [&log, &moves].into_iter().chain(&statistics));
    let search = job.task.search();
    if !writing.force {
        log.check_free_space(|space| search.estimated_rows().may_fit(space))?;
    }

    let board = job_arguments.input.display().to_string();
    let mut rows = statistics.is_some().then(|| StatisticsFile::new(&board, &job));
    let (stop, is_logged, number) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false), AtomicU32::new(1));
    let say_step = || progress.say(format!("log written, playing step {}", number.load(Ordering::Relaxed)));
    let played = || {
        number.fetch_add(1, Ordering::Relaxed);
        if is_logged.load(Ordering::Relaxed) {
            say_step();
        }
    };
    let mut watched = progress.watch(&mut log, |line_ends| job.format.rows(line_ends));
    let steps = thread::scope(|scope| {
        let play = || game(&job, rows.as_mut(), &stop, played);
        let game = if job.task.depth < SHALLOW {
            SpawnedOrInline::Inline(Box::new(play))
        } else {
            threads::spawn_or_inline(scope, play)
        };
        let logged = search.write_log(&job.format, job.line_ending, &mut watched);
        let logged = unless_closed(logged.map(|_| ()));
        stop.store(logged.is_err(), Ordering::Relaxed);
        is_logged.store(true, Ordering::Relaxed);
        say_step();
        let steps = game.join();
        logged.and(steps)
    })?;
    let amount = watched.amount();

    let positions: String = steps.iter().map(|step| step.text(&job, job.line_ending)).collect();
    unless_closed(moves.write_all(positions.as_bytes()))?;
    if let (Some(output), Some(rows)) = (&mut statistics, rows) {
        unless_closed(output.write_all(&rows.finish()?))?;
    }
    let written = output::commit_all([moves, log].into_iter().chain(statistics))?;
    progress.finish(&summary(&written, &amount));
    Ok(ExitCode::SUCCESS)
}

/// Plays the game until `stop` is set. If `rows` is given, each step adds times and counts to `rows`.
fn game(
    job: &Job,
    statistics: Option<&mut StatisticsFile>,
    stop: &Arc<AtomicBool>,
    played: impl Fn(),
) -> io::Result<Vec<Step>> {
    let Some(statistics) = statistics else {
        return Ok(job.task.steps(Arc::clone(stop)).inspect(|_| played()).collect());
    };
    let steps = job.task.counted_steps().take_while(|_| !stop.load(Ordering::Relaxed)).inspect(|_| played());
    steps.map(|counted| statistics.write(&counted).map(|()| counted.step)).collect()
}

/// Ignores a closed pipe: its reader has seen enough, but the program must still write the other outputs.
fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}
