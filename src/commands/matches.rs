//! `reversi match`: a match between two agents, and what it says about them.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Result, anyhow, bail, ensure};
use clap::Args;

use super::{arguments, play};
use crate::{
    agents::{AgentName, Endgame},
    endgame::SolvingTime,
    files::{
        input::{self, Input},
        output::{self, Output},
    },
    games::reversi::{Expression, Position, Size, notation},
    matches::{self, ByContestant, Match, Schedule, Summary},
    openings,
    terminal::{clock::Clock, progress::Progress, say},
    threads,
};

/// Two agents, and the positions from which they play.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// An agent: random, minimax, alphabeta, depth:D (D plies ahead by positional weights), depth:D:EVALUATION (pieces,
    /// 'weights + 10 mobility', FILE.csv, a name that --eval gives)
    #[arg(value_name = "AGENT")]
    first: String,
    /// The other agent
    #[arg(value_name = "AGENT")]
    second: String,
    /// Call an evaluation by a name, which agents can have in its place, and tables have
    #[arg(long, value_name = "NAME=EVALUATION", value_parser = arguments::named_evaluation)]
    eval: Vec<Expression>,
    /// Play so many games, in pairs: both from one start, the agents changing sides; one pair for each start unless
    /// given
    #[arg(long, value_parser = arguments::number::<u32>("a number of games, at least 1", 1..))]
    games: Option<u32>,
    /// The positions they start from; unless given the balanced openings of `reversi openings`, or on smaller boards
    /// the opening position. In any notation of `reversi board`, for most a line each
    #[arg(long, value_name = "FILE", conflicts_with = "size")]
    boards: Option<PathBuf>,
    /// The board's number of rows: 4, 6 or 8
    #[arg(long, value_parser = play::size)]
    size: Option<Size>,
    /// Have them play perfectly with N empty squares or fewer; unless given they play at their depth to the end
    #[arg(long, value_name = "N", value_parser = arguments::number::<u32>("a number of squares, from 0", ..))]
    endgame: Option<u32>,
    /// Write a row for each game: start, winner, discs, moves, and the nodes and seconds of each side; with `-` on
    /// standard output, and the table on standard error
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Print the results as JSON in place of the table
    #[arg(long)]
    json: bool,
    /// The seed of random agents: the same seed, the same moves
    #[arg(long, allow_negative_numbers = true, value_parser = arguments::number::<u64>("a whole number, from 0", ..))]
    seed: Option<u64>,
    /// Show every time as 0.000
    #[arg(long)]
    no_times: bool,
    /// Play so many games at a time, as many as there are processors unless given; with 1 none takes another's time
    #[arg(long, value_parser = arguments::number::<usize>("a number of threads, at least 1", 1..))]
    threads: Option<usize>,
}

const EXAMPLES: &str = "\
Whether a difference in points could be chance is said by an exact permutation test on the pairs. From 10 pairs on, \
means have t-intervals of 95 %, rounded outwards.

Examples:
  reversi match depth:2 depth:2:pieces --csv games.csv
  reversi match depth:3 'depth:3:weights + 10 mobility' --games 100
  reversi match depth:3 random --games 20 --seed 7";

/// The agents of two texts. A text may call its evaluation by the name of one of the `evaluations`. `empties` and `seed`
/// are those given for them, if any.
///
/// # Errors
/// What is no agent, and an evaluation, an endgame or a seed that neither of the two uses.
pub fn agents(
    texts: [&str; 2],
    evaluations: &[Expression],
    empties: Option<u32>,
    seed: Option<u64>,
) -> Result<[AgentName; 2]> {
    let named = |(plies, name): (&str, &str)| {
        let evaluation = evaluations.iter().find(|evaluation| evaluation.to_string() == name)?.clone();
        Some(AgentName::DepthLimited { depth: plies.parse().ok()?, evaluation })
    };
    let agent = |text: &str| -> Result<AgentName> {
        let named = text.strip_prefix("depth:").and_then(|rest| rest.split_once(':')).and_then(named);
        let agent = named.map_or_else(|| text.parse::<AgentName>(), Ok);
        agent.map_err(|error| anyhow!("{text:?} is no agent: {error}"))
    };
    let [first, second] = texts.map(agent);
    let agents = [first?, second?];
    for name in evaluations.iter().map(ToString::to_string) {
        let is_used = texts
            .iter()
            .any(|text| text.strip_prefix("depth:").is_some_and(|rest| rest.ends_with(&format!(":{name}"))));
        ensure!(is_used, "--eval {name}: neither agent has it; expected an agent such as depth:3:{name}");
    }
    let is_depth_limited = |agent: &AgentName| matches!(agent, AgentName::DepthLimited { .. });
    if let Some(empties) = empties.filter(|_| !agents.iter().any(is_depth_limited)) {
        bail!("--endgame {empties} is for agents depth:D; neither agent is one");
    }
    if let Some(seed) = seed.filter(|_| !agents.iter().any(AgentName::is_random)) {
        bail!("--seed {seed} is for random agents; neither agent is random");
    }
    Ok(agents)
}

