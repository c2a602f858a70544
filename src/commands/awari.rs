//! `reversi awari`: moves, searches and matches of Awari.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Result, bail};
use clap::{Args, Subcommand, builder::TypedValueParser};

use super::{arguments, print};
use crate::{
    awari::{self, AwariAgent, Person},
    files::{
        diagnostic,
        input::{self, Input},
    },
    game::{Depth, Game as _, Value},
    games::awari::{House, Player, Position, setup},
    search::{AlphaBeta, Outcome, stack::DEEPEST},
    terminal::progress::Progress,
};

#[derive(Debug, Args)]
#[command(after_help = "\
SETUP is a file of three lines: the scores, player 2's houses 5 to 0, and player 1's houses 0 to 5:
    0 0
    4 4 4 4 4 4
    4 4 4 4 4 4
Instead of a file, `start` means the setup above, which is the start of a game.
A value is the score of player 1 minus the score of player 2; player 1 is MAX.

The game ends at 25 stones, whatever the total in the setup, as in the course's code. `max` and `min` count DEPTH up to \
MAXDEPTH, as in the handout. With --remaining, DEPTH is the number of plies left, as in the published unit tests.

Example:
  reversi awari search start 12")]
pub struct Arguments {
    #[command(subcommand)]
    command: AwariCommand,
}

#[derive(Debug, Subcommand)]
enum AwariCommand {
    /// Print a player's legal moves
    #[command(after_help = "Example:\n  reversi awari moves start 1")]
    Moves {
        #[command(flatten)]
        setup: Setup,
        /// Player to move, 1 or 2
        player: Player,
    },
    /// Sow a house, even if illegal, and print the setup after the move
    #[command(after_help = "Example:\n  reversi awari apply start 1 2")]
    Apply {
        #[command(flatten)]
        setup: Setup,
        /// Player to move, 1 or 2
        player: Player,
        /// One of the player's houses, 0 to 5, counted from the player's left
        #[arg(value_name = "MOVE", value_parser = house)]
        house: House,
    },
    /// Print whether the game is over: `not-over`, or the winner, `1`, `2` or `tie`
    #[command(after_help = "Example:\n  reversi awari status start 1")]
    Status {
        #[command(flatten)]
        setup: Setup,
        /// Player to move, 1 or 2
        next: Player,
    },
    /// Print player 1's best move, or `none`, and its value, by alpha-beta
    #[command(after_help = "Example:\n  reversi awari search start 12")]
    Search {
        #[command(flatten)]
        setup: Setup,
        /// Depth limit in plies
        #[arg(allow_negative_numbers = true, value_parser = depth())]
        depth: u32,
    },
    /// Print the value of a MAX node (player 1), searched between ALPHA and BETA
    #[command(after_help = CALL_EXAMPLE)]
    Max(Call),
    /// Print the value of a MIN node (player 2), searched between ALPHA and BETA
    #[command(after_help = CALL_EXAMPLE)]
    Min(Call),
    /// Draw the board
    #[command(after_help = "Example:\n  reversi awari show start")]
    Show {
        #[command(flatten)]
        setup: Setup,
    },
    /// Play a match; print its moves, the last setup, the winner and the reason
    #[command(after_help = "\
An agent is
    first   the legal house of the lowest number
    ab:D    alpha-beta to a depth of D plies
    human   shown the board on standard error, types a house, 0 to 5, on standard input
A match ends by `majority` (25 stones, or 24 each), `no-moves`, or `repeat` (the same position with the same player to \
move). Then the larger score wins.

Example:
  reversi awari match start ab:7 first")]
    Match {
        #[command(flatten)]
        setup: Setup,
        /// Player 1's agent
        #[arg(value_name = "P1")]
        one: AwariAgent,
        /// Player 2's agent
        #[arg(value_name = "P2")]
        two: AwariAgent,
    },
}

#[derive(Debug, Args)]
struct Setup {
    /// Setup file, `-` for standard input, or `start`
    #[arg(value_name = "SETUP")]
    path: PathBuf,
}

