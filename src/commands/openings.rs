//! `reversi openings`: lists the built-in balanced openings, or generates new openings.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::{Result, ensure};
use clap::Args;

use super::{arguments, print};
use crate::{
    game::Depth,
    openings::{self, Selection},
    threads,
};

#[derive(Debug, Args)]
#[command(after_help = EXPLANATION)]
pub struct Arguments {
    /// Generate this many new openings from random games, instead of listing the built-in ones
    #[arg(long, value_parser = arguments::number::<u32>("a number of openings, at least 1", 1..))]
    count: Option<u32>,
    /// Make this many moves per opening, an even number
    #[arg(long, value_parser = even, default_value = "8", requires = "count")]
    plies: u32,
    /// Evaluate openings by a search of this depth
    #[arg(long, default_value = "12", requires = "count")]
    depth: Depth,
    /// Accept openings with a value from -N to N; a corner counts 99
    #[arg(long, value_name = "N", value_parser = arguments::number::<u32>("a value, from 0", ..), default_value = "2", allow_negative_numbers = true, requires = "count")]
    within: u32,
    /// Use this seed for the random games; the same seed gives the same games
    #[arg(long, default_value = "1", allow_negative_numbers = true, value_parser = arguments::number::<u64>("a whole number, from 0", ..), requires = "count")]
    seed: u64,
}

const EXPLANATION: &str = "\
An opening is a sequence of moves from the start of the 8x8 game, such as f5d6c3d3c4f4e3e6. Two openings never lead to \
the same position, even if the board is turned or mirrored. Without arguments, `openings` prints the openings of \
`reversi match`, which come from `reversi openings --count 100`.

The value of an opening is the mean of two searches with positional weights. A search favours the player \
who moves last, so the depth of the second search is one ply smaller.

Example:
  reversi openings --plies 6 --count 3 --depth 6 --within 5 > openings.txt";

fn even(plies: &str) -> Result<u32, &'static str> {
    let plies = plies.parse().ok().filter(|plies| (2..=40).contains(plies) && plies % 2 == 0);
    plies.ok_or("expected an even number from 2 to 40")
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let &Arguments { count, plies, depth, within, seed } = arguments;
    let Some(count) = count else {
        let lines: Vec<String> = openings::balanced().iter().map(ToString::to_string).collect();
        return print(lines.join("\n") + "\n");
    };
    threads::start_common_pool()?;
    let mut output = io::stdout().lock();
    let mut found = 0;
    for opening in (Selection { plies, depth, within, seed }).openings().take(count as usize) {
        writeln!(output, "{opening}")?;
        found += 1;
    }
    ensure!(
        found == count,
        "random games of {plies} plies lead to only {found} openings with an advantage of {within} or less, not to {count}; \
         use more plies or a larger --within"
    );
    Ok(ExitCode::SUCCESS)
}
