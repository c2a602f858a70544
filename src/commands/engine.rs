//! `reversi engine`: runs an agent of this program under the referee of another framework.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;

use super::{arguments, position};
use crate::{
    agents::AgentName,
    games::reversi::{Position, Size},
    tournament::protocols::{Engine, gtp},
};

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Let this agent choose the moves: random, minimax, alphabeta, depth:D, depth:D:EVALUATION
    #[arg(long, value_name = "AGENT")]
    agent: AgentName,
    #[command(flatten)]
    random: arguments::Seed,
    /// Start each game here: a file, `-` or text [default: the opening]
    #[arg(short, long, value_name = "POSITION")]
    input: Option<String>,
}

const EXAMPLES: &str = "\
The engine speaks the Go Text Protocol (GTP) on standard input and standard output. It knows boards of 4x4, 6x6 and 8x8. \
A player without a legal move passes, also inside the search.

Example:
  reversi engine --agent depth:4";

/// Plays until the referee closes standard input.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { agent, random: arguments::Seed { seed }, input } = arguments;
    if let Some(seed) = seed.filter(|_| !agent.is_random()) {
        bail!("--seed {seed} is for random agents; {agent} is not random");
    }
    let opening = Position::opening(Size::EIGHT);
    let start = input.as_ref().map_or(Ok(opening), |text| position::read(text, "-i", Size::EIGHT))?;
    gtp::play(&mut Engine::new(agent.clone(), seed.unwrap_or_else(rand::random)), start)?;
    Ok(ExitCode::SUCCESS)
}
