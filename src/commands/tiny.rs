//! `reversi tiny`: solves Reversi Tiny, the 4x4 game, to the end.

use std::process::ExitCode;

use anyhow::{Context as _, Error, Result};
use clap::{Args, ValueEnum};

use super::print;
use crate::{
    answers::{self, Request},
    games::reversi::{Color, one_line, text::Alphabet},
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
    /// Show every move with its value (300 to 600)
    #[arg(long)]
    all: bool,
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
    /// The board after the best move: the first successor with the minimax value
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
    let request = Request::Tiny { flag: arguments.flag.into(), position: board.with_side_to_move(arguments.player) };
    if arguments.all {
        return print(answers::table_of_moves(&request).context("--all is for 300 to 600, which search")?);
    }
    print(request.answer(&mut |_| ())?)
}

impl From<Flag> for answers::Flag {
    fn from(flag: Flag) -> Self {
        match flag {
            Flag::Successors => Self::Successors,
            Flag::TerminalValue => Self::TerminalValue,
            Flag::Minimax => Self::Minimax,
            Flag::MinimaxMove => Self::MinimaxMove,
            Flag::AlphaBeta => Self::AlphaBeta,
            Flag::AlphaBetaMove => Self::AlphaBetaMove,
        }
    }
}
