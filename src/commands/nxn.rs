//! `reversi nxn`: n x n Reversi, solved to its end, by the function names of the assignment.

use std::{
    convert::Infallible,
    fmt,
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::{Context as _, Error, Result, bail, ensure};
use clap::{Args, ValueEnum};
use indicatif::HumanCount;

use crate::{
    endgame::{Choice, Goal, Score, Settings, Solver},
    game::{Depth, Game as _, Value},
    games::reversi::{Color, Move, Pass, Pieces, Position, Square, one_line},
    search::{AlphaBeta, Counts, Node, Observer, Open, PrincipalVariation, Search, Update, Window},
    terminal::progress::Progress,
    with_best_instructions,
};

/// What to compute.
#[derive(Debug, Args)]
#[command(
    override_usage = "reversi nxn [--stats] FUNCTION STATE [PLAYER [ROW COL]]\n       \
                      reversi nxn [--stats] --named START FUNCTION [PLAYER [ROW COL]]",
    after_help = "\
STATE is the rows of a square board of up to 8x8 joined by `/`: B black, W white, . empty; or a Python list of lists:
[[' ', 'B', ...], ...]. PLAYER is B (max) or W (min). ROW and COL count from 0. The value is black's discs less white's.
What is printed is Python's repr of what the function returns; a board is printed as rows joined by `/`.

Examples:
  reversi nxn get_move_value ..../BBBB/WWWW/.... B 3 2
  reversi nxn --stats --named 5x5 minimax_ab B"
)]
pub struct Arguments {
    /// Add the terminal states, the truncations and the nodes of the search
    #[arg(long)]
    stats: bool,
    /// A standard start in place of STATE
    #[arg(long, value_name = "START")]
    named: Option<Start>,
    /// The function
    function: Function,
    /// Its arguments
    #[arg(value_name = "STATE PLAYER ROW COL", allow_negative_numbers = true)]
    operands: Vec<String>,
}

/// The assignment's functions.
#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Function {
    /// STATE PLAYER ROW COL: the number of discs flipped; 0 where the move is not legal
    GetMoveValue,
    /// STATE PLAYER ROW COL: the board after the move
    ExecuteMove,
    /// STATE: whether neither player has a move
    IsTerminalState,
    /// STATE: the numbers of black and white discs
    CountPieces,
    /// STATE PLAYER: the value and the first best move; (-1, -1) for a pass and at the end
    Minimax,
    /// As `minimax`, by alpha-beta
    MinimaxAb,
    /// STATE PLAYER: the value and the line of best play
    FullMinimax,
    /// As `full_minimax`, by alpha-beta
    FullMinimaxAb,
}

impl Function {
    /// The arguments it takes.
    const fn takes(self) -> &'static str {
        match self {
            Self::GetMoveValue | Self::ExecuteMove => "STATE PLAYER ROW COL",
            Self::IsTerminalState | Self::CountPieces => "STATE",
            Self::Minimax | Self::MinimaxAb | Self::FullMinimax | Self::FullMinimaxAb => "STATE PLAYER",
        }
    }
}

/// The standard starts.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Start {
    #[value(name = "4x4")]
    Four,
    #[value(name = "5x5")]
    Five,
    #[value(name = "6x6")]
    Six,
    #[value(name = "8x8")]
    Eight,
}

impl Start {
    const fn state(self) -> &'static str {
        match self {
            Self::Four => "..../.BW./.WB./....",
            Self::Five => "WB.../BW.../...../...BW/...WB",
            Self::Six => "....../....../..BW../..WB../....../......",
            Self::Eight => "......../......../......../...BW.../...WB.../......../......../........",
        }
    }
}

