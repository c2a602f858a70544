//! `reversi play`: Reversi on 4x4, 6x6 and 8x8, between persons and agents, and tournaments of agents.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use anstream::ColorChoice;
use anyhow::{Result, bail};
use clap::{
    Args, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use indicatif::ProgressBar;

use crate::{
    agents::AgentName,
    files::{
        input::{self, Input},
        output::{self, Output},
    },
    game::Depth,
    games::reversi::{ByColor, Color, EvaluationName, Position, Record, Size, notation, parse_weights},
    matches::{self, Summary, Tournament, parse_starts},
    play::{Answers, Console, Exit, Opponent, Player, ScriptedMoves, Session, Settings},
    search::Algorithm,
    terminal::{clock::Clock, interrupt, modes::Terminal},
};

/// Who plays, where, and how.
///
/// Whatever no flag says is asked for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The board's number of rows: 4, 6 or 8
    #[arg(long, value_parser = size)]
    size: Option<Size>,
    /// Who plays the other side
    #[arg(long, value_parser = opponent())]
    opponent: Option<Opponent>,
    /// The plies that a depth-limited opponent looks ahead
    #[arg(long)]
    depth: Option<Depth>,
    /// x or o: your discs, DARK or LIGHT. auto, always or never: colours on the screen. May be given twice
    #[arg(long, value_name = "x|o|auto|always|never", hide_possible_values = true)]
    color: Vec<ColorArgument>,
    /// The seed of random agents: the same seed, the same moves
    #[arg(long)]
    seed: Option<u64>,
    /// Play on from the moves in a file, `d3c5...`, as `save` writes them
    #[arg(long, value_name = "FILE", requires = "size")]
    load: Option<PathBuf>,
    /// Wait so long before showing an agent's move
    #[arg(long, value_name = "SECONDS", value_parser = delay, default_value = "0", hide_default_value = true)]
    delay: Duration,
    /// Show every time as 0.000
    #[arg(long)]
    no_times: bool,
    /// Show what is read, as a terminal does
    #[arg(long)]
    echo: bool,
    /// Moves that the agent makes in place of its own, in order: a1,pass,d3
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    reply: ScriptedMoves,
    /// Let two agents play, the first with the dark discs: random, minimax, alphabeta, depth:D (D plies ahead by
    /// positional weights), depth:D:pieces (by the difference of discs), depth:D:FILE.csv (by other weights: 8 rows of 8)
    #[arg(long, value_name = "A,B", value_parser = agents, conflicts_with_all = ["opponent", "depth", "reply"])]
    agents: Option<[AgentName; 2]>,
    /// Let them play so many games, sides alternating, and show a table
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..), requires = "agents", conflicts_with_all = ["load", "delay"])]
    games: Option<u32>,
    /// The positions they start from, each for two games, in place of the opening; a line holds a board and the side
    /// to move: `..../.WB./.BW./.... x`
    #[arg(long, value_name = "FILE", requires = "games", conflicts_with = "size")]
    boards: Option<PathBuf>,
    /// Write a row for each game: winner, discs, moves, and the nodes and seconds of each side
    #[arg(long, value_name = "FILE.csv", requires = "games")]
    csv: Option<PathBuf>,
    /// Play so many games at a time; as many as there are processors unless given
    #[arg(long, requires = "games")]
    threads: Option<usize>,
}

const EXAMPLES: &str = "\
What no flag says is asked for.

Examples:
  reversi play
  reversi play --size 8 --opponent depth --depth 6 --color x
  reversi play --size 4 --agents alphabeta,random --seed 1
  reversi play --size 8 --agents depth:4,depth:4:pieces --games 2 --csv games.csv";

/// A side, or whether the screen has colours: both are asked for as `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ColorArgument {
    X,
    O,
    Auto,
    Always,
    Never,
}

impl ColorArgument {
    const fn side(self) -> Option<Color> {
        match self {
            Self::X => Some(Color::Black),
            Self::O => Some(Color::White),
            Self::Auto | Self::Always | Self::Never => None,
        }
    }

