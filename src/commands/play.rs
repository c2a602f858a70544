//! `reversi play`: plays Reversi on 4x4, 6x6 and 8x8 between persons and agents.

use std::process::ExitCode;

use anstream::ColorChoice;
use anyhow::{Result, bail};
use clap::{ArgGroup, Args};

use super::{arguments, matches, position::PositionText};
use crate::{
    agents::{AgentName, Endgame},
    game::Depth,
    games::reversi::{ByColor, Color, Expression, Position, Record, Size},
    play::{Answers, Console, Exit, Opponent, Player, ScriptedMoves, Session, SessionSettings, SquareNames},
    terminal::{clock::Clock, interrupt, modes::Terminal, tell},
};

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("of two agents")
        .args(["agents", "eval", "endgame"])
        .multiple(true)
        .conflicts_with_all(["opponent", "depth", "reply", "side", "echo"]),
    after_help = EXAMPLES
)]
pub struct Arguments {
    /// Play on a board with 4, 6 or 8 rows
    #[arg(long, value_parser = arguments::size)]
    size: Option<Size>,
    /// Play against random, minimax, alphabeta, depth:D, depth:D:EVALUATION or person (see `reversi help agents`)
    #[arg(long)]
    opponent: Option<Opponent>,
    /// Set the search depth of `--opponent depth`
    #[arg(help_heading = "Agents", long)]
    depth: Option<Depth>,
    /// Play x (DARK) or o (LIGHT)
    #[arg(long, value_name = "x|o", value_parser = arguments::side)]
    side: Option<Color>,
    /// Let this side move first [default: x]
    #[arg(long, value_name = "x|o", value_parser = arguments::side, conflicts_with_all = ["load", "board"])]
    first: Option<Color>,
    /// Name the squares by letters (a1) or by numbers, from 1 row by row
    #[arg(help_heading = "Display", long, value_name = "NAMES", value_parser = arguments::named(SquareNames::ALL, SquareNames::name), default_value = "letters")]
    squares: SquareNames,
    /// Use colors; auto uses them on a terminal
    #[arg(help_heading = "Display", long, value_name = "WHEN", value_parser = arguments::one_of(COLORS), default_value = "auto")]
    color: ColorChoice,
    #[command(flatten)]
    random: arguments::Seed,
    /// Play on after these moves: a file that `save` wrote, or the moves as text
    #[arg(long, value_name = "GAME", allow_hyphen_values = true)]
    load: Option<String>,
    /// Start from this position (see `reversi help notations`)
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "size")]
    board: Option<String>,
    /// Show every time as 0.000
    #[arg(help_heading = "Display", long)]
    no_times: bool,
    /// Show the input, as a terminal does
    #[arg(help_heading = "Display", long)]
    echo: bool,
    /// Make the agent play these moves, in order: a1,pass,d3
    #[arg(help_heading = "Agents", long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    reply: ScriptedMoves,
    /// Show a game of two agents; A has the black discs (see `reversi match` for many games)
    #[arg(long, value_name = "A,B", value_parser = agents)]
    agents: Option<[String; 2]>,
    /// Name an evaluation, for use in agents
    #[arg(help_heading = "Agents", long, value_name = "NAME=EVALUATION", value_parser = arguments::named_evaluation, requires = "agents")]
    eval: Vec<Expression>,
    /// Play perfectly with N empty squares or fewer (with --agents)
    #[arg(help_heading = "Agents", long, value_name = "N", value_parser = arguments::number::<u32>("a number of squares, from 0", ..), requires = "agents")]
    endgame: Option<u32>,
}

const COLORS: [(&str, ColorChoice); 3] =
    [("auto", ColorChoice::Auto), ("always", ColorChoice::Always), ("never", ColorChoice::Never)];

const EXAMPLES: &str = "\
`play` asks for each setting that you do not give. More: `reversi help agents`

Examples:
  reversi play
  reversi play --size 8 --opponent depth:6 --side x
  reversi play --board f5d6c3 --opponent random --side o
  reversi play --size 4 --agents alphabeta,random --seed 1";

/// Reads two agents separated by a comma.
fn agents(names: &str) -> Result<[String; 2], String> {
    let mut is_quoted = false;
    let is_comma = |letter: char| {
        is_quoted ^= letter == '"';
        letter == ',' && !is_quoted
    };
    let comma = names.find(is_comma).ok_or("expected two agents with a comma between them")?;
    Ok([names[..comma].to_owned(), names[comma + 1..].to_owned()])
}

