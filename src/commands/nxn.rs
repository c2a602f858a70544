//! `reversi nxn`: solves n x n Reversi to the end, with the function names of the assignment.

use std::process::ExitCode;

use anyhow::{Context as _, Error, Result, bail, ensure};
use clap::{Args, ValueEnum};
use indicatif::HumanCount;

use super::{arguments, print};
use crate::{
    games::reversi::{Color, Position, Square, one_line, text::Alphabet},
    nxn::{Method, SolvedState},
    search::Counts,
    terminal::{progress::Progress, tell},
};

#[derive(Debug, Args)]
#[command(
    override_usage = "reversi nxn [--stats] FUNCTION STATE [PLAYER [ROW COL]]\n       \
                      reversi nxn [--stats] --named START FUNCTION [PLAYER [ROW COL]]",
    after_help = "\
STATE contains the rows of a square board (up to 8x8) joined by `/`, with `B`, `W` and `.`; or a Python list of lists:
[[' ', 'B', ...], ...]. PLAYER is B (max) or W (min). ROW and COL count from 0. The value is the number of black \
discs minus the number of white discs. `nxn` prints Python's `repr` of the result; a board is its rows joined by `/`.

Examples:
  reversi nxn get_move_value ..../BBBB/WWWW/.... B 3 2
  reversi nxn --stats --named 5x5 minimax_ab B"
)]
pub struct Arguments {
    /// Print also the numbers of terminal states, truncations and nodes
    #[arg(long)]
    stats: bool,
    /// Start from a standard position instead of STATE
    #[arg(long, value_name = "START", value_parser = arguments::one_of(STARTS))]
    named: Option<&'static str>,
    /// Function to call
    function: Function,
    /// Arguments of the function
    #[arg(value_name = "STATE PLAYER ROW COL", allow_negative_numbers = true)]
    operands: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Function {
    /// STATE PLAYER ROW COL: the number of flipped discs, or 0 for an illegal move
    GetMoveValue,
    /// STATE PLAYER ROW COL: the board after the move
    ExecuteMove,
    /// STATE: `True` if neither player has a move
    IsTerminalState,
    /// STATE: the numbers of black and white discs
    CountPieces,
    /// STATE PLAYER: the value and the first best move; (-1, -1) for a pass and at the end
    Minimax,
    /// The same as `minimax`, by alpha-beta
    MinimaxAb,
    /// STATE PLAYER: the value and the line of best play
    FullMinimax,
    /// The same as `full_minimax`, by alpha-beta
    FullMinimaxAb,
}

impl Function {
    /// The operands of the function.
    const fn takes(self) -> &'static str {
        match self {
            Self::GetMoveValue | Self::ExecuteMove => "STATE PLAYER ROW COL",
            Self::IsTerminalState | Self::CountPieces => "STATE",
            Self::Minimax | Self::MinimaxAb | Self::FullMinimax | Self::FullMinimaxAb => "STATE PLAYER",
        }
    }
}

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
    let found = |state: &str, player: &str, counted: Method, shown: fn(&SolvedState) -> String| -> Result<_> {
        let root = position(state)?.with_side_to_move(color(player)?);
        // All methods find equal results, so the solver answers unless the user requests counts.
        let method = if arguments.stats { counted } else { Method::Solver };
        if let Some(forecast) = method.forecast(&root) {
            tell(format_args!("warning: {forecast}. Ctrl-C stops it"));
        }
        let progress = Progress::start(if method == Method::Solver { "solving" } else { "searching" });
        let solution = method.solve(root, &mut |nodes| progress.say(format!("searching: {} nodes", HumanCount(nodes))));
        drop(progress);
        Ok((shown(&solution), solution.counts))
    };
    let (answer, counts) = match (arguments.function, operands.as_slice()) {
        (Function::GetMoveValue, &[state, player, row, column]) => {
            let position = position(state)?.with_side_to_move(color(player)?);
            (position.flips(square(&position, row, column)?).len().to_string(), None)
        }
        (Function::ExecuteMove, &[state, player, row, column]) => {
            let position = position(state)?.with_side_to_move(color(player)?);
            let square = square(&position, row, column)?;
            ensure!(position.legal_moves().contains(square), "({row}, {column}) is not a legal move: it flips no disc");
            (one_line::slashes(&position.after(square)), None)
        }
        (Function::IsTerminalState, &[state]) => {
            (if position(state)?.is_over() { "True" } else { "False" }.to_owned(), None)
        }
        (Function::CountPieces, &[state]) => {
            let position = position(state)?;
            let [black, white] = [Color::Black, Color::White].map(|color| position.discs(color).len());
            (format!("({black}, {white})"), None)
        }
        (Function::Minimax, &[state, player]) => found(state, player, Method::Minimax, SolvedState::best)?,
        (Function::MinimaxAb, &[state, player]) => found(state, player, Method::AlphaBeta, SolvedState::best)?,
        (Function::FullMinimax, &[state, player]) => found(state, player, Method::Minimax, SolvedState::line)?,
        (Function::FullMinimaxAb, &[state, player]) => found(state, player, Method::AlphaBeta, SolvedState::line)?,
        (function, _) => bail!("expected the arguments {} (or --named in place of STATE)", function.takes()),
    };
    let statistics = match (arguments.stats, counts) {
        (false, _) => String::new(),
        (true, Some(counts)) => {
            let Counts { nodes, leaves, cut_offs } = counts;
            format!("terminal states: {leaves}\ntruncations: {cut_offs}\nnodes: {nodes}\n")
        }
        (true, None) => bail!("--stats is for the four searches: minimax, minimax_ab, full_minimax, full_minimax_ab"),
    };
    print(format_args!("{answer}\n{statistics}"))
}

fn position(state: &str) -> Result<Position> {
    one_line::parse_rows(state).map_err(|problem| Error::msg(problem.explain("STATE", state)))
}

fn color(player: &str) -> Result<Color> {
    Alphabet::DOTS.color(player).with_context(|| format!("PLAYER is `{player}`; expected B or W"))
}

fn square(position: &Position, row: &str, column: &str) -> Result<Square> {
    let rows = position.size().rows();
    let coordinate = |name, text: &str| {
        text.parse()
            .ok()
            .filter(|&number| number < rows)
            .with_context(|| format!("{name} is `{text}`; expected 0 to {}", rows - 1))
    };
    let square = Square::new(coordinate("ROW", row)?, coordinate("COL", column)?);
    Ok(square.expect("rows and columns below 8"))
}