    const fn choice(self) -> Option<ColorChoice> {
        match self {
            Self::Auto => Some(ColorChoice::Auto),
            Self::Always => Some(ColorChoice::Always),
            Self::Never => Some(ColorChoice::Never),
            Self::X | Self::O => None,
        }
    }
}

/// Reads who plays the other side.
fn opponent() -> impl TypedValueParser<Value = Opponent> {
    let value = |name: &'static str, help: &'static str| PossibleValue::new(name).help(help);
    PossibleValuesParser::new([
        value("random", "An agent that plays randomly"),
        value("minimax", "Perfect play by minimax (4x4)"),
        value("alphabeta", "Perfect play by alpha-beta (4x4)"),
        value("depth", "Alpha-beta to a depth, with an evaluation"),
        value("person", "Another person, in turn"),
    ])
    .map(|name| match name.as_str() {
        "random" => Opponent::Random,
        "minimax" => Opponent::Full(Algorithm::Minimax),
        "alphabeta" => Opponent::Full(Algorithm::AlphaBeta),
        "depth" => Opponent::Depth,
        _ => Opponent::Person,
    })
}

fn size(rows: &str) -> Result<Size, String> {
    let rows = rows.parse().ok().filter(|rows| [4, 6, 8].contains(rows));
    rows.and_then(Size::new).ok_or_else(|| "expected 4, 6 or 8".to_owned())
}

fn delay(seconds: &str) -> Result<Duration, String> {
    let delay = seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    delay.ok_or_else(|| "expected a number of seconds, such as 0.5".to_owned())
}

fn agents(names: &str) -> Result<[AgentName; 2], String> {
    let (first, second) = names.split_once(',').ok_or("expected two agents with a comma between them")?;
    Ok([agent(first)?, agent(second)?])
}

/// An agent by name, or `depth:D:FILE.csv` with the weights of a file.
fn agent(name: &str) -> Result<AgentName, String> {
    if let Some((plies, path)) = name.strip_prefix("depth:").and_then(|rest| rest.split_once(':'))
        && let Ok(depth) = plies.parse()
        && Path::new(path).extension().is_some_and(|extension| extension == "csv")
    {
        let input = Input::read(path.as_ref(), input::LIMIT).map_err(|error| format!("{error:#}"))?;
        let weights = parse_weights(&input.text).map_err(|problem| input.explain(&problem).to_string())?;
        return Ok(AgentName::DepthLimited(
            depth,
            EvaluationName::Table { name: path.to_owned(), weights: weights.into() },
        ));
    }
    name.parse().map_err(|error| format!("{name:?} is no agent: {error}"))
}

impl Arguments {
    /// The person's side, where it is given.
    fn side(&self) -> Option<Color> {
        self.color.iter().rev().find_map(|argument| argument.side())
    }

    /// Whether the screen has colours.
    fn choice(&self) -> ColorChoice {
        self.color.iter().rev().find_map(|argument| argument.choice()).unwrap_or(ColorChoice::Auto)
    }

    const fn clock(&self) -> Clock {
        if self.no_times { Clock::Stopped } else { Clock::Running }
    }

    /// The game so far; `None` where the size of the board is still to be asked.
    fn record(&self) -> Result<Option<Record>> {
        let Some(size) = self.size.or(self.agents.as_ref().map(|_| Size::EIGHT)) else { return Ok(None) };
        let mut record = Record::new(Position::opening(size));
        if let Some(path) = &self.load {
            let input = Input::read(path, input::LIMIT)?;
            record = notation::parse(&input.text, record.position())
                .map_err(|problem| input.explain(&problem))?
                .into_record();
        }
        for agent in self.agents.iter().flatten() {
            check_time(agent, record.position())?;
        }
        Ok(Some(record))
    }

    /// The positions that the games of a tournament start from.
    fn starts(&self) -> Result<Vec<Position>> {
        let starts = match &self.boards {
            None => vec![Position::opening(self.size.unwrap_or(Size::EIGHT))],
            Some(path) => {
                let input = Input::read(path, input::LIMIT)?;
                parse_starts(&input.text).map_err(|problem| input.explain(&problem))?
            }
        };
        for agent in self.agents.iter().flatten() {
            starts.iter().try_for_each(|start| check_time(agent, start))?;
        }
        Ok(starts)
    }
}