/// Prints what the function returns.
///
/// # Errors
/// Arguments that the function does not take, and a standard output that cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let operands: Vec<&str> =
        arguments.named.map(Start::state).into_iter().chain(arguments.operands.iter().map(String::as_str)).collect();
    let found = |state: &str, player: &str, counted: fn(Position) -> Solution| -> Result<Solution> {
        let root = position(state)?.with_mover(color(player)?);
        // The functions differ in the steps of the search, not in what it finds.
        Ok(if arguments.stats { counted(root) } else { Solution::solved(root) })
    };
    let (answer, counts) = match (arguments.function, operands.as_slice()) {
        (Function::GetMoveValue, &[state, player, row, column]) => {
            let position = position(state)?.with_mover(color(player)?);
            (position.flips(square(&position, row, column)?).len().to_string(), None)
        }
        (Function::ExecuteMove, &[state, player, row, column]) => {
            let position = position(state)?.with_mover(color(player)?);
            let square = square(&position, row, column)?;
            ensure!(position.legal_moves().contains(square), "({row}, {column}) is no legal move: it flips no disc");
            (one_line::slashes(&position.after(square)), None)
        }
        (Function::IsTerminalState, &[state]) => {
            (if position(state)?.is_over() { "True" } else { "False" }.to_owned(), None)
        }
        (Function::CountPieces, &[state]) => {
            let position = position(state)?;
            let [black, white] = [Color::Black, Color::White].map(|color| position.discs(color).len());
            (format!("({black}, {white})"), None)
        }
        (Function::Minimax, &[state, player]) => found(state, player, Solution::minimax)?.shown(Solution::best),
        (Function::MinimaxAb, &[state, player]) => found(state, player, Solution::alpha_beta)?.shown(Solution::best),
        (Function::FullMinimax, &[state, player]) => found(state, player, Solution::minimax)?.shown(Solution::line),
        (Function::FullMinimaxAb, &[state, player]) => {
            found(state, player, Solution::alpha_beta)?.shown(Solution::line)
        }
        (function, _) => bail!("expected the arguments {} (or --named in place of STATE)", function.takes()),
    };
    let statistics = match (arguments.stats, counts) {
        (false, _) => String::new(),
        (true, Some(counts)) => {
            let Counts { nodes, leaves, cut_offs } = counts;
            format!("terminal states: {leaves}\ntruncations: {cut_offs}\nnodes: {nodes}\n")
        }
        (true, None) => bail!("--stats is for the four searches: minimax, minimax_ab, full_minimax, full_minimax_ab"),
    };
    write!(io::stdout(), "{answer}\n{statistics}")?;
    Ok(ExitCode::SUCCESS)
}

fn position(state: &str) -> Result<Position> {
    one_line::parse_rows(state).map_err(|problem| Error::msg(problem.explain("STATE", state)))
}

fn color(player: &str) -> Result<Color> {
    match player {
        "B" => Ok(Color::Black),
        "W" => Ok(Color::White),
        _ => bail!("PLAYER is `{player}`; expected B or W"),
    }
}

fn square(position: &Position, row: &str, column: &str) -> Result<Square> {
    let rows = position.size().rows();
    let coordinate = |name, text: &str| {
        text.parse()
            .ok()
            .filter(|&number| number < rows)
            .with_context(|| format!("{name} is `{text}`; expected 0 to {}", rows - 1))
    };
    let square = Square::new(coordinate("ROW", row)?, coordinate("COL", column)?);
    Ok(square.expect("rows and columns below 8"))
}

/// A state, searched to the end of the game.
struct Solution {
    root: Pass,
    value: Value,
    /// The line of best play.
    moves: Vec<Move>,
    /// What the search counted.
    counts: Option<Counts>,
}

impl Solution {
    /// The same as the searches find, without counts and in far less time.
    fn solved(root: Position) -> Self {
        let settings = Settings { score: Score::Discs, ..Settings::default() };
        let mut solver = Solver::new(root.size(), settings);
        if let Some(estimate) = solver.estimate(&root) {
            warn(&estimate);
        }
        let progress = Progress::start("solving");
        let value = solver.solve(&root, Goal::Value, |_| ()).value.exact().expect("nobody stops it");
        let moves = solver.line(&root, value, Choice::First);
        drop(progress);
        let of_max = match root.mover() {
            Color::Black => value,
            Color::White => -value,
        };
        Self { root: Pass(root), value: Value::new(of_max), moves, counts: None }
    }

