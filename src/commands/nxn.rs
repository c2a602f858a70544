//! `reversi nxn`: solves n x n Reversi to the end, with the function names of the assignment.

use std::{process::ExitCode, time::Instant};

use anyhow::{Context as _, Result};
use clap::Args;
use indicatif::HumanCount;

use super::{arguments, print};
use crate::{
    answers::{self, Function, Request},
    nxn::Method,
    terminal::{progress::Progress, say, tell},
};

#[derive(Debug, Args)]
#[command(
    override_usage = "reversi nxn [--stats] FUNCTION STATE [PLAYER [ROW COL]]\n       \
                      reversi nxn [--stats] --named START FUNCTION [PLAYER [ROW COL]]",
    after_help = "\
STATE contains the rows of a square board (up to 8x8) joined by `/`, with `B`, `W` and `.`; or a Python list of lists:
[[' ', 'B', ...], ...]. PLAYER is B (MAX) or W (MIN). ROW and COL count from 0. The value is the number of black \
discs minus the number of white discs. `nxn` prints numbers and tuples as Python does. It joins the rows of a board by `/`.

Examples:
  reversi nxn get_move_value ..../BBBB/WWWW/.... B 3 2
  reversi nxn --stats --named 5x5 minimax_ab B"
)]
pub struct Arguments {
    /// Print also the counts of the search, the time and the final board
    #[arg(long)]
    stats: bool,
    /// Show every move with its value (searches)
    #[arg(long, conflicts_with = "stats")]
    all: bool,
    /// Start from a standard position instead of STATE
    #[arg(long, value_name = "START", value_parser = arguments::one_of(STARTS))]
    named: Option<&'static str>,
    /// Function to call
    #[arg(value_parser = arguments::explained(Function::ALL, Function::name, RESULTS))]
    function: Function,
    /// Arguments of the function
    #[arg(value_name = "STATE PLAYER ROW COL", allow_negative_numbers = true)]
    operands: Vec<String>,
}

/// The operands and the results of the functions.
const RESULTS: [&str; 8] = [
    "STATE PLAYER ROW COL: the number of flipped discs, or 0 for an illegal move",
    "STATE PLAYER ROW COL: the board after the move",
    "STATE: `True` if neither player has a move",
    "STATE: the numbers of black and white discs",
    "STATE PLAYER: the value and the first best move; (-1, -1) for a pass and at the end",
    "The same as `minimax`, by alpha-beta",
    "STATE PLAYER: the value and the line of best play",
    "The same as `full_minimax`, by alpha-beta",
];

/// The standard start positions: names and boards.
const STARTS: [(&str, &str); 4] = [
    ("4x4", "..../.BW./.WB./...."),
    ("5x5", "WB.../BW.../...../...BW/...WB"),
    ("6x6", "....../....../..BW../..WB../....../......"),
    ("8x8", "......../......../......../...BW.../...WB.../......../......../........"),
];

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let operands: Vec<&str> =
        arguments.named.into_iter().chain(arguments.operands.iter().map(String::as_str)).collect();
    let request = answers::nxn_of(arguments.function, &operands, arguments.stats)?;
    if arguments.all {
        return print(answers::table_of_moves(&request).context("--all is for the four searches")?);
    }
    let algorithm = arguments.function.algorithm();
    let method = algorithm.map(|algorithm| answers::method(algorithm, arguments.stats));
    if let (Some(method), Request::Nxn { position, .. }) = (method, &request)
        && let Some(forecast) = method.forecast(position)
    {
        say(format_args!("{forecast}. Ctrl-C stops it"));
    }
    let progress = Progress::start(if method == Some(Method::Solver) { "solving" } else { "searching" });
    let start = Instant::now();
    let answer = request.answer(&mut |nodes| progress.say(format!("searching: {} nodes", HumanCount(nodes))))?;
    let seconds = start.elapsed().as_secs_f64();
    drop(progress);
    if arguments.stats
        && let Some(board) = request.final_board()
    {
        // Standard output has only what does not depend on the machine.
        tell(format_args!("time: {seconds:.3} seconds\nfinal board: {board}"));
    }
    print(answer)
}
