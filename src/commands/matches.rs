//! `reversi match`: plays a match between two agents and shows the results.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
};

use anyhow::{Result, anyhow, bail, ensure};
use clap::Args;

use super::arguments;
use crate::{
    agents::{AgentName, Endgame, game_time},
    endgame::solving_time,
    files::{
        input::{self, Input},
        output::{self, Output},
    },
    games::reversi::{Expression, Position, Size, notation},
    matches::{self, Match, Summary},
    names::{count, duration},
    openings,
    terminal::{clock::Clock, progress::Progress, say, screen},
    threads,
};

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Agent: random, minimax, alphabeta, depth:D, depth:D:EVALUATION, plain:D
    #[arg(value_name = "AGENT")]
    first: String,
    /// The other agent
    #[arg(value_name = "AGENT")]
    second: String,
    /// Name an evaluation, for use in agents and tables
    #[arg(help_heading = "Agents", long, value_name = "NAME=EVALUATION", value_parser = arguments::named_evaluation)]
    eval: Vec<Expression>,
    /// Play this many games, in pairs that swap the sides [default: one pair per start]
    #[arg(long, value_parser = even_number)]
    games: Option<u32>,
    /// Start from the positions in this file [default: 100 balanced openings; on 4x4 and 6x6, the start position]
    #[arg(long, value_name = "FILE", conflicts_with = "size")]
    boards: Option<PathBuf>,
    /// Play on a board with 4, 6 or 8 rows
    #[arg(long, value_parser = arguments::size)]
    size: Option<Size>,
    /// Play perfectly with N empty squares or fewer
    #[arg(help_heading = "Agents", long, value_name = "N", value_parser = arguments::number::<u32>("a number of squares, from 0", ..))]
    endgame: Option<u32>,
    /// Write one row per game; `-`: standard output
    #[arg(help_heading = "Output", long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    output: arguments::Json,
    #[command(flatten)]
    random: arguments::Seed,
    /// Show every time as 0.000
    #[arg(help_heading = "Output", long)]
    no_times: bool,
    /// Play this many games in parallel [default: one per processor]; use 1 for accurate times
    #[arg(long, value_parser = arguments::number::<usize>("a number of threads, at least 1", 1..))]
    threads: Option<usize>,
}

const EXAMPLES: &str = "\
An exact permutation test on the pairs decides whether a difference in points is significant. With 10 or more pairs, \
means have 95 % t-intervals, rounded outwards.

Examples:
  reversi match depth:2 depth:2:pieces --csv games.csv
  reversi match depth:3 'depth:3:weights + 10 mobility' --games 100
  reversi match depth:3 random --games 20 --seed 7";

/// Parses two agents. A text may refer to one of the `evaluations` by name. `empties` and `seed` are the user's values.
/// Returns an error if the user gives an evaluation, an endgame or a seed that neither agent uses.
pub fn agents(
    texts: [&str; 2],
    evaluations: &[Expression],
    empties: Option<u32>,
    seed: Option<u64>,
) -> Result<[AgentName; 2]> {
    let named = |text: &str| {
        let (kind, rest) = text.split_once(':')?;
        let (plies, name) = rest.split_once(':')?;
        let evaluation = evaluations.iter().find(|evaluation| evaluation.to_string() == name)?.clone();
        AgentName::with_limit(kind, plies.parse().ok()?, evaluation)
    };
    let agent = |text: &str| -> Result<AgentName> {
        let agent = named(text).map_or_else(|| text.parse::<AgentName>(), Ok);
        agent.map_err(|error| anyhow!("{text:?} is not an agent: {error}"))
    };
    let [first, second] = texts.map(agent);
    let agents = [first?, second?];
    for name in evaluations.iter().map(ToString::to_string) {
        let is_used = texts.iter().any(|text| text.splitn(3, ':').nth(2) == Some(&name));
        ensure!(is_used, "--eval {name}: neither agent has it; expected an agent such as depth:3:{name}");
    }
    let is_depth_limited = |agent: &AgentName| matches!(agent, AgentName::DepthLimited { .. });
    if let Some(empties) = empties.filter(|_| !agents.iter().any(is_depth_limited)) {
        bail!("--endgame {empties} is for agents depth:D; neither agent is one");
    }
    if let Some(seed) = seed.filter(|_| !agents.iter().any(AgentName::is_random)) {
        bail!("--seed {seed} has no effect: neither agent is random");
    }
    Ok(agents)
}