    /// Seconds for the 17 empty squares of the 5x5 start; ten times as long for each more on a larger board.
    fn minimax(root: Position) -> Self {
        Self::search(root, Open, 17)
    }

    /// A minute or so for 20 empty squares of a 6x6 board, and a multiple for each more.
    fn alpha_beta(root: Position) -> Self {
        Self::search(root, AlphaBeta::FULL, 24)
    }

    /// Searches to the end of the game. Beyond `limit` empty squares nobody will see that end, and is told so.
    fn search(root: Position, window: impl Window, limit: u32) -> Self {
        let empty = root.empty().len();
        if empty > limit {
            warn(&format!("{empty} empty squares; with more than {limit} this search will hardly ever end"));
        }
        let mut line = PrincipalVariation::new();
        let mut tally = Tally::new();
        let observer = &mut (&mut tally, &mut line);
        let Ok(outcome) = with_best_instructions!(best => {
            Search { root: Pass(root.with(best)), depth: Depth::UNLIMITED, window, evaluation: &Pieces }.run(observer)
        });
        let counts = Some(tally.finish());
        Self { root: Pass(root), value: outcome.value, moves: line.moves().to_vec(), counts }
    }

    /// The answer in one of its forms, and what the search counted.
    fn shown(&self, form: fn(&Self) -> String) -> (String, Option<Counts>) {
        (form(self), self.counts)
    }

    /// `(value, row, col)` of the first best move.
    fn best(&self) -> String {
        match self.moves.first() {
            Some(Move::Place(square)) => format!("({}, {}, {})", self.value, square.row(), square.column()),
            Some(Move::Pass) | None => format!("({}, -1, -1)", self.value),
        }
    }

    /// `(value, [('B', row, col), ...])`, the line of best play. Passes are left out; the last entry tells who would be
    /// to move at the end.
    fn line(&self) -> String {
        let mut game = self.root;
        let mut entries = Vec::new();
        for &played in &self.moves {
            if let Move::Place(square) = played {
                entries.push(format!("('{}', {}, {})", letter(&game), square.row(), square.column()));
            }
            game = game.after(played);
        }
        entries.push(format!("('{}', -1, -1)", letter(&game)));
        format!("({}, [{}])", self.value, entries.join(", "))
    }
}

/// Says what is to be expected before a search that takes long.
fn warn(what: &impl fmt::Display) {
    // Where it cannot be said, it is tried all the same.
    let _ = writeln!(io::stderr(), "warning: {what}. Ctrl-C stops it");
}

/// The player to move, as a letter.
const fn letter(game: &Pass) -> char {
    match game.0.mover() {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// Counts as the assignment does, where the cut-offs are its truncations, and shows on a terminal that the search is
/// alive.
struct Tally {
    counts: Counts,
    progress: Progress,
}

impl Tally {
    /// Nodes between two looks at the clock.
    const STRIDE: u64 = 1 << 20;

    fn new() -> Self {
        Self { counts: Counts::default(), progress: Progress::start("searching") }
    }

    fn finish(self) -> Counts {
        self.counts
    }
}

impl<W> Observer<Move, W> for Tally {
    type Error = Infallible;

    fn leaf(&mut self, node: Node<Move>, value: Value, window: W) -> Result<(), Infallible> {
        self.counts.leaf(node, value, window)
    }

    fn enter(&mut self, node: Node<Move>, value: Value, window: W) -> Result<(), Infallible> {
        let Ok(()) = self.counts.enter(node, value, window);
        if self.counts.nodes.is_multiple_of(Self::STRIDE) {
            self.progress.say(format!("searching: {} nodes", HumanCount(self.counts.nodes)));
        }
        Ok(())
    }

    fn update(&mut self, node: Node<Move>, update: Update<Move, W>) -> Result<(), Infallible> {
        match update.child {
            Move::Place(_) => self.counts.update(node, update),
            // The assignment hands the window through a pass: where it closes after one, nothing was truncated.
            Move::Pass => Ok(()),
        }
    }
}
