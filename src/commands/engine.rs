//! `reversi engine`: runs an agent of this program under the referee of another framework.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;

use super::{arguments, matches};
use crate::{
    agents::AgentName,
    games::reversi::{Color, Position, Size, sides},
    tournament::protocols::{CodecName, Engine},
};

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Use this protocol
    #[arg(long, value_parser = arguments::named(CodecName::ALL, CodecName::name))]
    protocol: CodecName,
    /// Let this agent choose the moves: random, minimax, alphabeta, depth:D, depth:D:EVALUATION
    #[arg(long, value_name = "AGENT")]
    agent: AgentName,
    /// Set the seed of a random agent [default: a new one]
    #[arg(long, allow_negative_numbers = true, value_parser = arguments::number::<u64>("a whole number, from 0", ..))]
    seed: Option<u64>,
    /// Play this color: Black or White (the framework of caltech adds this argument)
    #[arg(value_parser = color)]
    color: Option<Color>,
}

const EXAMPLES: &str = "\
The engine reads standard input and writes standard output. gtp knows boards of 4x4, 6x6 and 8x8. The search passes as \
in `reversi match`.

Examples:
  reversi engine --protocol gtp --agent depth:4
  reversi engine --protocol caltech --agent depth:3 Black";

fn color(name: &str) -> Result<Color, &'static str> {
    sides::read(name).ok_or("expected Black or White")
}

/// Plays until the referee closes standard input.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { protocol, agent, seed, color } = arguments;
    if let Some(color) = color.filter(|_| *protocol != CodecName::Caltech) {
        bail!("the color {color} is for the protocol caltech; {protocol} tells its agents their color");
    }
    if let Some(seed) = seed.filter(|_| !agent.is_random()) {
        bail!("--seed {seed} is for random agents; {agent} is not random");
    }
    if *protocol != CodecName::Gtp {
        matches::check_time(agent, &Position::opening(Size::EIGHT))?;
    }
    let mut engine = Engine::new(agent.clone(), seed.unwrap_or_else(rand::random));
    protocol.codec().play(&mut engine, *color)?;
    Ok(ExitCode::SUCCESS)
}
