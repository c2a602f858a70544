//! `reversi play --agents`: a match between two agents, and what it says about them.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Result, bail};
use clap::Args;

use super::arguments;
use crate::{
    agents::{AgentName, Endgame},
    files::{
        input::{self, Input},
        output::{self, Output},
    },
    games::reversi::{EvaluationName, Position, Size, notation, parse_weights},
    matches::{self, ByContestant, Match, Schedule, Summary},
    openings,
    terminal::{clock::Clock, progress::Progress},
    threads,
};

/// Who plays whom, and from where.
#[derive(Debug, Args)]
#[command(next_help_heading = "Matches")]
#[group(skip)] // the arguments of `reversi play` around these have the group of this name
pub struct Arguments {
    /// Let two agents play each other, and show a table: random, minimax, alphabeta, depth:D (D plies ahead by positional
    /// weights), depth:D:pieces (by the difference of discs), depth:D:FILE.csv (by other weights: 8 rows of 8)
    #[arg(long, value_name = "A,B", value_parser = agents, conflicts_with_all = ["opponent", "depth", "reply"])]
    agents: Option<[AgentName; 2]>,
    /// Show one game between them in place of a table, A with the dark discs
    #[arg(long, requires = "agents", conflicts_with_all = ["games", "boards", "csv", "json", "threads"])]
    pub watch: bool,
    /// Play so many games, in pairs: both from one start, the agents changing sides; one pair for each start unless given
    #[arg(long, value_parser = arguments::number::<u32>("a number of games, at least 1", 1..), requires = "agents")]
    games: Option<u32>,
    /// The positions they start from; unless given the balanced openings of `reversi openings`, or on smaller boards the
    /// opening position. In any notation of `reversi board`, for most a line each
    #[arg(long, value_name = "FILE", requires = "agents", conflicts_with = "size")]
    boards: Option<PathBuf>,
    /// Have them play perfectly with N empty squares or fewer; unless given they play at their depth to the end
    #[arg(long, value_name = "N", value_parser = arguments::number::<u32>("a number of squares, from 0", ..), requires = "agents")]
    endgame: Option<u32>,
    /// Write a row for each game: start, winner, discs, moves, and the nodes and seconds of each side; with `-` on standard
    /// output, and the table on standard error
    #[arg(long, value_name = "FILE.csv", requires = "agents")]
    csv: Option<PathBuf>,
    /// Print the results as JSON in place of the table
    #[arg(long, requires = "agents")]
    json: bool,
    /// Play so many games at a time, as many as there are processors unless given; with 1 none takes another's time
    #[arg(long, value_parser = arguments::number::<usize>("a number of threads, at least 1", 1..), requires = "agents")]
    threads: Option<usize>,
}

fn agents(names: &str) -> Result<[AgentName; 2], String> {
    let (first, second) = names.split_once(',').ok_or("expected two agents with a comma between them")?;
    Ok([agent(first)?, agent(second)?])
}

/// An agent by name, or `depth:D:FILE.csv` with the weights of a file.
pub fn agent(name: &str) -> Result<AgentName, String> {
    if let Some((plies, path)) = name.strip_prefix("depth:").and_then(|rest| rest.split_once(':'))
        && let Ok(depth) = plies.parse()
        && Path::new(path).extension().is_some_and(|extension| extension == "csv")
    {
        let input = Input::read(path.as_ref(), input::LIMIT).map_err(|error| format!("{error:#}"))?;
        let weights = parse_weights(&input.text).map_err(|problem| input.explain(&problem).to_string())?;
        let evaluation = EvaluationName::Table { name: path.to_owned(), weights: weights.into() };
        return Ok(AgentName::DepthLimited { depth, evaluation, endgame: Endgame::NONE });
    }
    name.parse().map_err(|error| format!("{name:?} is no agent: {error}"))
}

impl Arguments {
    /// The agents, where two are to play each other.
    pub fn agents(&self) -> Option<[AgentName; 2]> {
        let endgame = self.endgame.map_or(Endgame::NONE, Endgame::AtMost);
        self.agents.clone().map(|agents| agents.map(|agent| agent.with_endgame(endgame)))
    }

    /// The positions that the games start from, and where those come from.
    fn starts(&self, size: Size) -> Result<(Vec<Position>, String)> {
        if let Some(path) = &self.boards {
            let input = Input::read(path, input::LIMIT)?;
            let entries = notation::parse_all(&input.text, &Position::opening(Size::EIGHT));
            let entries = entries.map_err(|problem| input.explain(&problem))?;
            let starts: Vec<_> = entries.iter().map(|entry| *entry.given.position()).collect();
            let count = starts.len();
            Ok((starts, format!("{count} starts from {}, each played from both sides.", path.display())))
        } else if size == Size::EIGHT {
            let starts: Vec<_> = openings::balanced().iter().map(|opening| *opening.position()).collect();
            let count = starts.len();
            Ok((
                starts,
                format!("{count} balanced openings, which `reversi openings` prints, each played from both sides."),
            ))
        } else {
            Ok((vec![Position::opening(size)], format!("The opening position of {size}, played from both sides.")))
        }
    }
}

/// Plays a match, and shows the results.
///
/// # Errors
/// Wrong usage, and files that cannot be read or written.
pub fn run(arguments: &Arguments, agents: [AgentName; 2], size: Size, clock: Clock, seed: u64) -> Result<ExitCode> {
    let inputs: Vec<_> = arguments.boards.iter().map(|path| ("--boards", path.as_path())).collect();
    let outputs: Vec<_> = arguments.csv.iter().map(|path| ("--csv", path.as_path())).collect();
    output::distinct(&inputs, &outputs)?;
    let (starts, origin) = arguments.starts(size)?;
    for agent in &agents {
        starts.iter().try_for_each(|start| check_time(agent, start))?;
    }
    let schedule = Schedule::new(starts.len(), arguments.games, agents.iter().any(AgentName::is_random));
    let csv = arguments.csv.as_deref().map(Output::create).transpose()?;
    let contest = Match { agents: ByContestant(agents), starts, pairs: schedule.pairs, seed };
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

/// With nobody there to be asked, an agent that takes too long is wrong usage.
pub fn check_time(agent: &AgentName, position: &Position) -> Result<()> {
    match agent.takes_too_long(position) {
        Some(estimate) => bail!("--agents: {agent} would take too long; expected random or depth:D. {estimate}"),
        None => Ok(()),
    }
}
