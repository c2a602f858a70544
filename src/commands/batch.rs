//! The batch job: plays a game at a fixed depth, writes its positions, and logs its first search.

use std::{
    io::{self, Write as _},
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    thread,
};

use anyhow::{Context as _, Result};
use clap::{ArgGroup, Args, ValueEnum};

use super::{board, dialect_names, free_space};
use crate::{
    assignment::{self, MovesFile, StatisticsFile},
    fast::Solver,
    files::{
        input::{self, Input},
        output::{self, Output},
    },
    game::Depth,
    games::reversi::{DiscValues, Instructions, NoPass, Pieces, Position, Weights, parse_weights},
    log::{Columns, LineEnding, LogFormat},
    search::{AlphaBeta, Open},
    terminal::progress::Progress,
    with_best_instructions,
};

/// The arguments. The required ones are options here because a subcommand does without them.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("algorithm").args(["task", "search"]).required(true))]
pub struct Arguments {
    /// 1 = minimax with pieces, 2 = alpha-beta with pieces, 3 = alpha-beta with weights
    #[arg(short, long, conflicts_with_all = ["search", "eval", "weights"], hide_possible_values = true)]
    task: Option<Task>,
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
    #[arg(long, value_name = "ALGORITHM", requires = "eval")]
    search: Option<Algorithm>,
    /// In place of -t, with --search: the evaluation
    #[arg(long, value_name = "EVALUATION", requires = "search")]
    eval: Option<EvaluationName>,
    /// Weights in place of the assignment's: 8 rows of 8 whole numbers, as CSV (with --eval weights)
    #[arg(long, value_name = "FILE.csv", requires = "eval")]
    weights: Option<PathBuf>,
    /// Write a row for each step: move, value, nodes, leaves, cut-offs, seconds, discs
    #[arg(long, value_name = "FILE.csv")]
    stats: Option<PathBuf>,
    /// Write the log in another dialect's spelling, or as records (see `reversi dialects`)
    #[arg(long, value_name = "DIALECT", value_parser = dialect_names::log_format(), default_value = "usc2013")]
    log_dialect: LogFormat,
    /// The line ends of the moves file and the log
    #[arg(long, value_enum, default_value_t, value_name = "ENDING")]
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

/// The three tasks of the assignment.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Task {
    #[value(name = "1")]
    MinimaxPieces,
    #[value(name = "2")]
    AlphaBetaPieces,
    #[value(name = "3")]
    AlphaBetaWeights,
}

impl Task {
    pub(super) const fn parts(self) -> (Algorithm, EvaluationName) {
        match self {
            Self::MinimaxPieces => (Algorithm::Minimax, EvaluationName::Pieces),
            Self::AlphaBetaPieces => (Algorithm::AlphaBeta, EvaluationName::Pieces),
            Self::AlphaBetaWeights => (Algorithm::AlphaBeta, EvaluationName::Weights),
        }
    }
}

/// The two algorithms.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Algorithm {
    Minimax,
    #[value(name = "alphabeta")]
    AlphaBeta,
}

/// The two evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EvaluationName {
    Pieces,
    Weights,
}

/// Runs the job.
///
/// # Errors
/// Wrong usage, input that cannot be read or is no board, output that cannot be written. No output file is touched
/// before all of them are complete.
///
/// # Panics
/// Never: the argument parser has seen to the required arguments.
pub fn run(arguments: Arguments) -> Result<()> {
    let given = "the argument parser requires it";
    let (algorithm, evaluation) = match arguments.task {
        Some(task) => task.parts(),
        None => (arguments.search.expect(given), arguments.eval.expect(given)),
    };
    let (input, moves, log) =
        (arguments.input.expect(given), arguments.moves.expect(given), arguments.log.expect(given));

    let mut inputs = vec![("-i", input.as_path())];
    inputs.extend(arguments.weights.iter().map(|path| ("--weights", path.as_path())));
    let mut outputs = vec![("-op", moves.as_path()), ("-ol", &log)];
    outputs.extend(arguments.stats.iter().map(|path| ("--stats", path.as_path())));
    output::distinct(&inputs, &outputs)?;

    let start = board::read(&input)?;
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
    let job = Job {
        start,
        depth: arguments.depth.expect(given),
        format: arguments.log_dialect,
        line_ending: arguments.line_ending,
    };
    match evaluation {
        EvaluationName::Pieces => job.run(files, algorithm, &Pieces),
        EvaluationName::Weights => job.run(files, algorithm, &read_weights(arguments.weights.as_deref())?),
    }
}

