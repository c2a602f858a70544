//! `reversi play --agents`: a match between two agents, and what it says about them.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result, bail};
use clap::Args;

use super::arguments;
use crate::{
    agents::{AgentName, Endgame, ParseAgentError},
    files::{
        input::{self, Input},
        output::{self, Output},
    },
    game::Depth,
    games::reversi::{Expression, Position, Size, notation},
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
    /// weights), depth:D:EVALUATION (pieces, 'weights + 10 mobility', FILE.csv, a name that --eval gives)
    #[arg(long, value_name = "A,B", value_parser = agents, conflicts_with_all = ["opponent", "depth", "reply"])]
    agents: Option<[AgentArgument; 2]>,
    /// Call an evaluation by a name, which agents can have in its place
    #[arg(long, value_name = "NAME=EVALUATION", value_parser = arguments::named_evaluation, requires = "agents")]
    eval: Vec<Expression>,
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

/// An agent as an argument names it: by its name in full, or by `depth:D:NAME` with the name of an evaluation that another
/// argument gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentArgument {
    /// An agent by its name in full.
    Agent(AgentName),
    /// An agent whose evaluation is given elsewhere.
    Named {
        /// How far it looks ahead.
        depth: Depth,
        /// What its evaluation is called.
        name: String,
        /// Why the name is no evaluation itself.
        problem: String,
    },
}

impl AgentArgument {
    /// Reads an agent.
    ///
    /// # Errors
    /// That a text names no agent, and cannot do so whatever names are given.
    pub fn parse(text: &str) -> Result<Self, String> {
        text.parse().map(Self::Agent).or_else(|error: ParseAgentError| {
            let problem = format!("{text:?} is no agent: {error}");
            let parts = text.strip_prefix("depth:").and_then(|rest| rest.split_once(':'));
            match parts.map(|(plies, name)| (plies.parse(), name)) {
                Some((Ok(depth), name)) if arguments::is_name(name) => {
                    Ok(Self::Named { depth, name: name.to_owned(), problem })
                }
                _ => Err(problem),
            }
        })
    }

    /// The agent, with the evaluations that have names.
    ///
    /// # Errors
    /// That no evaluation has the name.
    pub fn agent(self, evaluations: &[Expression]) -> Result<AgentName> {
        match self {
            Self::Agent(agent) => Ok(agent),
            Self::Named { depth, name, problem } => {
                let evaluation = evaluations.iter().find(|evaluation| evaluation.to_string() == name);
                let evaluation = evaluation.with_context(|| format!("{problem}, or --eval {name}=EVALUATION"))?.clone();
                Ok(AgentName::DepthLimited { depth, evaluation, endgame: Endgame::NONE })
            }
        }
    }
}

/// Two agents with a comma between them.
fn agents(names: &str) -> Result<[AgentArgument; 2], String> {
    let mut is_quoted = false;
    let is_comma = |letter: char| {
        is_quoted ^= letter == '"';
        letter == ',' && !is_quoted
    };
    let comma = names.find(is_comma).ok_or("expected two agents with a comma between them")?;
    Ok([AgentArgument::parse(&names[..comma])?, AgentArgument::parse(&names[comma + 1..])?])
}

impl Arguments {
    /// The agents, where two are to play each other.
    ///
    /// # Errors
    /// The name of an evaluation that is not given.
    pub fn agents(&self) -> Result<Option<[AgentName; 2]>> {
        let endgame = self.endgame.map_or(Endgame::NONE, Endgame::AtMost);
        let Some([first, second]) = self.agents.clone() else { return Ok(None) };
        let [first, second] = [first.agent(&self.eval)?, second.agent(&self.eval)?];
        Ok(Some([first.with_endgame(endgame), second.with_endgame(endgame)]))
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
