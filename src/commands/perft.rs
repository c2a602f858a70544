//! `reversi perft`: counts the leaves of the game tree to check the move generator.

use std::{
    io::{self, Write as _},
    process::ExitCode,
    time::Instant,
};

use anyhow::Result;
use clap::Args;

use super::{arguments, position};
use crate::{
    game::perft,
    games::reversi::{Pass, Position, Size},
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  reversi perft 5 --size 6")]
pub struct Arguments {
    /// Number of plies
    #[arg(allow_negative_numbers = true, value_parser = arguments::number::<u32>("a number of plies, at least 1", 1..))]
    depth: u32,
    /// Count on a board with 4 to 8 rows
    #[arg(long, value_parser = size, conflicts_with = "input")]
    size: Option<Size>,
    /// Start from this position (see `reversi help notations`)
    #[arg(short, long, value_name = "POSITION", allow_hyphen_values = true)]
    input: Option<String>,
}

fn size(rows: &str) -> Result<Size, String> {
    let size = rows.parse().ok().and_then(Size::new).filter(|&size| size >= Size::FOUR);
    size.ok_or_else(|| "expected a number of rows from 4 to 8".to_owned())
}

/// Prints a line for each depth: depth, leaves, seconds, leaves per second.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let position = match &arguments.input {
        None => Position::opening(arguments.size.unwrap_or(Size::EIGHT)),
        Some(text) => position::read(text, "POSITION")?,
    };
    let mut output = io::stdout().lock();
    writeln!(output, "depth         leaves    seconds   leaves/second")?;
    for depth in 1..=arguments.depth {
        let start = Instant::now();
        let leaves = perft(&Pass(position), depth);
        let seconds = start.elapsed().as_secs_f64();
        let rate = leaves as f64 / seconds;
        writeln!(output, "{depth:5} {leaves:14} {seconds:10.3} {rate:15.0}")?;
    }
    Ok(ExitCode::SUCCESS)
}
