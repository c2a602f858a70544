//! `reversi tiny`: Reversi Tiny, the 4x4 game solved to its end.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::{Error, Result};
use clap::{Args, ValueEnum};

use crate::{
    game::{Depth, Evaluation, Game},
    games::reversi::{Color, Move, Pass, Winner, one_line},
    search::{AlphaBeta, Counts, Open, Outcome, Search, Window},
};

/// What to tell of a board.
#[derive(Debug, Args)]
#[command(after_help = "\
Terminal means that neither player can place. A player who cannot place while the other can passes: the successor is
the same board, a state of its own.

Example, the start of a game:
  reversi tiny 300 1 0000021001200000
prints the value -1 (light wins) and the 224821 states that minimax explores; 500 finds the same with 7208.")]
pub struct Arguments {
    /// The question
    flag: Flag,
    /// The player to move: 1 = dark (max), 2 = light (min)
    #[arg(value_parser = player)]
    player: Color,
    /// The 16 squares in reading order: 0 = empty, 1 = dark, 2 = light
    board: String,
}

/// The assignment's questions by their numbers.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Flag {
    /// Every successor board, in reading order of the new piece
    #[value(name = "100")]
    Successors,
    /// `non-terminal`, or the terminal value: 1 = dark has more, -1 = light, 0 = tie
    #[value(name = "200")]
    TerminalValue,
    /// The game-theoretic value, and the number of states explored by minimax
    #[value(name = "300")]
    Minimax,
    /// The move by minimax: the first successor board that attains the value
    #[value(name = "400")]
    MinimaxMove,
    /// As 300, by alpha-beta
    #[value(name = "500")]
    AlphaBeta,
    /// As 400, by alpha-beta
    #[value(name = "600")]
    AlphaBetaMove,
}

fn player(digit: &str) -> Result<Color, &'static str> {
    match digit {
        "1" => Ok(Color::Black),
        "2" => Ok(Color::White),
        _ => Err("expected 1 or 2"),
    }
}

/// Prints the answer.
///
/// # Errors
/// A board that cannot be read, and a standard output that cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let board = one_line::parse_digits(&arguments.board)
        .map_err(|problem| Error::msg(problem.explain("BOARD", &arguments.board)))?;
    let game = Pass(board.with_side_to_move(arguments.player));
    match arguments.flag {
        Flag::Successors => print_boards(&game, game.moves())?,
        Flag::TerminalValue if !board.is_over() => writeln!(io::stdout(), "non-terminal")?,
        Flag::TerminalValue => writeln!(io::stdout(), "{}", Winner.evaluate(&game))?,
        Flag::Minimax => print_value(solve(&game, Open))?,
        Flag::MinimaxMove => print_boards(&game, solve(&game, Open).0.best)?,
        Flag::AlphaBeta => print_value(solve(&game, AlphaBeta::FULL))?,
        Flag::AlphaBetaMove => print_boards(&game, solve(&game, AlphaBeta::FULL).0.best)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Searches to the end of the game. The states explored are the nodes of the search.
fn solve(game: &Pass, window: impl Window) -> (Outcome<Move>, Counts) {
    let mut counts = Counts::default();
    let Ok(outcome) = Search { root: *game, depth: Depth::UNLIMITED, window, evaluation: &Winner }.run(&mut counts);
    (outcome, counts)
}

fn print_value((outcome, explored): (Outcome<Move>, Counts)) -> io::Result<()> {
    writeln!(io::stdout(), "{}\n{}", outcome.value, explored.nodes)
}

/// Prints the board after each of the moves.
fn print_boards(game: &Pass, moves: impl IntoIterator<Item = Move>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    moves.into_iter().try_for_each(|played| writeln!(output, "{}", one_line::digits(&game.after(played).0)))
}