fn read_weights(path: Option<&Path>) -> Result<Weights> {
    let Some(path) = path else { return Ok(Weights::default()) };
    let input = Input::read(path, input::LIMIT)?;
    let weights = parse_weights(&input.text).map_err(|problem| input.explain(&problem))?;
    Ok(Weights::new(&weights))
}

/// A game to play.
struct Job {
    start: Position,
    depth: Depth,
    format: LogFormat,
    line_ending: LineEnding,
}

/// Where a game is written.
struct Files {
    log: Output,
    /// Whether the log is written even where it has no room.
    force: bool,
    moves: Output,
    statistics: Option<Output>,
    progress: Progress,
}

impl Job {
    /// Plays the game and writes the files; without files, says how large the log would be.
    fn run(&self, files: Option<Files>, algorithm: Algorithm, evaluation: &impl DiscValues) -> Result<()> {
        with_best_instructions!(best => match (algorithm, files) {
            (Algorithm::Minimax, None) => self.measure(best, Open, evaluation),
            (Algorithm::Minimax, Some(files)) => self.play(files, best, Open, evaluation),
            (Algorithm::AlphaBeta, None) => self.measure(best, AlphaBeta::FULL, evaluation),
            (Algorithm::AlphaBeta, Some(files)) => self.play(files, best, AlphaBeta::FULL, evaluation),
        })
    }

    /// Prints the size of the log.
    fn measure(&self, best: impl Instructions, window: impl Columns, evaluation: &impl DiscValues) -> Result<()> {
        let start = NoPass(self.start.with(best));
        let size = self.format.size(&start, self.depth, window, evaluation, self.line_ending, u64::MAX);
        let size = size.context("the log would have more bytes than a number can say")?;
        writeln!(io::stdout(), "{} rows, {} bytes", size.rows, size.bytes)?;
        Ok(())
    }

    /// Logs the first search and, beside it, plays the game, which does not wait for that search to find its move.
    fn play<I, W>(&self, mut files: Files, best: I, window: W, evaluation: &impl DiscValues) -> Result<()>
    where
        I: Instructions,
        W: Columns,
    {
        let (start, depth) = (self.start.with(best), self.depth);
        if !files.force {
            free_space::check(&files.log, |room| {
                self.format.fits(&NoPass(start), depth, window, evaluation, self.line_ending, room)
            })?;
        }
        let mut statistics = files.statistics.is_some().then(|| StatisticsFile::new(Vec::new()));
        let mut solver = Solver::new(evaluation);
        let stop = solver.stop();
        let steps = thread::scope(|scope| {
            let game = scope.spawn(|| match &mut statistics {
                Some(statistics) => assignment::play_counted(start, depth, window, evaluation, statistics).map(Some),
                None => Ok(assignment::play(start, depth, &mut solver)),
            });
            let log = files.progress.watch(&mut files.log);
            let logged = self.format.search(&NoPass(start), depth, window, evaluation, self.line_ending, log);
            let logged = unless_closed(logged);
            stop.store(logged.is_err(), Ordering::Relaxed);
            let steps = game.join().unwrap_or_else(|panic| resume_unwind(panic));
            logged.and(steps)
        })?;

        let mut moves = MovesFile::new(Vec::new(), self.line_ending);
        steps.iter().flatten().try_for_each(|step| moves.write(step))?;
        unless_closed(files.moves.write_all(&moves.into_inner()))?;
        if let (Some(output), Some(statistics)) = (&mut files.statistics, statistics) {
            unless_closed(output.write_all(&statistics.finish()?))?;
        }
        let outputs: Vec<Output> = [files.moves, files.log].into_iter().chain(files.statistics).collect();
        let names: Vec<String> = outputs.iter().map(|output| output.name().to_owned()).collect();
        output::commit_all(outputs)?;
        files.progress.finish(&format!("wrote {}", names.join(", ")));
        Ok(())
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
