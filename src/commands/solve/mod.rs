//! `reversi solve`: what positions are worth with perfect play.

mod answer;
mod memory;

use std::{
    io::{self, Write as _},
    num::NonZero,
    process::ExitCode,
    sync::{Arc, atomic::Ordering},
    thread,
};

use anyhow::Result;
use clap::{ArgGroup, Args};
use indicatif::HumanCount;

use self::answer::Answer;
use super::{
    arguments,
    position::{PositionText, Selected},
};
use crate::{
    endgame::{Score, Settings, Solver},
    game::Bounds,
    games::reversi::notation::{Given, Item, Notation},
    terminal::{interrupt, progress::Progress, say},
};

#[derive(Debug, Args)]
#[command(after_help = "\
Values are final disc differences for the player to move.

Examples:
  reversi solve 'XOOO-XXOOXX-XXXX X'
  reversi solve --all fixtures/endgames.obf
  reversi solve --transcript b1a1 --start '..../.WB./.BW./.... x' --score discs")]
#[command(group(ArgGroup::new("what").required(true).args(["position", "transcript", "obf", "ggf"])))]
pub struct Arguments {
    /// File, `-` for standard input, or position as text (see `reversi help notations`)
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Solve the position after these moves: `f5d6c3`
    #[arg(long, value_name = "MOVES")]
    transcript: Option<String>,
    /// Start the transcript here [default: the 8x8 opening]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with_all = ["obf", "ggf"])]
    start: Option<String>,
    /// Compare this file of scores: the best score of each position, or with --all every score
    #[arg(long, value_name = "FILE")]
    obf: Option<String>,
    /// Solve the last position of each game of this file
    #[arg(long, value_name = "FILE")]
    ggf: Option<String>,
    #[command(flatten)]
    selected: Selected,
    /// Compute the value of every move
    #[arg(long)]
    all: bool,
    /// Count the discs of a finished game like this
    #[arg(long, value_parser = arguments::named(Score::ALL, Score::name), default_value = Score::WinnerTakesEmpties.name())]
    score: Score,
    /// Search with this many threads [default: all cores]
    #[arg(long, value_name = "NUMBER", value_parser = arguments::number::<NonZero<usize>>("a number of threads, from 1", ..))]
    threads: Option<NonZero<usize>>,
    /// Use at most this memory, such as 64M or 2G [default: a quarter of the free memory, at most 1G]
    #[arg(long, value_name = "SIZE", value_parser = memory::parse)]
    memory: Option<usize>,
    /// Print each answer as a line of JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// What is given, each with the line where it stands.
    fn items(&self) -> Result<Vec<Item>> {
        let given = [
            (&self.position, "POSITION", None),
            (&self.transcript, "--transcript", Some(Notation::Transcript)),
            (&self.obf, "--obf", Some(Notation::Obf)),
            (&self.ggf, "--ggf", Some(Notation::Ggf)),
        ];
        let given = given.into_iter().find_map(|(argument, name, notation)| Some((argument.as_ref()?, name, notation)));
        let (argument, name, notation) = given.expect("one of them is required");
        let text = PositionText::of(argument, name)?;
        text.all(notation, self.start.as_deref())?.into_iter().map(|item| self.selected.of(item, &text)).collect()
    }
}

/// Solves what is given and prints the answers. The exit code is 1 where a score differs from the one given.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let items = arguments.items()?;
    let threads = arguments.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    let memory = arguments.memory.unwrap_or_else(memory::free_share);
    let settings = Settings { score: arguments.score, threads, memory };
    let is_list = items.len() > 1 || arguments.obf.is_some();
    interrupt::stoppable(|stop| {
        let mut solver: Option<Solver> = None;
        let (mut count, mut differ, mut is_finished) = (0_usize, 0_usize, true);
        for Item { line, given } in items {
            let size = given.position().size();
            let used = solver.take().filter(|solver| solver.size() == size);
            let solver = solver.insert(used.unwrap_or_else(|| Solver::new(size, settings)));
            solver.stop_by(Arc::clone(&stop));
            let answer = answer(given, arguments.all, solver);
            let mut output = io::stdout().lock();
            if arguments.json {
                writeln!(output, "{}", answer.json())?;
            } else if is_list {
                writeln!(output, "{line}: {}", answer.brief())?;
            } else {
                write!(output, "{answer}")?;
            }
            output.flush()?;
            differ += usize::from(!answer.differences().is_empty());
            is_finished = answer.solution.is_complete;
            if !is_finished {
                break;
            }
            count += 1;
        }
        if is_list && !arguments.json {
            let unfinished = if is_finished { "" } else { ", 1 not finished" };
            writeln!(io::stdout(), "{count} solved, {differ} not as given{unfinished}")?;
        }
        if !is_finished {
            return Ok(ExitCode::from(interrupt::EXIT_CODE));
        }
        Ok(if differ == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    })
}

/// Solves a position, and shows on a terminal how far the search is.
fn answer(given: Given, all: bool, solver: &mut Solver) -> Answer {
    if let Some(estimate) = solver.estimate(given.position()) {
        // A browser has no Ctrl-C.
        let stop = if cfg!(target_family = "wasm") { "" } else { ". Ctrl-C prints what is known by then" };
        say(format_args!("{estimate}{stop}"));
    }
    let progress = Progress::start("solving");
    let nodes = solver.nodes();
    let empty = given.position().empty().len();
    let first_sight =
        solver.expected(given.position()).map_or_else(String::new, |value| format!(", at first sight {value:+.0}"));
    Answer::find(given, all, solver, &mut |state| {
        let Bounds { lower, upper } = state.value();
        progress.say(format!(
            "{empty} empty squares: {lower:+} to {upper:+}{first_sight}, {} of {} moves settled, {} nodes",
            state.settled(),
            state.moves.len(),
            HumanCount(nodes.load(Ordering::Relaxed)),
        ));
    })
}
