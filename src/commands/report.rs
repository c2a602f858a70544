//! `reversi report`: compares evaluations and depths.

use std::{path::PathBuf, process::ExitCode, thread};

use anyhow::{Result, ensure};
use clap::Args;

use super::{arguments, durability::Durability};
use crate::{
    games::reversi::Expression,
    report::{Boards, Completion, Depths, Folder, Forecast, Plan, Run, SearchKind, balanced_openings, merge},
    search::Algorithm,
    shard::Shard,
    terminal::{interrupt, say},
};

/// What to compare.
#[derive(Debug, Args)]
#[command(after_help = EXPLANATION)]
pub struct Arguments {
    /// Boards of the batch job, or folders with boards (*.txt); unless given the balanced openings
    #[arg(value_name = "BOARD")]
    boards: Vec<PathBuf>,
    /// A sum of features, such as pieces, weights, or `weights + 10 mobility`, or a table of weights (FILE.csv, 8 rows of 8
    /// whole numbers); with a name for the tables: NAME=EVALUATION. Give it once for each [default: pieces and weights]
    #[arg(long, value_name = "EVALUATION", value_parser = evaluation, allow_hyphen_values = true)]
    eval: Vec<Expression>,
    /// alphabeta leaves out minimax, which is most of the work [default: both]
    #[arg(long, value_name = "ALGORITHM", value_parser = arguments::algorithm(), hide_possible_values = true)]
    search: Vec<Algorithm>,
    /// The cut-off depths: 4, 1-5, 2,4,6
    #[arg(long, default_value = "1-4")]
    depths: Depths,
    /// Start the games between players from the first N of the 100 balanced openings of `reversi openings`; unless given
    /// from the boards, and without boards from 50 openings
    #[arg(long, value_name = "N", value_parser = arguments::number::<usize>("a number of openings, 1 to 100", 1..=100))]
    openings: Option<usize>,
    /// The folder for the report. What it holds already is not measured again
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Write report.txt, too: plain ASCII of 80 columns
    #[arg(long)]
    txt: bool,
    /// Measure times after everything else, on one thread, and write them to times.csv
    #[arg(long, conflicts_with = "merge")]
    times: bool,
    /// Start even where it takes more than an hour
    #[arg(long, conflicts_with = "merge")]
    force: bool,
    /// Measure so much at a time, unless given as much as there are processors; the figures are the same
    #[arg(long, value_name = "N", value_parser = arguments::number::<usize>("a number of threads, at least 1", 1..))]
    threads: Option<usize>,
    /// Measure the K-th of N parts, without a text; all with the same other arguments, each into a folder of its own
    #[arg(long, value_name = "K/N", conflicts_with_all = ["merge", "txt"])]
    shard: Option<Shard>,
    /// Put parts together in place of measuring
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["boards", "eval", "search", "depths", "openings", "threads"])]
    merge: Vec<PathBuf>,
    #[command(flatten)]
    durability: Durability,
}

/// The openings where neither boards nor their number are given.
const OPENINGS: usize = 50;

const EXPLANATION: &str = "\
The folder gets report.md, report.html (one file, with plots), the plots as SVG, data.csv (a row a search), games.csv \
(a row a game), columns.md (what their columns mean) and plan.json. Ctrl-C keeps what is measured, and the same command \
goes on from there; so does one that asks for more depths, boards or evaluations.

Measured are: values, moves, nodes, leaves, cut-offs and logs of every search at the positions of one game a board; \
what alpha-beta saves; how often the evaluations choose another move, and whether that was a tie; games, evaluation \
against evaluation at each depth and depth against the next lower one, in pairs with both colours, with intervals, an \
exact sign test and Holm's correction; moves, corners and discs in those games.

Example, a table of your own against the number of pieces:
  reversi report --eval pieces --eval mine=fixtures/weights/own.csv --depths 2 --out report

In three parts, here or on three machines:
  reversi report --depths 1-5 --shard 1/3 --out part1    (and 2/3, 3/3)
  reversi report --merge part1 part2 part3 --out report";

/// An evaluation, with a name of its own or without one.
fn evaluation(text: &str) -> Result<Expression, String> {
    let is_named = text.split_once('=').is_some_and(|(name, _)| !name.contains('"'));
    let evaluation = if is_named { arguments::named_evaluation(text)? } else { arguments::evaluation(text)? };
    let longest = Plan::LONGEST_NAME;
    let name = evaluation.to_string();
    if is_named && name.len() > longest {
        return Err(format!("{name:?} is too long for tables; expected a name of at most {longest} letters"));
    }
    Ok(evaluation)
}

impl Arguments {
    fn plan(&self) -> Result<Plan> {
        let Boards { mut boards, repeated } = Boards::read(&self.boards)?;
        for (name, equal) in repeated {
            say(format_args!("{name} is the same board as {equal}, and left out"));
        }
        let openings = self.openings.or(self.boards.is_empty().then_some(OPENINGS)).map(balanced_openings);
        if boards.is_empty() {
            boards = openings.clone().unwrap_or_default();
        }
        let starts = openings.unwrap_or_else(|| boards.clone());
        // Tables have room for short names: an evaluation without one is called by its number.
        let named = |(index, evaluation): (usize, &Expression)| match evaluation.to_string() {
            name if name.len() > Plan::LONGEST_NAME => evaluation.clone().with_name(format!("eval{}", index + 1)),
            _ => evaluation.clone(),
        };
        let mut evaluations: Vec<_> = self.eval.iter().enumerate().map(named).collect();
        if evaluations.is_empty() {
            evaluations = vec![Expression::pieces(), Expression::weights()];
        }
        let mut searches = vec![SearchKind::AlphaBeta, SearchKind::Strict];
        if self.search.is_empty() || self.search.contains(&Algorithm::Minimax) {
            searches.insert(0, SearchKind::Minimax);
        }
        let plan = Plan { boards, starts, evaluations, searches, depths: self.depths.clone() };
        plan.check()?;
        Ok(plan)
    }
}

/// Measures and writes a report, or puts parts of one together.
///
/// # Errors
/// Wrong usage, boards and weights that cannot be read or are none, a report that takes too long, and a folder that
/// holds another or cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.durability.apply();
    if !arguments.merge.is_empty() {
        let folder = Folder::new(&arguments.out);
        merge(&arguments.merge, &folder, arguments.txt)?;
        return Ok(ExitCode::SUCCESS);
    }
    let plan = arguments.plan()?;
    let threads = arguments.threads.or_else(|| thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let estimate = Forecast::of(&plan.part(shard), threads);
    ensure!(
        arguments.force || estimate.time() <= Forecast::LONG,
        "this would take {estimate}; expected less than an hour: fewer depths, boards or evaluations, --search alphabeta, or --force"
    );
    if estimate.time() > Forecast::SHORT {
        say(format_args!("{estimate}; Ctrl-C keeps what is done"));
    }
    let folder = Folder::new(&arguments.out);
    let run =
        Run { plan: &plan, shard, folder: &folder, threads, with_text: arguments.txt, with_times: arguments.times };
    match interrupt::stoppable(|stop| run.measure(&stop))? {
        Completion::Complete => Ok(ExitCode::SUCCESS),
        Completion::Stopped { missing } => {
            let missing =
                missing.map(|missing| format!("; {missing} searches and games are missing")).unwrap_or_default();
            say(format_args!("stopped{missing}; the same command goes on from here"));
            Ok(ExitCode::from(interrupt::EXIT_CODE))
        }
    }
}
