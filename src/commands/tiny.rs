//! `reversi tiny`: solves Reversi Tiny, the 4x4 game, to the end.

use std::process::ExitCode;

use anyhow::{Error, Result};
use clap::{Args, ValueEnum};

use super::print;
use crate::{
    games::reversi::{Color, Position, one_line, text::Alphabet},
    search::Algorithm,
    tiny,
};

#[derive(Debug, Args)]
#[command(after_help = "\
A state is terminal if neither player can move. If only the other player can move, the player passes: the successor is \
the same board, counted as a separate state.

Example, the start of a game:
  reversi tiny 300 1 0000021001200000
prints the value -1 (light wins) and the number of states that minimax explores, 224821. With FLAG 500, alpha-beta finds \
the same value with 7208 states.")]
pub struct Arguments {
    /// Question of the assignment
    flag: Flag,
    /// Player to move: 1 = dark (MAX), 2 = light (MIN)
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
    /// The same as 300, by alpha-beta
    #[value(name = "500")]
    AlphaBeta,
    /// The same as 400, by alpha-beta
    #[value(name = "600")]
    AlphaBetaMove,
}

fn player(digit: &str) -> Result<Color, &'static str> {
    Alphabet::DIGITS.color(digit).ok_or("expected 1 or 2")
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let board = one_line::parse_digits(&arguments.board)
        .map_err(|problem| Error::msg(problem.explain("BOARD", &arguments.board)))?;
    let position = board.with_side_to_move(arguments.player);
    match arguments.flag {
        Flag::Successors => print_boards(tiny::successors(&position)),
        Flag::TerminalValue => match tiny::terminal_value(&position) {
            None => print("non-terminal\n"),
            Some(value) => print(format_args!("{value}\n")),
        },
        Flag::Minimax => print_value(&position, Algorithm::Minimax),
        Flag::MinimaxMove => print_boards(tiny::solve(&position, Algorithm::Minimax).successor),
        Flag::AlphaBeta => print_value(&position, Algorithm::AlphaBeta),
        Flag::AlphaBetaMove => print_boards(tiny::solve(&position, Algorithm::AlphaBeta).successor),
    }
}

fn print_value(position: &Position, algorithm: Algorithm) -> Result<ExitCode> {
    let solution = tiny::solve(position, algorithm);
    print(format_args!("{}\n{}\n", solution.value, solution.explored))
}

fn print_boards(boards: impl IntoIterator<Item = Position>) -> Result<ExitCode> {
    print(boards.into_iter().map(|board| one_line::digits(&board) + "\n").collect::<String>())
}
