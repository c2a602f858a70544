//! `reversi tiny`: solves Reversi Tiny, the 4x4 game, to the end.

use std::process::ExitCode;

use anyhow::{Context as _, Error, Result};
use clap::Args;

use super::{arguments, print};
use crate::{
    answers::{self, Flag, Request},
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
    #[arg(value_parser = arguments::explained(Flag::ALL, Flag::name, QUESTIONS))]
    flag: Flag,
    /// Player to move: 1 = dark (MAX), 2 = light (MIN)
    #[arg(value_parser = player)]
    player: Color,
    /// The 16 squares in reading order: 0 = empty, 1 = dark, 2 = light
    board: String,
}

const QUESTIONS: [&str; 6] = [
    "Every successor board, in reading order of the new piece",
    "`non-terminal`, or the terminal value: 1 = dark has more, -1 = light, 0 = tie",
    "The game-theoretic value, and the number of states explored by minimax",
    "The board after the best move: the first successor with the minimax value",
    "The same as 300, by alpha-beta",
    "The same as 400, by alpha-beta",
];

fn player(digit: &str) -> Result<Color, &'static str> {
    Alphabet::DIGITS.color(digit).ok_or("expected 1 or 2")
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let board = one_line::parse_digits(&arguments.board)
        .map_err(|problem| Error::msg(problem.explain("BOARD", &arguments.board)))?;
    let request = Request::Tiny { flag: arguments.flag, position: board.with_side_to_move(arguments.player) };
    if arguments.all {
        return print(answers::table_of_moves(&request).context("--all is for 300 to 600, which search")?);
    }
    print(request.answer(&mut |_| ())?)
}
