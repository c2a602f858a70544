//! `reversi awari`: moves, searches and matches of Awari.

use std::{
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Result;
use clap::{Args, Subcommand, builder::TypedValueParser};

use super::{arguments, print};
use crate::{
    answers::{self, Awari, Request},
    awari::{self, AwariAgent, Person},
    files::input::{self, Input},
    games::awari::{House, Player, Position, setup},
    search::stack::DEEPEST,
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
        answers::stones(&self.path, side_to_move, &|path| Input::read(path, input::LIMIT))
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
    let (setup, player, question) = match &arguments.command {
        AwariCommand::Moves { setup, player } => (setup, *player, Awari::Moves),
        AwariCommand::Apply { setup, player, house } => (setup, *player, Awari::Apply(*house)),
        AwariCommand::Status { setup, next } => (setup, *next, Awari::Status),
        AwariCommand::Search { setup, depth } => (setup, Player::One, Awari::Search { depth: *depth }),
        AwariCommand::Max(call) => (&call.setup, Player::One, call.question()?),
        AwariCommand::Min(call) => (&call.setup, Player::Two, call.question()?),
        AwariCommand::Show { setup } => return print(setup::draw(&setup.read(Player::One)?)),
        AwariCommand::Match { setup, one, two } => return play(setup.read(Player::One)?, [*one, *two]),
    };
    let request = Request::Awari { question, position: setup.read(player)? };
    let _progress = Progress::start("searching");
    print(request.answer(&mut |_| ())?)
}

impl Call {
    fn question(&self) -> Result<Awari> {
        let (deepest, depth) = if self.remaining { (self.depth, 0) } else { (self.deepest, self.depth) };
        Awari::node(deepest, depth, (self.alpha, self.beta))
    }
}

/// Plays a match and prints its record, also if a person ends the input early.
fn play(start: Position, agents: [AwariAgent; 2]) -> Result<ExitCode> {
    let record = awari::play(start, agents, &mut Person { input: io::stdin().lock(), screen: io::stderr() })?;
    if record.ending().is_none() {
        writeln!(io::stderr(), "end of input: the match is not over")?;
    }
    print(awari::report(&record))
}
