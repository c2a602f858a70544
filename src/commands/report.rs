//! `reversi report`: compares evaluations and depths.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::{Result, ensure};
use clap::Args;

use super::{arguments, print};
use crate::{
    assignment::AssignmentName,
    games::reversi::Expression,
    names::duration,
    report::{self, Depths, Plan, Results, SearchKind, balanced_openings, read_boards},
    search::Algorithm,
    terminal::say,
    threads,
};

/// What to compare.
#[derive(Debug, Args)]
#[command(after_help = EXPLANATION)]
pub struct Arguments {
    /// Inputs of the assignment, or folders with inputs (*.txt); unless given the balanced openings
    #[arg(value_name = "BOARD")]
    boards: Vec<PathBuf>,
    /// The assignment by whose rules positions are searched [default: usc2013]
    #[arg(long, value_parser = arguments::assignment(), hide_possible_values = true)]
    assignment: Option<AssignmentName>,
    /// A sum of features, such as pieces, weights, or `weights + 10 mobility`, or a table of weights (FILE.csv, 8 rows
    /// of 8 whole numbers); with a name for the tables: NAME=EVALUATION. Give it once for each [default: those of
    /// the assignment's tasks]
    #[arg(long, value_name = "EVALUATION", value_parser = evaluation, allow_hyphen_values = true)]
    eval: Vec<Expression>,
    /// alphabeta leaves out minimax, which is most of the work [default: both]
    #[arg(long, value_name = "ALGORITHM", value_parser = arguments::algorithm(), hide_possible_values = true)]
    search: Vec<Algorithm>,
    /// The cut-off depths: 4, 1-5, 2,4,6
    #[arg(long, default_value = "1-4")]
    depths: Depths,
    /// Start the games between players from the first N of the 100 balanced openings of `reversi openings`; unless
    /// given from the boards, and without boards from 50 openings
    #[arg(long, value_name = "N", value_parser = arguments::number::<usize>("a number of openings, 1 to 100", 1..=100))]
    openings: Option<usize>,
    /// The folder for the report
    #[arg(long, value_name = "DIR", default_value = "report")]
    out: PathBuf,
    /// Write report.txt, too: plain ASCII of 80 columns
    #[arg(long)]
    txt: bool,
    /// Measure no times: then every file is the same in every run
    #[arg(long)]
    no_times: bool,
    /// Start even where it takes more than an hour
    #[arg(long)]
    force: bool,
    /// Measure so much at a time, unless given as much as there are processors; the figures are the same
    #[arg(long, value_name = "N", value_parser = arguments::number::<usize>("a number of threads, at least 1", 1..))]
    threads: Option<usize>,
}

/// The openings where neither boards nor their number are given.
const OPENINGS: usize = 50;

/// A shorter job starts unannounced.
const SHORT: Duration = Duration::from_secs(5);
/// A longer job starts with --force alone.
const LONG: Duration = Duration::from_secs(3600);

const EXPLANATION: &str = "\
The answers in short are printed. The folder gets report.md, report.html (one file, with plots), the plots as SVG, \
data.csv (a row a search), games.csv (a row a game), times.csv (a row a round of measuring times) and columns.md (what \
their columns mean).

Measured are: values, moves, nodes, leaves, cut-offs and logs of every search at the positions of one game a board; \
what alpha-beta saves; how often the evaluations choose another move, and whether that was a tie; games, evaluation \
against evaluation at each depth and depth against the next lower one, in pairs with both colours, with intervals, an \
exact permutation test and Holm's correction; moves, corners and discs in those games; and last, on one thread, the \
processor time of alpha-beta with each evaluation.

Examples, a table of your own against the number of pieces, and a sum of features against two tables:
  reversi report --eval pieces --eval mine=fixtures/weights/own.csv --depths 2 --out report
  reversi report --eval pieces --eval weights --eval mobile='weights + 10 mobility' --depths 1-4 --out report";

/// An evaluation, with a name of its own or without one.
fn evaluation(text: &str) -> Result<Expression, String> {
    let is_named = text.split_once('=').is_some_and(|(name, _)| !name.contains('"'));
    let evaluation = if is_named { arguments::named_evaluation(text)? } else { arguments::evaluation(text)? };
    let (name, longest) = (evaluation.to_string(), Plan::LONGEST_NAME);
    if is_named && name.len() > longest {
        return Err(format!("{name:?} is too long for tables; expected a name of at most {longest} letters"));
    }
    Ok(evaluation)
}

impl Arguments {
    fn plan(&self) -> Result<Plan> {
        let assignment = arguments::read_assignment(self.assignment.as_ref())?;
        let mut boards = read_boards(&assignment, &self.boards, |name, equal| {
            say(format_args!("{name} is the same board as {equal}, and left out"));
        })?;
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
        let evaluations = if self.eval.is_empty() {
            assignment.evaluations()
        } else {
            self.eval.iter().map(|evaluation| assignment.evaluation(evaluation)).collect()
        };
        let evaluations = evaluations.iter().enumerate().map(named).collect();
        let mut searches = vec![SearchKind::AlphaBeta, SearchKind::Strict];
        if self.search.is_empty() || self.search.contains(&Algorithm::Minimax) {
            searches.insert(0, SearchKind::Minimax);
        }
        let plan = Plan { assignment, boards, starts, evaluations, searches, depths: self.depths.clone() };
        plan.check()?;
        Ok(plan)
    }
}

/// Measures and writes a report.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let plan = arguments.plan()?;
    let pool = threads::pool(arguments.threads.unwrap_or(0))?;
    let time = report::forecast(&plan, pool.current_num_threads());
    let about = duration(time.as_secs_f64());
    ensure!(
        arguments.force || time <= LONG,
        "this would take about {about}; expected less than an hour: fewer depths, boards or evaluations, --search \
         alphabeta, or --force"
    );
    if time > SHORT {
        say(format_args!("this takes about {about}"));
    }
    let results = pool.install(|| Results::measure(&plan, !arguments.no_times))?;
    print(report::write(&results, &arguments.out, arguments.txt)?)
}