/// Plays.
///
/// # Errors
/// Wrong usage, files that cannot be read or written, and a console that fails.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    let seed = arguments.seed.unwrap_or_else(rand::random);
    match (&arguments.agents, arguments.games) {
        (Some(agents), Some(games)) => run_tournament(&arguments, agents.clone(), games, seed),
        _ => run_session(arguments, seed),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// Plays one game at the console.
fn run_session(arguments: Arguments, seed: u64) -> Result<()> {
    if arguments.agents.is_some() && arguments.side().is_some() {
        bail!("--color x and o are a person's sides; --agents leaves none");
    }
    let record = arguments.record()?;
    let terminal = Terminal::now();
    let _farewell = interrupt::on_end(move || {
        terminal.restore();
        let _ = writeln!(io::stderr(), "\nGoodbye!");
    });
    let console = Console::new(arguments.choice(), arguments.echo)?;
    match play(console, arguments, record, seed) {
        Ok(()) => Ok(()),
        Err(Exit::Failed(error)) => Err(error),
        Err(Exit::Goodbye) => Ok(writeln!(io::stderr(), "Goodbye!")?),
        Err(Exit::EndOfInput) => Ok(writeln!(io::stderr(), "End of input: the game is left unfinished.")?),
    }
}

/// With nobody there to be asked, an agent that takes too long is wrong usage.
fn check_time(agent: &AgentName, position: &Position) -> Result<()> {
    match agent.takes_too_long(position) {
        Some(estimate) => bail!("--agents: {agent} would take too long; expected random or depth:D. {estimate}"),
        None => Ok(()),
    }
}

/// Asks what the arguments leave open, and plays.
fn play(mut console: Console, arguments: Arguments, record: Option<Record>, seed: u64) -> Result<(), Exit> {
    let clock = arguments.clock();
    let answers =
        Answers { size: arguments.size, opponent: arguments.opponent, depth: arguments.depth, side: arguments.side() };
    console.tell_line("Reversi")?;
    let record = match record {
        Some(record) => record,
        None => Record::new(Position::opening(answers.size(&mut console)?)),
    };
    let agent = |name, side| Player::agent(name, side, record.position(), seed);
    let players = if let Some([dark, light]) = arguments.agents {
        ByColor { black: agent(dark, Color::Black), white: agent(light, Color::White) }
    } else if let Some(name) = answers.opponent(&mut console)? {
        let scripted = !arguments.reply.is_empty();
        let name = if scripted { name } else { answers.in_time(&mut console, name, record.position())? };
        match answers.side(&mut console)? {
            Color::Black => ByColor { black: Player::Person, white: agent(name, Color::White) },
            Color::White => ByColor { black: agent(name, Color::Black), white: Player::Person },
        }
    } else {
        ByColor { black: Player::Person, white: Player::Person }
    };
    let settings = Settings { clock, delay: arguments.delay, seed, replies: arguments.reply, answers };
    Session::new(console, settings, record, players).run()
}

/// Holds a tournament.
fn run_tournament(arguments: &Arguments, agents: [AgentName; 2], games: u32, seed: u64) -> Result<()> {
    let inputs: Vec<_> = arguments.boards.iter().map(|path| ("--boards", path.as_path())).collect();
    let outputs: Vec<_> = arguments.csv.iter().map(|path| ("--csv", path.as_path())).collect();
    output::distinct(&inputs, &outputs)?;
    let starts = arguments.starts()?;
    let csv = arguments.csv.as_deref().map(Output::create).transpose()?;
    let tournament = Tournament { agents, starts, games, seed };
    let progress = ProgressBar::new(games.into());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.unwrap_or(0)).build()?;
    let played = pool.install(|| tournament.play(|| progress.inc(1)));
    progress.finish_and_clear();
    let clock = arguments.clock();
    write!(io::stdout(), "{}", Summary { tournament: &tournament, games: &played, clock })?;
    if let Some(mut output) = csv {
        matches::write_results(&tournament, &played, clock, &mut output)?;
        output.commit()?;
    }
    Ok(())
}