impl Arguments {
    fn agents(&self) -> Result<Option<[AgentName; 2]>> {
        let agents = |[first, second]: &[String; 2]| {
            matches::agents([first, second], &self.eval, self.endgame, self.random.seed)
        };
        self.agents.as_ref().map(agents).transpose()
    }

    fn answers(&self) -> Result<Answers> {
        if let (Some(opponent), Some(depth)) = (&self.opponent, self.depth)
            && *opponent != Opponent::Depth
        {
            bail!("--depth {depth} works only with --opponent depth; expected --opponent depth:{depth}, or no --depth");
        }
        if self.opponent == Some(Opponent::Person) {
            let of_agents = [
                ("--side", self.side.is_some()),
                ("--seed", self.random.seed.is_some()),
                ("--reply", !self.reply.is_empty()),
            ];
            if let Some((flag, _)) = of_agents.into_iter().find(|(_, is_given)| *is_given) {
                bail!("{flag} is for a game against an agent; --opponent person has two persons take turns");
            }
        }
        Ok(Answers { size: self.size, opponent: self.opponent.clone(), depth: self.depth, side: self.side })
    }

    fn opening(&self, size: Size) -> Position {
        let start = Position::opening(size);
        start.with_side_to_move(self.first.unwrap_or(start.side_to_move()))
    }

    /// The game to continue, or an empty game from the start position. `None` if the user still has to choose the size.
    fn game(&self) -> Result<Option<Record>> {
        let start = self.opening(self.size.unwrap_or(Size::EIGHT));
        let start = match &self.board {
            Some(text) => *PositionText::of(text, "POSITION")?.one(&start)?.position(),
            None => start,
        };
        let game = if let Some(text) = &self.load {
            PositionText::of(text, "GAME")?.one(&start)?.into_record()
        } else if self.board.is_some() || self.size.is_some() || self.agents.is_some() {
            Record::new(start)
        } else {
            return Ok(None);
        };
        let size = game.position().size();
        if let Some(asked) = self.size.filter(|&asked| asked != size) {
            bail!("--size {}: the game of --load is on {size}; expected --size {} or none", asked.rows(), size.rows());
        }
        if let Some(agents) = self.agents()? {
            for agent in &agents {
                matches::check_time(agent, game.position())?;
            }
            matches::tell_time(&agents, self.endgame, &[*game.position()]);
        }
        Ok(Some(game))
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let seed = arguments.random.seed.unwrap_or_else(rand::random);
    let (answers, game) = (arguments.answers()?, arguments.game()?);
    let terminal = Terminal::now();
    let _farewell = interrupt::on_end(move || {
        terminal.restore();
        tell("\nGoodbye!");
    });
    let console = Console::new(arguments.color, arguments.echo)?;
    match play(console, arguments, answers, game, seed) {
        Ok(()) => {}
        Err(Exit::Failed(error)) => return Err(error),
        Err(Exit::Goodbye) => tell("Goodbye!"),
        Err(Exit::Interrupted) => {
            tell("Goodbye!");
            return Ok(ExitCode::from(interrupt::EXIT_CODE));
        }
        Err(Exit::EndOfInput) => tell("End of input: the game is left unfinished."),
    }
    Ok(ExitCode::SUCCESS)
}

/// Asks for the settings that the arguments do not contain, and plays.
fn play(
    mut console: Console,
    arguments: &Arguments,
    answers: Answers,
    game: Option<Record>,
    seed: u64,
) -> Result<(), Exit> {
    let clock = if arguments.no_times { Clock::Stopped } else { Clock::Running };
    console.tell_line("Reversi")?;
    let record = match game {
        Some(game) => game,
        None => Record::new(arguments.opening(answers.size(&mut console)?)),
    };
    let agents = arguments.agents()?;
    let endgame = match agents {
        Some(_) => arguments.endgame.map_or(Endgame::NONE, Endgame::AtMost),
        None => Endgame::Usual,
    };
    let agent = |name, side| Player::agent(name, side, record.position(), endgame, seed);
    let players = if let Some([black, white]) = agents {
        ByColor { black: agent(black, Color::Black), white: agent(white, Color::White) }
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
    let (replies, squares) = (arguments.reply.clone(), arguments.squares);
    let settings = SessionSettings { clock, endgame, seed, replies, answers, squares };
    Session::new(console, settings, record, players).run()
}