impl Setup {
    fn read(&self, side_to_move: Player) -> Result<Position> {
        if self.path == Path::new("start") {
            let start = Position::start();
            return Ok(if start.side_to_move() == side_to_move { start } else { start.passed() });
        }
        let input = Input::read(&self.path, input::LIMIT)?;
        setup::parse(&diagnostic::lines(&input.text), side_to_move).map_err(|problem| input.explain(&problem))
    }
}

const CALL_EXAMPLE: &str = "Example:\n  reversi awari max start 6 1 -1000 1000";

#[derive(Debug, Args)]
struct Call {
    #[command(flatten)]
    setup: Setup,
    /// Read DEPTH as the number of plies left, as most public programs do; MAXDEPTH is not used
    #[arg(long)]
    remaining: bool,
    /// Depth limit, in plies below the root
    #[arg(value_name = "MAXDEPTH", allow_negative_numbers = true, value_parser = depth())]
    deepest: u32,
    /// Depth of this node; the root has depth 0
    #[arg(allow_negative_numbers = true, value_parser = depth())]
    depth: u32,
    /// Value that MAX can already get at another node
    #[arg(allow_negative_numbers = true, value_parser = bound())]
    alpha: i32,
    /// Value that MIN can already get at another node, greater than ALPHA
    #[arg(allow_negative_numbers = true, value_parser = bound())]
    beta: i32,
}

fn house(number: &str) -> Result<House, &'static str> {
    number.parse().ok().and_then(House::new).ok_or("expected a house from 0 to 5")
}

fn depth() -> impl TypedValueParser<Value = u32> {
    arguments::number("a number of plies from 0 to 10000", ..=DEEPEST)
}

fn bound() -> impl TypedValueParser<Value = i32> {
    arguments::number("a whole number such as -48", ..)
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.command {
        AwariCommand::Moves { setup, player } => {
            print(format_args!("{}\n", awari::in_one_line(setup.read(*player)?.moves())))
        }
        AwariCommand::Apply { setup, player, house } => print(setup::write(&setup.read(*player)?.after(*house))),
        AwariCommand::Status { setup, next } => {
            let position = setup.read(*next)?;
            let status = position.ending().map_or_else(|| "not-over".to_owned(), |_| awari::winner(&position));
            print(format_args!("{status}\n"))
        }
        AwariCommand::Search { setup, depth } => {
            let outcome = search(&setup.read(Player::One)?, *depth, AlphaBeta::FULL)?;
            let best = outcome.best.map_or_else(|| "none".to_owned(), |house| house.to_string());
            print(format_args!("{best} {}\n", outcome.value))
        }
        AwariCommand::Max(call) => answer(call, Player::One),
        AwariCommand::Min(call) => answer(call, Player::Two),
        AwariCommand::Show { setup } => print(setup::draw(&setup.read(Player::One)?)),
        AwariCommand::Match { setup, one, two } => play(setup.read(Player::One)?, [*one, *two]),
    }
}

/// Searches, and shows the progress on a terminal.
fn search(position: &Position, depth: u32, window: AlphaBeta) -> Result<Outcome<House>> {
    let _progress = Progress::start(&format!("searching to a depth of {depth} plies"));
    awari::search(position, Depth::new(depth), window)
}

fn answer(call: &Call, player: Player) -> Result<ExitCode> {
    let position = call.setup.read(player)?;
    let plies = if call.remaining { Some(call.depth) } else { call.deepest.checked_sub(call.depth) };
    let Some(depth) = plies else {
        bail!("DEPTH {} is greater than MAXDEPTH; expected at most {}", call.depth, call.deepest);
    };
    if call.alpha >= call.beta {
        bail!("ALPHA {} is not less than BETA {}; expected ALPHA below BETA", call.alpha, call.beta);
    }
    let window = AlphaBeta { alpha: Value::new(call.alpha), beta: Value::new(call.beta) };
    print(format_args!("{}\n", search(&position, depth, window)?.value))
}

/// Plays a match and prints its record, also if a person ends the input early.
fn play(start: Position, agents: [AwariAgent; 2]) -> Result<ExitCode> {
    let record = awari::play(start, agents, &mut Person { input: io::stdin().lock(), screen: io::stderr() })?;
    if record.ending().is_none() {
        writeln!(io::stderr(), "end of input: the match is not over")?;
    }
    print(awari::report(&record))
}