/// The start positions of games, and a description of them for a sentence.
fn starts(boards: Option<&Path>, size: Size) -> Result<(Vec<Position>, String)> {
    Ok(if let Some(path) = boards {
        let input = Input::read(path, input::LIMIT)?;
        let entries = notation::parse_all(&input.text, &Position::opening(Size::EIGHT));
        let entries = entries.map_err(|problem| input.explain(&problem))?;
        (entries.iter().map(|entry| *entry.content.position()).collect(), format!("starts from {}", path.display()))
    } else if size == Size::EIGHT {
        let openings = openings::balanced().iter().map(|opening| *opening.position()).collect();
        (openings, "balanced openings, which `reversi openings` prints".to_owned())
    } else {
        (vec![Position::opening(size)], format!("start, the opening position of {size}"))
    })
}

fn even_number(text: &str) -> Result<u32, &'static str> {
    let games = text.parse().ok().filter(|games| *games > 0 && games % 2 == 0);
    games.ok_or("expected an even number of games, at least 2: each start is played from both sides")
}

/// A sentence on the starts of a match's pairs.
fn origin(starts: usize, pairs: usize, from: &str) -> String {
    match pairs.min(starts) {
        1 if starts > 1 => format!("The first of {starts} {from}, played from both sides."),
        1 => format!("The match has 1 {from}, played from both sides."),
        played if played < starts => format!("The first {played} of {starts} {from}, each played from both sides."),
        _ => format!("{starts} {from}, each played from both sides."),
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let clock = if arguments.no_times { Clock::Stopped } else { Clock::Running };
    let agents =
        agents([&arguments.first, &arguments.second], &arguments.eval, arguments.endgame, arguments.random.seed)?;
    let inputs: Vec<_> = arguments.boards.iter().map(|path| ("--boards", path.as_path())).collect();
    let outputs: Vec<_> = arguments.csv.iter().map(|path| ("--csv", path.as_path())).collect();
    output::distinct(&inputs, &outputs)?;
    let (starts, from) = starts(arguments.boards.as_deref(), arguments.size.unwrap_or(Size::EIGHT))?;
    for agent in &agents {
        starts.iter().try_for_each(|start| check_time(agent, start))?;
    }
    let (number, repetitions) =
        matches::schedule(starts.len(), arguments.games, agents.iter().any(AgentName::is_random));
    let origin = origin(starts.len(), number, &from);
    tell_time(&agents, arguments.endgame, &starts);
    let at_once = arguments.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let games = 2 * number;
    let seconds = game_time(agents.each_ref().map(AgentName::depth), &starts[0]) * games as f64 / at_once as f64;
    if seconds > 60.0 {
        say(format_args!("{} take about {}", count(games as u64, "game"), duration(seconds)));
    }
    let csv = arguments.csv.as_deref().map(Output::create).transpose()?;
    let contest = Match {
        agents,
        endgame: arguments.endgame.map_or(Endgame::NONE, Endgame::AtMost),
        starts,
        pairs: number,
        seed: arguments.random.seed.unwrap_or_else(rand::random),
    };
    let progress = Progress::of_parts("games", games as u64);
    let pool = threads::pool(arguments.threads.unwrap_or(0))?;
    let pairs = pool.install(|| contest.play(|| progress.advance()));
    drop(progress);
    if let Some(mut output) = csv {
        matches::write_games(&contest, &pairs, clock, &mut output)?;
        output.commit()?;
    }
    let endgame =
        arguments.endgame.map(|empties| format!("With {empties} empty squares or fewer, both agents play perfectly."));
    let notes: Vec<String> = [origin].into_iter().chain(endgame).chain(repetitions).collect();
    let summary = Summary::of(&contest, &pairs, clock, &notes);
    let is_taken = arguments.csv.as_deref() == Some(Path::new("-"));
    let mut output: Box<dyn Write> = if is_taken { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    if arguments.output.json {
        writeln!(output, "{}", serde_json::to_string_pretty(&summary)?)?;
    } else {
        let width = if is_taken { screen::width(io::stderr()) } else { screen::width(io::stdout()) };
        write!(output, "{}", screen::fit(&summary.to_string(), width))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the time for the first proved move of a game, if the time is long.
pub fn tell_time(agents: &[AgentName], endgame: Option<u32>, starts: &[Position]) {
    let plays_it = agents.iter().any(|agent| matches!(agent, AgentName::DepthLimited { .. }));
    let Some(begins) = endgame.filter(|_| plays_it) else { return };
    let empties = starts.iter().map(|start| start.empty().len().min(begins)).max().unwrap_or(0);
    if let Some(time) = solving_time(empties) {
        say(format_args!("--endgame {begins}: {time} for the first move that is proved, in each game"));
    }
}

/// Refuses an agent that would take too long, because a match cannot ask the user for another agent.
pub fn check_time(agent: &AgentName, position: &Position) -> Result<()> {
    match agent.takes_too_long(position) {
        Some(estimate) => bail!("{agent} would take too long; expected random or depth:D. {estimate}"),
        None => Ok(()),
    }
}
