//! The batch job: plays a game at a fixed depth, writes its positions, and logs its first search.

use std::{
    io::{self, Write as _},
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
    job::{Writing, print_size, progress, summary, unless_closed},
    job_arguments::JobArguments,
};
use crate::{
    assignment::{Job, MovesFile, OutputForm, StatisticsFile, Step},
    files::output::{self, Output},
    terminal::progress::Progress,
    threads,
};

/// The arguments. The required ones are options here because a subcommand does without them.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    job: Option<JobArguments>,
    /// (-op) Where the positions of the game go; - is standard output
    #[arg(long, alias = "op", required_unless_present = "dry_run", value_name = "FILE")]
    moves: Option<PathBuf>,
    /// (-ol) Where the traverse log of the first search goes; - is standard output
    #[arg(long, alias = "ol", required_unless_present = "dry_run", value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write a row for each step: move, value, nodes, leaves, cut-offs, nanoseconds, discs, legal moves, corners
    #[arg(long, value_name = "FILE.csv")]
    stats: Option<PathBuf>,
    #[command(flatten)]
    writing: Writing,
}

/// Runs the job.
///
/// # Errors
/// Wrong usage, input that cannot be read or is no board, output that cannot be written. No output file is touched
/// before all of them are complete.
///
/// # Panics
/// Never: the argument parser has seen to the required arguments.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    let Arguments { job, moves, log, stats, writing } = arguments;
    let given = "the argument parser requires it";
    let job_arguments = job.expect(given);
    writing.durability.apply();
    let named = [("-op", &moves), ("-ol", &log), ("--stats", &stats)];
    let outputs: Vec<_> = named.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect();
    output::distinct(&job_arguments.inputs(), &outputs)?;
    let assignment = job_arguments.assignment()?;
    ensure!(
        assignment.output == OutputForm::Game,
        "{assignment} asks for no game but for the next board; expected the command `reversi next`"
    );
    let job = job_arguments.job()?;
    if writing.dry_run {
        return print_size(&job, writing.quiet);
    }
    let (log, moves) = (Output::create(&log.expect(given))?, Output::create(&moves.expect(given))?);
    let statistics = stats.as_deref().map(Output::create).transpose()?;
    let progress = progress("starting", writing.quiet, [&log, &moves].into_iter().chain(&statistics));
    let board = job_arguments.input.display().to_string();
    play(&job, Files { log, force: writing.force, moves, statistics, board, progress })
}

/// Where a game is written.
struct Files {
    log: Output,
    /// Whether the log is written even where it does not fit.
    force: bool,
    moves: Output,
    statistics: Option<Output>,
    /// What the statistics call the board.
    board: String,
    progress: Progress,
}

/// Logs the first search and, beside it, plays the game, which does not wait for that search to find its move.
fn play(job: &Job, mut files: Files) -> Result<ExitCode> {
    let search = job.task.search();
    let progress = &files.progress;
    if !files.force {
        files.log.check_free_space(|space| search.estimated_rows().may_fit(space))?;
    }
    let mut statistics = files.statistics.is_some().then(|| StatisticsFile::new(&files.board, job));
    let (stop, played) = (Arc::new(AtomicBool::new(false)), StepsPlayed::new(progress));
    let mut log = progress.watch(&mut files.log, |line_ends| job.format.rows(line_ends));
    let steps = thread::scope(|scope| {
        let game = threads::spawn_or_inline(scope, || game(job, statistics.as_mut(), &stop, &played));
        let logged = unless_closed(search.write_log(&job.format, job.line_ending, &mut log));
        stop.store(logged.is_err(), Ordering::Relaxed);
        played.show();
        let steps = game.join();
        logged.and(steps)
    })?;
    let amount = log.amount();

    let mut moves = MovesFile::new(Vec::new(), job, job.line_ending);
    steps.iter().try_for_each(|step| moves.write(step))?;
    unless_closed(files.moves.write_all(&moves.into_inner()))?;
    if let (Some(output), Some(statistics)) = (&mut files.statistics, statistics) {
        unless_closed(output.write_all(&statistics.finish()?))?;
    }
    let outputs = [files.moves, files.log].into_iter().chain(files.statistics);
    let written = output::commit_all(outputs)?;
    files.progress.finish(&summary(&written, &amount));
    Ok(ExitCode::SUCCESS)
}

/// The steps of the game up to where `stop` is set, with what each took where that is wanted.
fn game(
    job: &Job,
    statistics: Option<&mut StatisticsFile>,
    stop: &Arc<AtomicBool>,
    played: &StepsPlayed,
) -> io::Result<Vec<Step>> {
    let Some(statistics) = statistics else {
        return Ok(job.task.steps(Arc::clone(stop)).inspect(|_| played.count()).collect());
    };
    let steps = job.task.counted_steps().take_while(|_| !stop.load(Ordering::Relaxed));
    let steps = steps.inspect(|_| played.count());
    steps.map(|counted| statistics.write(&counted).map(|()| counted.step)).collect()
}

/// Says which step of the game is being played, once there is nothing else to say.
struct StepsPlayed<'a> {
    progress: &'a Progress,
    number: AtomicU32,
    is_shown: AtomicBool,
}

impl<'a> StepsPlayed<'a> {
    const fn new(progress: &'a Progress) -> Self {
        Self { progress, number: AtomicU32::new(0), is_shown: AtomicBool::new(false) }
    }

    /// Counts a step that has been played.
    fn count(&self) {
        self.number.fetch_add(1, Ordering::Relaxed);
        if self.is_shown.load(Ordering::Relaxed) {
            self.say();
        }
    }

    /// Shows the number of the step that is being played, from now on.
    fn show(&self) {
        self.is_shown.store(true, Ordering::Relaxed);
        self.say();
    }

    fn say(&self) {
        let number = self.number.load(Ordering::Relaxed) + 1;
        self.progress.say(format!("the log is written, playing step {number}"));
    }
}