/// The positions that games may start from, and what they are called in a sentence.
fn starts(boards: Option<&Path>, size: Size) -> Result<(Vec<Position>, String)> {
    Ok(if let Some(path) = boards {
        let input = Input::read(path, input::LIMIT)?;
        let entries = notation::parse_all(&input.text, &Position::opening(Size::EIGHT));
        let entries = entries.map_err(|problem| input.explain(&problem))?;
        (entries.iter().map(|entry| *entry.given.position()).collect(), format!("starts from {}", path.display()))
    } else if size == Size::EIGHT {
        let openings = openings::balanced().iter().map(|opening| *opening.position()).collect();
        (openings, "balanced openings, which `reversi openings` prints".to_owned())
    } else {
        (vec![Position::opening(size)], format!("start, the opening position of {size}"))
    })
}

/// Which of the starts the pairs of a match are played from, as a sentence.
fn origin(starts: usize, pairs: usize, from: &str) -> String {
    match pairs.min(starts) {
        1 if starts > 1 => format!("The first of {starts} {from}, played from both sides."),
        1 => format!("1 {from}, played from both sides."),
        played if played < starts => format!("The first {played} of {starts} {from}, each played from both sides."),
        _ => format!("{starts} {from}, each played from both sides."),
    }
}

/// Plays a match, and shows the results.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let clock = if arguments.no_times { Clock::Stopped } else { Clock::Running };
    let agents = agents([&arguments.first, &arguments.second], &arguments.eval, arguments.endgame, arguments.seed)?;
    let inputs: Vec<_> = arguments.boards.iter().map(|path| ("--boards", path.as_path())).collect();
    let outputs: Vec<_> = arguments.csv.iter().map(|path| ("--csv", path.as_path())).collect();
    output::distinct(&inputs, &outputs)?;
    let (starts, from) = starts(arguments.boards.as_deref(), arguments.size.unwrap_or(Size::EIGHT))?;
    for agent in &agents {
        starts.iter().try_for_each(|start| check_time(agent, start))?;
    }
    let schedule = Schedule::new(starts.len(), arguments.games, agents.iter().any(AgentName::is_random));
    let origin = origin(starts.len(), schedule.pairs, &from);
    tell_time(&agents, arguments.endgame, &starts);
    let csv = arguments.csv.as_deref().map(Output::create).transpose()?;
    let contest = Match {
        agents: ByContestant(agents),
        endgame: arguments.endgame.map_or(Endgame::NONE, Endgame::AtMost),
        starts,
        pairs: schedule.pairs,
        seed: arguments.seed.unwrap_or_else(rand::random),
    };
    let progress = Progress::of_parts("games", 2 * schedule.pairs as u64);
    let pool = threads::pool(arguments.threads.unwrap_or(0))?;
    let pairs = pool.install(|| contest.play(|| progress.advance()));
    drop(progress);
    if let Some(mut output) = csv {
        matches::write_games(&contest, &pairs, clock, &mut output)?;
        output.commit()?;
    }
    let endgame =
        arguments.endgame.map(|empties| format!("With {empties} empty squares or fewer they play perfectly."));
    let notes: Vec<String> = [origin].into_iter().chain(endgame).chain(schedule.notes).collect();
    let summary = Summary::of(&contest, &pairs, clock, &notes);
    let is_taken = arguments.csv.as_deref() == Some(Path::new("-"));
    let mut output: Box<dyn Write> = if is_taken { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    if arguments.json {
        writeln!(output, "{}", serde_json::to_string_pretty(&summary)?)?;
    } else {
        write!(output, "{summary}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Says how long the first move of a game takes that is to be proved, where that is long: on a board of 8x8, with as many
/// empty squares as the endgame begins with.
pub fn tell_time(agents: &[AgentName], endgame: Option<u32>, starts: &[Position]) {
    let plays_it = agents.iter().any(|agent| matches!(agent, AgentName::DepthLimited { .. }));
    let Some(begins) = endgame.filter(|_| plays_it) else { return };
    let on_eight = starts.iter().filter(|start| start.size() == Size::EIGHT);
    let empties = on_eight.map(|start| start.empty().len().min(begins)).max().unwrap_or(0);
    if let Some(time) = SolvingTime::of(empties, 1) {
        say(format_args!("--endgame {begins}: {time} for the first move that is proved, in each game"));
    }
}

/// Refuses an agent that would take too long: nothing can be asked in the middle of a match.
pub fn check_time(agent: &AgentName, position: &Position) -> Result<()> {
    match agent.takes_too_long(position) {
        Some(estimate) => bail!("{agent} would take too long; expected random or depth:D. {estimate}"),
        None => Ok(()),
    }
}
