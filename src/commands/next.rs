//! `reversi next`: the sibling dialects' job, one search from a position.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anyhow::{Result, bail};
use clap::Args;

use super::{
    batch::{Algorithm, EvaluationName, Task},
    board, dialect_names, free_space,
};
use crate::{
    assignment::{self, Dialect, InputForm, Request, SearchRules},
    fast::Solver,
    files::{
        diagnostic,
        input::{self, Input},
        output::{self, Output},
    },
    game::Depth,
    games::reversi::{CountedPass, DiscValues, NoPass, Pieces, Position, Rules, Weights, text::Alphabet},
    log::{Columns, LineEnding, LogFormat},
    search::{AlphaBeta, Open},
    with_best_instructions,
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
    #[arg(long, value_parser = dialect_names::dialect())]
    dialect: Dialect,
    /// The input; - is standard input
    #[arg(short, long, value_name = "FILE")]
    input: PathBuf,
    /// Where the next board and the log go; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The task, with --dialect usc2013 (the other years' input names it)
    #[arg(short, long)]
    task: Option<Task>,
    /// The cut-off depth, with --dialect usc2013 (the other years' input names it)
    #[arg(short, long)]
    depth: Option<Depth>,
    /// Write the log in another spelling than the dialect's
    #[arg(long, value_name = "DIALECT", value_parser = dialect_names::log_format())]
    log_dialect: Option<LogFormat>,
    /// The line ends of the output
    #[arg(long, value_enum, default_value_t, value_name = "ENDING")]
    line_ending: LineEnding,
    /// Write the log even where it does not fit into the free space
    #[arg(long)]
    force: bool,
}

/// Runs the job.
///
/// # Errors
/// Wrong usage, an input that cannot be read or is none, an output that cannot be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    output::distinct(&[("-i", &arguments.input)], &[("-o", &arguments.output)])?;
    let dialect = arguments.dialect;
    let (position, spec) = match (dialect.input, arguments.task, arguments.depth) {
        (InputForm::Board, Some(task), Some(depth)) => {
            let (algorithm, evaluation) = task.parts();
            (board::read(&arguments.input)?, SearchSpec { logged: Some(algorithm), evaluation, depth })
        }
        (InputForm::Board, ..) => bail!("{} needs -t and -d: its input is the board alone", dialect.name),
        (form, None, None) => request(arguments, form)?,
        _ => bail!("-t and -d are for usc2013: in {} the input names task and depth", dialect.name),
    };
    let format = arguments.log_dialect.unwrap_or(LogFormat::Spelled(dialect.spelling));
    if spec.logged.is_none() && !matches!(format, LogFormat::Spelled(_)) {
        bail!("{}: greedy (task 1) has no log; expected task 2 or 3 with --log-dialect", arguments.input.display());
    }
    let Arguments { line_ending, force, .. } = *arguments;
    let mut answer = Answer { spec, format, line_ending, force, output: Output::create(&arguments.output)? };
    with_best_instructions!(best => match dialect.rules {
        SearchRules::NoPass => answer.write(&NoPass(position.with(best))),
        SearchRules::CountedPass => answer.write(&CountedPass::<false, _>::new(position.with(best))),
        SearchRules::CountedPassOrWipeOut => answer.write(&CountedPass::<true, _>::new(position.with(best))),
    })?;
    answer.output.commit()
}

/// Reads an input that names player, depth and perhaps the task.
fn request(arguments: &Arguments, form: InputForm) -> Result<(Position, SearchSpec)> {
    let input = Input::read(&arguments.input, input::LIMIT)?;
    let only_task = (form == InputForm::PlayerDepth).then_some(assignment::Task::AlphaBeta);
    let request =
        Request::parse(&diagnostic::lines(&input.text), only_task).map_err(|problem| input.explain(&problem))?;
    let (logged, depth) = match request.task {
        assignment::Task::Greedy => (None, Depth::new(1)),
        assignment::Task::Minimax => (Some(Algorithm::Minimax), request.depth),
        assignment::Task::AlphaBeta => (Some(Algorithm::AlphaBeta), request.depth),
    };
    Ok((request.position, SearchSpec { logged, evaluation: EvaluationName::Weights, depth }))
}

/// The search to make.
struct SearchSpec {
    /// The algorithm whose steps are logged; none for greedy, which has no log.
    logged: Option<Algorithm>,
    evaluation: EvaluationName,
    depth: Depth,
}

/// The output and its form.
struct Answer {
    spec: SearchSpec,
    format: LogFormat,
    line_ending: LineEnding,
    /// Whether the log is written even where it has no room.
    force: bool,
    output: Output,
}

impl Answer {
    fn write(&mut self, game: &impl Rules) -> Result<()> {
        match self.spec.evaluation {
            EvaluationName::Pieces => self.write_by(game, &Pieces),
            EvaluationName::Weights => self.write_by(game, &Weights::default()),
        }
    }

    fn write_by(&mut self, game: &impl Rules, evaluation: &impl DiscValues) -> Result<()> {
        match self.spec.logged {
            None => Ok(self.write_board(game, evaluation)?),
            Some(Algorithm::Minimax) => self.write_with_log(game, Open, evaluation),
            Some(Algorithm::AlphaBeta) => self.write_with_log(game, AlphaBeta::FULL, evaluation),
        }
    }

    fn write_with_log(&mut self, game: &impl Rules, window: impl Columns, evaluation: &impl DiscValues) -> Result<()> {
        let (format, depth, line_ending) = (self.format, self.spec.depth, self.line_ending);
        if !self.force {
            // Eight rows of eight squares and a line end of up to two characters stand before the log.
            const BOARD: u64 = 80;
            free_space::check(&self.output, |room| {
                format.fits(game, depth, window, evaluation, line_ending, room.saturating_sub(BOARD))
            })?;
        }
        self.write_board(game, evaluation)?;
        format.search(game, depth, window, evaluation, line_ending, &mut self.output)?;
        Ok(())
    }

    /// Writes the board after the best move, which the log's own search would tell only after the log.
    fn write_board<R: Rules>(&mut self, game: &R, evaluation: &impl DiscValues) -> io::Result<()> {
        let LogFormat::Spelled(spelling) = self.format else { return Ok(()) };
        let outcome = Solver::new(evaluation).search(game, self.spec.depth).expect("nobody stops it");
        let next = outcome.best.map_or(*game, |best| game.after(best));
        let rows: Vec<String> = Alphabet::STARS.rows(next.position()).collect();
        let line_end = self.line_ending.text();
        let last_line_end = self.spec.logged.is_some() || spelling.last_line_end;
        let board = rows.join(line_end) + if last_line_end { line_end } else { "" };
        self.output.write_all(board.as_bytes())
    }
}
