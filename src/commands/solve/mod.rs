//! `reversi solve`: shows values with perfect play, and the discs that the moves of a game lost.

mod answer;
mod game;

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use anyhow::{Context as _, Result};
use clap::{ArgGroup, Args};
use indicatif::HumanCount;

use self::{
    answer::Answer,
    game::{GameAnswer, Limit},
};
use super::{
    arguments,
    position::{PositionText, Selected},
};
use crate::{
    endgame::{Score, Solver, solving_time},
    game::Bounds,
    games::reversi::notation::{Content, Item, Notation},
    terminal::{UntilClosed, interrupt, progress::Progress, say},
};

#[derive(Debug, Args)]
#[command(after_help = "\
Values are final disc differences for the player to move.

Examples:
  reversi solve 'XOOO-XXOOXX-XXXX X'
  reversi solve --all endgames.obf
  reversi solve --transcript b1a1 --start '..../.WB./.BW./.... x' --score discs
  reversi solve --game b1a1a2c1d4a3d1b4a4c4 --start '..../.WB./.BW./.... x'")]
#[command(group(ArgGroup::new("what").required(true).args(["position", "transcript", "obf", "ggf", "game"])))]
pub struct Arguments {
    /// File, `-` for standard input, or position as text (see `reversi help notations`)
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Solve the position after these moves: `f5d6c3`
    #[arg(help_heading = "Input", long, value_name = "MOVES")]
    transcript: Option<String>,
    /// Start the transcript here [default: the 8x8 opening]
    #[arg(help_heading = "Input", long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with_all = ["obf", "ggf"])]
    start: Option<String>,
    /// Compare this file of scores: the best score of each position, or with --all every score
    #[arg(help_heading = "Input", long, value_name = "FILE")]
    obf: Option<String>,
    /// Solve the last position of each game of this file
    #[arg(help_heading = "Input", long, value_name = "FILE")]
    ggf: Option<String>,
    /// Show the best move and the discs lost for each move of this game with 16 empty squares or fewer
    #[arg(help_heading = "Input", long, value_name = "GAME", allow_hyphen_values = true, conflicts_with = "all")]
    game: Option<String>,
    /// Solve positions of --game for this time, from the last position back, with any number of empty squares
    #[arg(long, value_name = "SECONDS", value_parser = arguments::seconds, conflicts_with_all = ["position", "transcript", "obf", "ggf"])]
    time: Option<Duration>,
    #[command(flatten)]
    selected: Selected,
    /// Compute the value of every move
    #[arg(long)]
    all: bool,
    /// Count the discs of a finished game like this
    #[arg(long, value_parser = arguments::named(Score::ALL, Score::name), default_value = Score::WinnerTakesEmpties.name())]
    score: Score,
    /// Print each answer as a line of JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// The text with the positions, and the text's notation if a flag names the notation.
    fn text(&self) -> Result<(PositionText, Option<Notation>)> {
        let inputs = [
            (&self.position, "POSITION", None),
            (&self.transcript, "--transcript", Some(Notation::Transcript)),
            (&self.obf, "--obf", Some(Notation::Obf)),
            (&self.ggf, "--ggf", Some(Notation::Ggf)),
            (&self.game, "--game", None),
        ];
        let input =
            inputs.into_iter().find_map(|(argument, name, notation)| Some((argument.as_ref()?, name, notation)));
        let (argument, name, notation) = input.expect("one of them is required");
        Ok((PositionText::of(argument, name)?, notation))
    }
}

/// Solves the positions and prints the answers. The exit code is 1 if a computed score differs from the score in the
/// text.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (text, notation) = arguments.text()?;
    let items = text.all(notation, arguments.start.as_deref())?;
    let items = items.into_iter().map(|item| arguments.selected.of(item, &text)).collect::<Result<Vec<_>>>()?;
    let is_list = items.len() > 1 || arguments.obf.is_some();
    let (names, total) = (names(&items, &text), items.len());
    interrupt::stoppable(|stop| {
        let mut solver: Option<Solver> = None;
        let (mut count, mut differ) = (0, 0);
        for (Item { content, .. }, name) in items.into_iter().zip(names) {
            let size = content.position().size();
            let used = solver.take().filter(|solver| solver.size() == size);
            let solver = solver.insert(used.unwrap_or_else(|| Solver::new(size, arguments.score)));
            solver.stop_by(Arc::clone(&stop));
            let mut output = UntilClosed(io::stdout().lock());
            let is_complete = if arguments.game.is_some() {
                let game = content.game().context("--game requires a game, but this is a single position")?;
                let limit = arguments.time.map_or(Limit::LAST_SQUARES, Limit::Time);
                let answer = GameAnswer::find(&game.record, limit, solver, &stop);
                if arguments.json {
                    answer.json().iter().try_for_each(|line| writeln!(output, "{line}"))?;
                } else {
                    write!(output, "{}{answer}", if is_list { name + "\n" } else { String::new() })?;
                }
                answer.is_complete
            } else {
                let answer = answer(content, arguments, solver);
                if arguments.json {
                    writeln!(output, "{}", answer.json())?;
                } else if is_list {
                    writeln!(output, "{name}: {}", answer.brief())?;
                } else {
                    write!(output, "{answer}")?;
                }
                differ += usize::from(!answer.differences().is_empty());
                answer.solution.is_complete
            };
            output.flush()?;
            if !is_complete {
                break;
            }
            count += 1;
        }
        if is_list && !arguments.json {
            let unfinished = if count == total { String::new() } else { format!(", {} not finished", total - count) };
            writeln!(UntilClosed(io::stdout()), "{count} solved, {differ} not as given{unfinished}")?;
        }
        Ok(if count < total {
            ExitCode::from(interrupt::EXIT_CODE)
        } else if differ == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    })
}

/// The names of positions in a list: the comments above all positions or, if a comment is missing, numbers.
fn names(items: &[Item], text: &PositionText) -> Vec<String> {
    let comments: Option<Vec<String>> = items.iter().map(|item| text.comment_above(item.line)).collect();
    comments.unwrap_or_else(|| (1..=items.len()).map(|number| format!("position {number}")).collect())
}

/// Solves a position, and shows the progress on a terminal.
fn answer(content: Content, arguments: &Arguments, solver: &mut Solver) -> Answer {
    let empty = content.position().empty().len();
    if let Some(estimate) = solving_time(empty) {
        say(format_args!("{estimate}. Ctrl-C prints what is known by then"));
    }
    let progress = Progress::start("solving");
    let nodes = solver.nodes();
    Answer::find(content, arguments.score, arguments.all, solver, &mut |known| {
        let Bounds { lower, upper } = known.value;
        let nodes = HumanCount(nodes.load(Ordering::Relaxed));
        progress.say(format!("{empty} empty squares: {lower:+} to {upper:+}, {nodes} nodes"));
    })
}
