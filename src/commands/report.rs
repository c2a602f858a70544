//! `reversi report`: compares evaluations and depths.

use std::{env, ffi::OsString, path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::Args;

use super::{
    arguments::{self, AnyAssignment},
    print,
};
use crate::{
    games::reversi::Expression,
    report::{self, Depths, Plan, Results, balanced_openings, read_boards},
    search::Algorithm,
    terminal::{interrupt, say},
    threads,
};

#[derive(Debug, Args)]
#[command(after_help = EXPLANATION)]
pub struct Arguments {
    /// Input files, or folders of them (*.txt) [default: the balanced openings]
    #[arg(value_name = "BOARD")]
    boards: Vec<PathBuf>,
    /// Follow this assignment: a built-in name or the path of your own file [default: usc2013]
    #[arg(long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true)]
    assignment: Option<AnyAssignment>,
    /// Compare this evaluation, table of weights (FILE.csv) or NAME=EVALUATION; repeat the option for more [default: the evaluations of the tasks]
    #[arg(long, value_name = "EVALUATION", value_parser = evaluation, allow_hyphen_values = true)]
    eval: Vec<Expression>,
    /// Run this algorithm, minimax or alphabeta [default: both]
    #[arg(help_heading = "Search", long, value_name = "ALGORITHM", value_parser = arguments::algorithm(), hide_possible_values = true)]
    search: Vec<Algorithm>,
    /// Search to these depths: 4, 1-5 or 2,4,6
    #[arg(long, default_value = "1-4")]
    depths: Depths,
    /// Start games from the first N balanced openings [default: start from your BOARDS; without boards, 50]
    #[arg(long, value_name = "N", value_parser = arguments::number::<usize>("a number of openings, 1 to 100", 1..=100))]
    openings: Option<usize>,
    /// Write the report to this folder
    #[arg(long, value_name = "DIR", default_value = "report")]
    out: PathBuf,
    /// Show no times, so that every run is identical
    #[arg(help_heading = "Running", long)]
    no_times: bool,
    /// Run this many measurements in parallel [default: one per processor]
    #[arg(help_heading = "Running", long, value_name = "N", value_parser = arguments::number::<usize>("a number of threads, at least 1", 1..))]
    threads: Option<usize>,
}

/// The number of openings if the user gives neither boards nor a number.
const OPENINGS: usize = 50;

const EXPLANATION: &str = "\
`report` prints the report, and writes it to the folder with plots and CSV files. More: `reversi help reports`

Example, which takes some seconds:
  reversi report --eval pieces --eval mine=weights.csv --depths 2 --openings 8";

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
        let openings = self.openings.or(self.boards.is_empty().then_some(OPENINGS));
        let openings = openings.map(|count| balanced_openings(count, assignment.size));
        if boards.is_empty() {
            boards = openings.clone().unwrap_or_default();
        }
        let starts = openings.unwrap_or_else(|| boards.clone());
        // Tables only have room for short names, so an evaluation without a name gets a number.
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
        let mut searches = vec![Algorithm::AlphaBeta];
        if self.search.is_empty() || self.search.contains(&Algorithm::Minimax) {
            searches.insert(0, Algorithm::Minimax);
        }
        let plan = Plan { assignment, boards, starts, evaluations, searches, depths: self.depths.clone() };
        plan.check()?;
        Ok(plan)
    }
}

/// The command line, quoted for a shell, without flags that do not change any figure.
fn command_line(words: impl Iterator<Item = OsString>) -> String {
    let mut words = words.map(|word| word.to_string_lossy().into_owned());
    let mut command = String::from("reversi");
    while let Some(word) = words.next() {
        let flag = word.split('=').next().unwrap_or_default();
        match flag {
            "--out" | "--threads" if flag == word => drop(words.next()),
            "--out" | "--threads" => {}
            // An argument of a process cannot contain a zero byte.
            _ => command.extend([" ", &shlex::try_quote(&word).unwrap_or_default()]),
        }
    }
    command
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let plan = arguments.plan()?;
    let pool = threads::pool(arguments.threads.unwrap_or(0))?;
    let folder = arguments.out.clone();
    let _message =
        interrupt::on_end(move || say(format_args!("interrupted: no report was written to {}", folder.display())));
    let results = pool.install(|| Results::measure(&plan, !arguments.no_times))?;
    print(report::write(&results, &command_line(env::args_os().skip(1)), &arguments.out)?)
}
