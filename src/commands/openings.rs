//! `reversi openings`: lists the built-in balanced openings.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use super::print;
use crate::openings;

#[derive(Debug, Args)]
#[command(after_help = "\
An opening is a sequence of moves from the start position of the 8x8 game, such as f5d6c3d3c4f4e3e6. No two of the 100 \
openings lead to the same position, even if the board is turned or mirrored. `reversi match` and `reversi report` use \
them.

Each opening is searched at two depths, 11 and 12: with one depth alone, the player who moves last looks better. The mean \
of the two values is at most 2 for either player. A disc on a corner counts 99.

Example:
  reversi openings > openings.txt")]
pub struct Arguments {}

pub fn run(_: &Arguments) -> Result<ExitCode> {
    let lines: Vec<String> = openings::balanced().iter().map(ToString::to_string).collect();
    print(lines.join("\n") + "\n")
}
