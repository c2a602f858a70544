//! The batch job: plays a game at a fixed depth, writes its positions, and logs its first search.

use std::{
    io::{self, Write as _},
    panic::resume_unwind,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use anyhow::{Context as _, Result};
use clap::{ArgGroup, Args};

use super::arguments;
use crate::{
    assignment::{self, MovesFile, SearchRules, StatisticsFile, Step, Task, TaskNumber},
    files::{
        LineEnding,
        input::{self, Input},
        output::{self, Output},
    },
    game::Depth,
    games::reversi::{EvaluationName, parse_weights},
    log::LogFormat,
    search::Algorithm,
    terminal::progress::Progress,
};

/// The arguments. The required ones are options here because a subcommand does without them.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("algorithm").args(["task", "search"]).required(true))]
pub struct Arguments {
    /// 1 = minimax with pieces, 2 = alpha-beta with pieces, 3 = alpha-beta with weights
    #[arg(short, long, conflicts_with_all = ["search", "eval", "weights"], hide_possible_values = true, value_parser = arguments::task_number())]
    task: Option<TaskNumber>,
    /// Cut-off depth in plies, at least 1
    #[arg(short, long, required = true)]
    depth: Option<Depth>,
    /// The board: 8 rows of 8 squares, `*` empty, `X` black, `O` white; - is standard input
    #[arg(short, long, required = true, value_name = "BOARD")]
    input: Option<PathBuf>,
    /// (-op) Where the positions of the game go; - is standard output
    #[arg(long, alias = "op", required = true, value_name = "FILE")]
    moves: Option<PathBuf>,
    /// (-ol) Where the traverse log of the first search goes; - is standard output
    #[arg(long, alias = "ol", required = true, value_name = "FILE")]
    log: Option<PathBuf>,
    /// In place of -t, with --eval: the algorithm
    #[arg(long, value_name = "ALGORITHM", value_parser = arguments::algorithm(), requires = "eval")]
    search: Option<Algorithm>,
    /// In place of -t, with --search: the evaluation
    #[arg(long, value_name = "EVALUATION", value_parser = arguments::evaluation(), requires = "search")]
    eval: Option<EvaluationName>,
    /// Weights in place of the assignment's: 8 rows of 8 whole numbers, as CSV (with --eval weights)
    #[arg(long, value_name = "FILE.csv", requires = "eval")]
    weights: Option<PathBuf>,
    /// Write a row for each step: move, value, nodes, leaves, cut-offs, seconds, discs
    #[arg(long, value_name = "FILE.csv")]
    stats: Option<PathBuf>,
    /// Write the log in another dialect's spelling, or as records (see `reversi dialects`)
    #[arg(long, value_name = "DIALECT", value_parser = arguments::log_format(), default_value = "usc2013")]
    log_dialect: LogFormat,
    /// The line ends of the moves file and the log
    #[arg(long, value_parser = arguments::line_ending(), default_value_t, value_name = "ENDING")]
    line_ending: LineEnding,
    /// Print how many rows and bytes the log would have, before any compression, and write no file
    #[arg(long)]
    dry_run: bool,
    /// Write the log even where it does not fit into the free space
    #[arg(long, conflicts_with = "dry_run")]
    force: bool,
    /// No progress bar and no closing line
    #[arg(short, long)]
    quiet: bool,
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
    let given = "the argument parser requires it";
    let (algorithm, evaluation) = match arguments.task {
        Some(task) => (task.algorithm(), task.evaluation()),
        None => (arguments.search.expect(given), arguments.eval.expect(given)),
    };
    let (input, moves, log) =
        (arguments.input.expect(given), arguments.moves.expect(given), arguments.log.expect(given));

    let mut inputs = vec![("-i", input.as_path())];
    inputs.extend(arguments.weights.iter().map(|path| ("--weights", path.as_path())));
    let mut outputs = vec![("-op", moves.as_path()), ("-ol", &log)];
    outputs.extend(arguments.stats.iter().map(|path| ("--stats", path.as_path())));
    output::distinct(&inputs, &outputs)?;

    let start = assignment::read_board(&input)?;
    let files = if arguments.dry_run {
        None
    } else {
        let (log, moves) = (Output::create(&log)?, Output::create(&moves)?);
        let statistics = arguments.stats.as_deref().map(Output::create).transpose()?;
        // A bar would be in the way of an output on the same screen.
        let on_screen = [&log, &moves].into_iter().chain(&statistics).any(Output::is_terminal);
        let progress = if arguments.quiet || on_screen { Progress::hidden() } else { Progress::start() };
        Some(Files { log, force: arguments.force, moves, statistics, progress })
    };
    let evaluation = match (evaluation, &arguments.weights) {
        (EvaluationName::Weights, Some(path)) => read_weights(path)?,
        (evaluation, _) => evaluation,
    };
    let depth = arguments.depth.expect(given);
    let job = Job {
        task: Task::new(start, SearchRules::NoPass, algorithm, evaluation, depth),
        format: arguments.log_dialect,
        line_ending: arguments.line_ending,
    };
    match files {
        None => job.measure(),
        Some(files) => job.play(files),
    }
}

fn read_weights(path: &Path) -> Result<EvaluationName> {
    let input = Input::read(path, input::LIMIT)?;
    let weights = parse_weights(&input.text).map_err(|problem| input.explain(&problem))?;
    Ok(EvaluationName::Table { name: input.name, weights: weights.into() })
}

/// A game to play.
struct Job {
    task: Task,
    format: LogFormat,
    line_ending: LineEnding,
}

/// Where a game is written.
struct Files {
    log: Output,
    /// Whether the log is written even where it does not fit.
    force: bool,
    moves: Output,
    statistics: Option<Output>,
    progress: Progress,
}

impl Job {
    /// Prints the size of the log.
    fn measure(&self) -> Result<ExitCode> {
        let size = self.task.search().log_size(self.format, self.line_ending, u64::MAX);
        let size = size.context("the log would have more bytes than a number can say")?;
        // A log of JSON lines has no header.
        let header = u64::from(self.format != LogFormat::JsonLines);
        writeln!(io::stdout(), "{} rows, {} bytes", size.rows + header, size.bytes)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Logs the first search and, beside it, plays the game, which does not wait for that search to find its move.
    fn play(&self, mut files: Files) -> Result<ExitCode> {
        let search = self.task.search();
        if !files.force {
            files.log.check_free_space(|space| search.log_fits(self.format, self.line_ending, space))?;
        }
        let mut statistics = files.statistics.is_some().then(|| StatisticsFile::new(Vec::new()));
        let stop = Arc::new(AtomicBool::new(false));
        let steps = thread::scope(|scope| {
            let game = scope.spawn(|| self.game(statistics.as_mut(), &stop));
            let mut log = files.progress.watch(&mut files.log);
            let logged = unless_closed(search.write_log(self.format, self.line_ending, &mut log));
            stop.store(logged.is_err(), Ordering::Relaxed);
            let steps = game.join().unwrap_or_else(|panic| resume_unwind(panic));
            logged.and(steps)
        })?;

        let mut moves = MovesFile::new(Vec::new(), self.line_ending);
        steps.iter().try_for_each(|step| moves.write(step))?;
        unless_closed(files.moves.write_all(&moves.into_inner()))?;
        if let (Some(output), Some(statistics)) = (&mut files.statistics, statistics) {
            unless_closed(output.write_all(&statistics.finish()?))?;
        }
        let outputs: Vec<Output> = [files.moves, files.log].into_iter().chain(files.statistics).collect();
        let names: Vec<String> = outputs.iter().map(|output| output.name().to_owned()).collect();
        output::commit_all(outputs)?;
        files.progress.finish(&format!("wrote {}", names.join(", ")));
        Ok(ExitCode::SUCCESS)
    }

    /// The steps of the game up to where `stop` is set, with what each took where that is wanted.
    fn game(&self, statistics: Option<&mut StatisticsFile<Vec<u8>>>, stop: &Arc<AtomicBool>) -> io::Result<Vec<Step>> {
        let Some(statistics) = statistics else { return Ok(self.task.steps(Arc::clone(stop)).collect()) };
        let steps = self.task.counted_steps().take_while(|_| !stop.load(Ordering::Relaxed));
        steps.map(|counted| statistics.write(&counted).map(|()| counted.step)).collect()
    }
}

/// `None` where a pipe has been closed: whoever reads that output has seen enough, which is no reason to withhold the
/// others.
fn unless_closed<T>(written: io::Result<T>) -> io::Result<Option<T>> {
    match written {
        Ok(written) => Ok(Some(written)),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(None),
        Err(error) => Err(error),
    }
}
