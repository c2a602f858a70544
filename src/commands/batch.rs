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

use anyhow::Result;
use clap::{ArgGroup, Args};

use super::{
    arguments,
    durability::Durability,
    job::{evaluation_with, print_size, progress, summary, unless_closed},
};
use crate::{
    assignment::{self, MovesFile, SearchRules, StatisticsFile, Step, Task, TaskNumber},
    files::{
        LineEnding,
        output::{self, Output},
    },
    game::Depth,
    games::reversi::EvaluationName,
    log::LogFormat,
    search::Algorithm,
    terminal::progress::Progress,
    threads,
};

/// The arguments. The required ones are options here because a subcommand does without them.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("algorithm").args(["task", "search"]).required(true))]
pub struct Arguments {
    /// 1 = minimax with pieces, 2 = alpha-beta with pieces, 3 = alpha-beta with weights
    #[arg(short, long, conflicts_with_all = ["search", "eval"], hide_possible_values = true, value_parser = arguments::task_number())]
    task: Option<TaskNumber>,
    /// Cut-off depth in plies, at least 1
    #[arg(short, long, required = true, allow_negative_numbers = true)]
    depth: Option<Depth>,
    /// The board: 8 rows of 8 squares, `*` empty, `X` black, `O` white; - is standard input
    #[arg(short, long, required = true, value_name = "BOARD")]
    input: Option<PathBuf>,
    /// (-op) Where the positions of the game go; - is standard output
    #[arg(long, alias = "op", required_unless_present = "dry_run", value_name = "FILE")]
    moves: Option<PathBuf>,
    /// (-ol) Where the traverse log of the first search goes; - is standard output
    #[arg(long, alias = "ol", required_unless_present = "dry_run", value_name = "FILE")]
    log: Option<PathBuf>,
    /// In place of -t, with --eval: the algorithm
    #[arg(long, value_name = "ALGORITHM", value_parser = arguments::algorithm(), requires = "eval")]
    search: Option<Algorithm>,
    /// In place of -t, with --search: the evaluation
    #[arg(long, value_name = "EVALUATION", value_parser = arguments::evaluation(), requires = "search")]
    eval: Option<EvaluationName>,
    /// Weights in place of the assignment's: 8 rows of 8 whole numbers, as CSV (with -t 3 or --eval weights)
    #[arg(long, value_name = "FILE.csv")]
    weights: Option<PathBuf>,
    /// Write a row for each step: move, value, nodes, leaves, cut-offs, nanoseconds, discs, legal moves, corners
    #[arg(long, value_name = "FILE.csv")]
    stats: Option<PathBuf>,
    /// Write the log in another dialect's spelling, or as records (see `reversi dialects`)
    #[arg(long, value_name = "DIALECT", value_parser = arguments::log_format(), default_value = "usc2013")]
    log_dialect: LogFormat,
    /// The line ends of the moves file and the log
    #[arg(long, value_parser = arguments::line_ending(), default_value_t, value_name = "ENDING")]
    line_ending: LineEnding,
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
/// Wrong usage, input that cannot be read or is no board, output that cannot be written. No output file is touched
/// before all of them are complete.
///
/// # Panics
/// Never: the argument parser has seen to the required arguments.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    arguments.durability.apply();
    let given = "the argument parser requires it";
    let (algorithm, evaluation) = match arguments.task {
        Some(task) => (task.algorithm(), task.evaluation()),
        None => (arguments.search.expect(given), arguments.eval.expect(given)),
    };
    let input = arguments.input.expect(given);
    let (moves, log) = (arguments.moves.as_deref(), arguments.log.as_deref());
    let mut inputs = vec![("-i", input.as_path())];
    inputs.extend(arguments.weights.iter().map(|path| ("--weights", path.as_path())));
    let named = [("-op", moves), ("-ol", log), ("--stats", arguments.stats.as_deref())];
    let outputs: Vec<_> = named.into_iter().filter_map(|(name, path)| Some((name, path?))).collect();
    output::distinct(&inputs, &outputs)?;

    let start = assignment::read_board(&input)?;
    let evaluation = evaluation_with(evaluation, arguments.weights.as_deref())?;
    let task = Task::new(start, SearchRules::NoPass, algorithm, evaluation, arguments.depth.expect(given));
    let (format, line_ending) = (arguments.log_dialect, arguments.line_ending);
    if arguments.dry_run {
        return print_size(&*task.search(), format, line_ending, arguments.quiet);
    }
    let (log, moves) = (Output::create(log.expect(given))?, Output::create(moves.expect(given))?);
    let statistics = arguments.stats.as_deref().map(Output::create).transpose()?;
    let progress = progress("starting", arguments.quiet, [&log, &moves].into_iter().chain(&statistics));
    let board = input.display().to_string();
    let files = Files { log, force: arguments.force, moves, statistics, board, progress };
    Job { task, format, line_ending }.play(files)
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
    /// What the statistics call the board.
    board: String,
    progress: Progress,
}

/// The statistics, in memory.
type Statistics<'a> = StatisticsFile<'a, Vec<u8>>;

impl Job {
    /// Logs the first search and, beside it, plays the game, which does not wait for that search to find its move.
    fn play(&self, mut files: Files) -> Result<ExitCode> {
        let search = self.task.search();
        let progress = &files.progress;
        if !files.force {
            progress.say("finding out whether the log fits");
            files.log.check_free_space(|space| search.log_fits(self.format, self.line_ending, space))?;
        }
        let mut statistics =
            files.statistics.is_some().then(|| StatisticsFile::new(Vec::new(), &files.board, &self.task));
        let (stop, played) = (Arc::new(AtomicBool::new(false)), StepsPlayed::new(progress));
        let mut log = progress.watch(&mut files.log, |line_ends| self.format.rows(line_ends));
        let steps = thread::scope(|scope| {
            let game = threads::spawn_or_inline(scope, || self.game(statistics.as_mut(), &stop, &played));
            let logged = unless_closed(search.write_log(self.format, self.line_ending, &mut log));
            stop.store(logged.is_err(), Ordering::Relaxed);
            played.show();
            let steps = game.join();
            logged.and(steps)
        })?;
        let amount = log.amount();

        let mut moves = MovesFile::new(Vec::new(), self.line_ending);
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
        &self,
        statistics: Option<&mut Statistics>,
        stop: &Arc<AtomicBool>,
        played: &StepsPlayed,
    ) -> io::Result<Vec<Step>> {
        let Some(statistics) = statistics else {
            return Ok(self.task.steps(Arc::clone(stop)).inspect(|_| played.count()).collect());
        };
        let steps = self.task.counted_steps().take_while(|_| !stop.load(Ordering::Relaxed));
        let steps = steps.inspect(|_| played.count());
        steps.map(|counted| statistics.write(&counted).map(|()| counted.step)).collect()
    }
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

    /// Another step has been played.
    fn count(&self) {
        self.number.fetch_add(1, Ordering::Relaxed);
        if self.is_shown.load(Ordering::Relaxed) {
            self.say();
        }
    }

    /// From now on.
    fn show(&self) {
        self.is_shown.store(true, Ordering::Relaxed);
        self.say();
    }

    fn say(&self) {
        let number = self.number.load(Ordering::Relaxed) + 1;
        self.progress.say(format!("the log is written, playing step {number}"));
    }
}
