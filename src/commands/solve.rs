//! `reversi solve`: shows the exact value of positions, the best moves, and a line of best play.

use std::{
    fmt,
    io::{self, Write as _},
    iter,
    process::ExitCode,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use anyhow::Result;
use clap::{ArgGroup, Args};
use indicatif::HumanCount;
use serde_json::{Map, Value, json};

use super::{
    arguments,
    position::{PositionText, Selected},
};
use crate::{
    endgame::{Goal, Score, Solution, Solver, solving_time},
    game::Game as _,
    games::reversi::{
        Move, Pass,
        notation::{Content, Item, Notation},
    },
    names::{count, signed},
    terminal::{UntilClosed, progress::Progress, say},
};

#[derive(Debug, Args)]
#[command(after_help = "\
Values are final disc differences for the player to move.

Examples:
  reversi solve 'XOOO-XXOOXX-XXXX X'
  reversi solve --all endgames.obf
  reversi solve --transcript b1a1 --start '..../.WB./.BW./.... x' --score discs")]
#[command(group(ArgGroup::new("what").required(true).args(["position", "transcript", "obf"])))]
pub struct Arguments {
    /// File, `-` for standard input, or position as text (see `reversi help notations`)
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Solve the position after these moves: `f5d6c3`
    #[arg(help_heading = "Input", long, value_name = "MOVES")]
    transcript: Option<String>,
    /// Start the transcript here [default: the start position of 8x8]
    #[arg(help_heading = "Input", long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "obf")]
    start: Option<String>,
    /// Compare this file of scores: the best score of each position, or with --all every score
    #[arg(help_heading = "Input", long, value_name = "FILE")]
    obf: Option<String>,
    #[command(flatten)]
    selected: Selected,
    /// Compute the value of every move
    #[arg(long)]
    all: bool,
    /// Count the discs of a finished game like this
    #[arg(long, value_parser = arguments::named(Score::ALL, Score::name), default_value = Score::WinnerTakesEmpties.name())]
    score: Score,
    #[command(flatten)]
    output: arguments::Json,
}

impl Arguments {
    /// The text with the positions, and the text's notation if a flag names the notation.
    fn text(&self) -> Result<(PositionText, Option<Notation>)> {
        let inputs = [
            (&self.position, "POSITION", None),
            (&self.transcript, "--transcript", Some(Notation::Transcript)),
            (&self.obf, "--obf", Some(Notation::Obf)),
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
    let (mut solver, mut differ): (Option<Solver>, usize) = (None, 0);
    for (Item { content, .. }, name) in items.into_iter().zip(names) {
        let size = content.position().size();
        let used = solver.take().filter(|solver| solver.size() == size);
        let solver = solver.insert(used.unwrap_or_else(|| Solver::new(size, arguments.score)));
        let answer = Answer::find(content, arguments, solver);
        let mut output = UntilClosed(io::stdout().lock());
        if arguments.output.json {
            writeln!(output, "{}", answer.json())?;
        } else if is_list {
            writeln!(output, "{name}: {}", answer.brief())?;
        } else {
            write!(output, "{answer}")?;
        }
        output.flush()?;
        differ += usize::from(!answer.differences().is_empty());
    }
    if is_list && !arguments.output.json {
        writeln!(UntilClosed(io::stdout()), "{total} solved, {differ} not as given")?;
    }
    Ok(if differ == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The names of positions in a list: the comments above all positions or, if a comment is missing, numbers.
fn names(items: &[Item], text: &PositionText) -> Vec<String> {
    let comments: Option<Vec<String>> = items.iter().map(|item| text.comment_above(item.line)).collect();
    comments.unwrap_or_else(|| (1..=items.len()).map(|number| format!("position {number}")).collect())
}

/// A solved position.
struct Answer {
    content: Content,
    score: Score,
    solution: Solution,
    /// A line of best play, which begins with the first of the best moves.
    line: Vec<Move>,
    nodes: u64,
    time: Duration,
}

/// A computed score that differs from the known score.
struct Difference {
    /// The move with this score; `None` if it is the score of the position.
    played: Option<Move>,
    expected: i32,
    found: i32,
}

impl Answer {
    /// Solves a position, then finds the line of best play.
    fn find(content: Content, arguments: &Arguments, solver: &mut Solver) -> Self {
        if let Some(estimate) = solving_time(content.position().empty().len()) {
            say(format_args!("{estimate}"));
        }
        let _progress = Progress::start("solving");
        let (start, position) = (Instant::now(), *content.position());
        let nodes_before = solver.nodes().load(Ordering::Relaxed);
        let goal = if arguments.all { Goal::AllMoves } else { Goal::Best };
        let solution = solver.solve(&position, goal).expect("nothing stops the solver");
        let rest = |best| iter::once(best).chain(solver.line(&Pass(position).after(best).0)).collect();
        let line = solution.best.map_or_else(Vec::new, rest);
        let nodes = solver.nodes().load(Ordering::Relaxed) - nodes_before;
        Self { content, score: arguments.score, solution, line, nodes, time: start.elapsed() }
    }

    /// All best moves if the values of all moves are known, otherwise the first best move.
    fn best(&self) -> Vec<Move> {
        let Solution { value, best, moves } = &self.solution;
        let all: Vec<Move> = moves.iter().filter(|known| known.1 == *value).map(|known| known.0).collect();
        if all.is_empty() { best.iter().copied().collect() } else { all }
    }

    /// The known scores that differ from the computed values: the score of the position, and of each computed move.
    fn differences(&self) -> Vec<Difference> {
        let Content::Scored(scored) = &self.content else { return Vec::new() };
        let of_position = scored.best().map(|score| (None, score, self.solution.value));
        let of_moves = scored.moves.iter().filter_map(|&(played, score)| {
            let known = self.solution.moves.iter().find(|known| known.0 == played)?;
            Some((Some(played), score, known.1))
        });
        let differing = of_position.into_iter().chain(of_moves).filter(|(_, expected, found)| expected != found);
        differing.map(|(played, expected, found)| Difference { played, expected, found }).collect()
    }

    /// Writes one line: the value, the best moves, and the cost.
    fn brief(&self) -> String {
        let empty = self.content.position().empty().len();
        let (value, best) = (signed(self.solution.value), joined(&self.best()));
        let differences = self.differences().into_iter().map(|Difference { played, expected, found }| {
            let played = played.map_or_else(String::new, |played| format!("{played} "));
            format!("\n  differs: {played}{}, expected {}", signed(found), signed(expected))
        });
        format!("{value} {best}, {empty} empty, {}{}", self.cost(), differences.collect::<String>())
    }

    /// `1,234 nodes, 0.012 s`.
    fn cost(&self) -> String {
        format!("{} nodes, {:.3} s", HumanCount(self.nodes), self.time.as_secs_f64())
    }

    fn json(&self) -> Value {
        let position = self.content.position();
        let names = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>();
        let of_moves = self.solution.moves.iter().map(|(played, value)| (played.to_string(), json!(value)));
        let text = Notation::Line.write(&Content::Position(*position)).unwrap_or_default();
        let differences = self.differences().into_iter().map(|Difference { played, expected, found }| {
            json!({ "move": played.map(|played| played.to_string()), "expected": expected, "found": found })
        });
        json!({
            "position": text.trim_end(),
            "empty": position.empty().len(),
            "score": self.score.name(),
            "value": self.solution.value,
            "best": names(&self.best()),
            "moves": of_moves.collect::<Map<_, _>>(),
            "line": names(&self.line),
            "differences": differences.collect::<Vec<_>>(),
            "nodes": self.nodes,
            "seconds": self.time.as_secs_f64(),
        })
    }
}

/// Writes several lines: the value, the best moves, the line of best play, and the cost.
impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.content.position();
        let (squares, value) = (count(position.empty().len(), "empty square"), signed(self.solution.value));
        match self.best().as_slice() {
            [] => writeln!(formatter, "the game is over, {squares}\nvalue  {value}")?,
            best => {
                let side = position.side_to_move();
                writeln!(formatter, "{side} to move, {squares}\nvalue  {value}\nbest   {}", joined(best))?;
            }
        }
        for (played, value) in &self.solution.moves {
            writeln!(formatter, "  {played:4} {}", signed(*value))?;
        }
        if !self.line.is_empty() {
            writeln!(formatter, "line   {}", joined(&self.line))?;
        }
        writeln!(formatter, "{}", self.cost())
    }
}

fn joined(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}
