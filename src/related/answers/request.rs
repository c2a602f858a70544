//! A request: the arguments of `reversi tiny`, `nxn` or `awari`, read from words, and the right answer.

use std::{fmt, path::Path};

use anyhow::{Context as _, Error, Result, anyhow, bail, ensure};

use super::System;
use crate::{awari, nxn::Method, tiny, trees::Searched};
use reversi_core::{
    game::{Depth, Game as _, Turn, Value},
    games::{
        awari::{House, Player, Position as Stones, setup},
        reversi::{Color, Position, Square, one_line, text::Alphabet},
        tree::{self, Tree},
    },
    search::{Algorithm, AlphaBeta, Counts},
};
use reversi_io::{
    files::{
        diagnostic,
        input::{self, Input},
    },
    names::{list, names},
};

names! {
    /// The questions of Reversi Tiny by their numbers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Flag {
        Successors => "100",
        TerminalValue => "200",
        Minimax => "300",
        MinimaxMove => "400",
        AlphaBeta => "500",
        AlphaBetaMove => "600",
    }
}

names! {
    /// The functions of n x n Reversi.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Function {
        GetMoveValue => "get_move_value",
        ExecuteMove => "execute_move",
        IsTerminalState => "is_terminal_state",
        CountPieces => "count_pieces",
        Minimax => "minimax",
        MinimaxAb => "minimax_ab",
        FullMinimax => "full_minimax",
        FullMinimaxAb => "full_minimax_ab",
    }
}

/// The questions of Awari.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awari {
    Moves,
    Apply(House),
    Status,
    Search {
        depth: u32,
    },
    /// A node of the player to move, searched between two bounds, with this number of plies left.
    Node {
        plies: u32,
        depth: u32,
        bounds: (i32, i32),
    },
}

/// A question to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Tiny { flag: Flag, position: Position },
    Nxn { function: Function, position: Position, square: Option<Square>, stats: bool },
    Awari { question: Awari, position: Stones },
    Tree { algorithm: Algorithm, tree: Tree, root: Turn },
}

type ReadFile<'a> = dyn Fn(&Path) -> Result<Input> + 'a;

/// The largest number of plies that a case may ask an Awari program to search.
const DEEPEST: u32 = 16;
/// The largest number of levels of a tree in a case.
const MOST_LEVELS: Depth = Depth::new(100);
/// The largest number of nodes of a tree in a case.
const MOST_NODES: usize = 10_000;

impl Flag {
    /// The algorithm of the question; `None` if the question needs no search.
    pub const fn algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Successors | Self::TerminalValue => None,
            Self::Minimax | Self::MinimaxMove => Some(Algorithm::Minimax),
            Self::AlphaBeta | Self::AlphaBetaMove => Some(Algorithm::AlphaBeta),
        }
    }
}

impl Function {
    /// The algorithm of the function; `None` if the function does not search.
    pub const fn algorithm(self) -> Option<Algorithm> {
        match self {
            Self::Minimax | Self::FullMinimax => Some(Algorithm::Minimax),
            Self::MinimaxAb | Self::FullMinimaxAb => Some(Algorithm::AlphaBeta),
            Self::GetMoveValue | Self::ExecuteMove | Self::IsTerminalState | Self::CountPieces => None,
        }
    }

    /// True if the function returns a line of play.
    pub const fn is_full(self) -> bool {
        matches!(self, Self::FullMinimax | Self::FullMinimaxAb)
    }
}

impl Request {
    /// Reads the words of a request. Files are relative to `folder`.
    pub fn read(system: System, words: &[String], folder: &Path) -> Result<Self> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Self::parse(system, &words, &|path| Input::read(&folder.join(path), input::LIMIT))
    }

    /// Reads the words of a request, with a function that reads files.
    pub(super) fn parse(system: System, words: &[&str], file: &ReadFile) -> Result<Self> {
        match system {
            System::Tiny => tiny_request(words),
            System::Nxn => nxn_request(words),
            System::Awari => awari_request(words, file),
            System::Tree => tree_request(words, file),
            System::Text => Err(anyhow!("a case of `text` has no arguments that this program knows")),
        }
    }

    /// The assignment that asks.
    pub const fn system(&self) -> System {
        match self {
            Self::Tiny { .. } => System::Tiny,
            Self::Nxn { .. } => System::Nxn,
            Self::Awari { .. } => System::Awari,
            Self::Tree { .. } => System::Tree,
        }
    }

    /// The first word of the question.
    pub fn question(&self) -> &'static str {
        match self {
            Self::Tiny { flag, .. } => flag.name(),
            Self::Nxn { function, .. } => function.name(),
            Self::Awari { question, position } => match (question, position.side_to_move()) {
                (Awari::Moves, _) => "moves",
                (Awari::Apply(_), _) => "apply",
                (Awari::Status, _) => "status",
                (Awari::Search { .. }, _) => "search",
                (Awari::Node { .. }, Player::One) => "max",
                (Awari::Node { .. }, Player::Two) => "min",
            },
            Self::Tree { algorithm, .. } => algorithm.name(),
        }
    }

    /// The right answer, as lines. The searches of n x n Reversi call `searched` with the number of nodes so far.
    pub fn answer(&self, searched: &mut dyn FnMut(u64)) -> Result<String> {
        match self {
            Self::Tiny { flag, position } => Ok(tiny_answer(*flag, position)),
            Self::Nxn { function, position, square, stats } => {
                nxn_answer(*function, position, *square, *stats, searched)
            }
            Self::Awari { question, position } => awari_answer(*question, position),
            Self::Tree { algorithm, tree, root } => Ok(Searched::new(tree, *root, *algorithm, false)?.leaves()),
        }
    }
}

fn tiny_request(words: &[&str]) -> Result<Request> {
    let &[flag, player, board] = words else { bail!("expected three arguments: FLAG PLAYER BOARD") };
    let flag = flag.parse().map_err(|problem| anyhow!("FLAG is `{flag}`; {problem}"))?;
    let player = Alphabet::DIGITS.color(player).with_context(|| format!("PLAYER is `{player}`; expected 1 or 2"))?;
    let position = one_line::parse_digits(board).map_err(|problem| Error::msg(problem.explain("BOARD", board)))?;
    Ok(Request::Tiny { flag, position: position.with_side_to_move(player) })
}

fn tiny_answer(flag: Flag, position: &Position) -> String {
    let boards = |boards: &[Position]| boards.iter().map(|board| one_line::digits(board) + "\n").collect();
    match (flag, flag.algorithm()) {
        (Flag::TerminalValue, _) => {
            tiny::terminal_value(position).map_or("non-terminal\n".to_owned(), |value| format!("{value}\n"))
        }
        (_, None) => boards(&tiny::successors(position)),
        (Flag::Minimax | Flag::AlphaBeta, Some(algorithm)) => {
            let solution = tiny::solve(position, algorithm);
            format!("{}\n{}\n", solution.value, solution.explored)
        }
        (_, Some(algorithm)) => boards(tiny::solve(position, algorithm).successor.as_slice()),
    }
}

fn nxn_request(words: &[&str]) -> Result<Request> {
    let stats = words.contains(&"--stats");
    let words: Vec<&str> = words.iter().copied().filter(|word| *word != "--stats").collect();
    let Some((name, operands)) = words.split_first() else { bail!("expected FUNCTION STATE [PLAYER [ROW COL]]") };
    let function = name.parse().map_err(|problem| anyhow!("FUNCTION is `{name}`; {problem}"))?;
    let request = nxn_of(function, operands, stats)?;
    if let Request::Nxn { position, .. } = &request
        && let Some(algorithm) = function.algorithm()
        && let Some(forecast) = method(algorithm, stats).forecast(position)
    {
        bail!("the search would take too long: {forecast}");
    }
    Ok(request)
}

/// A request of n x n Reversi, from the operands of a function.
pub fn nxn_of(function: Function, operands: &[&str], stats: bool) -> Result<Request> {
    let board = |text: &str| one_line::parse_rows(text).map_err(|problem| Error::msg(problem.explain("STATE", text)));
    let color = |text: &str| Alphabet::DOTS.color(text).with_context(|| format!("PLAYER is `{text}`; expected B or W"));
    let (position, square) = match (function, operands) {
        (Function::IsTerminalState | Function::CountPieces, [text]) => (board(text)?, None),
        (Function::GetMoveValue | Function::ExecuteMove, [text, player, row, column]) => {
            let position = board(text)?.with_side_to_move(color(player)?);
            let square = square(&position, row, column)?;
            (position, Some((square, row, column)))
        }
        (_, [text, player]) if function.algorithm().is_some() => (board(text)?.with_side_to_move(color(player)?), None),
        _ => {
            let takes = match (function, function.algorithm()) {
                (Function::GetMoveValue | Function::ExecuteMove, _) => "STATE PLAYER ROW COL",
                (_, Some(_)) => "STATE PLAYER",
                (_, None) => "STATE",
            };
            bail!("expected the arguments {takes} (or --named in place of STATE)")
        }
    };
    if let (Function::ExecuteMove, Some((square, row, column))) = (function, square) {
        let is_legal = position.legal_moves().contains(square);
        ensure!(is_legal, "({row}, {column}) is not a legal move: it flips no disc");
    }
    ensure!(
        !stats || function.algorithm().is_some(),
        "--stats is for the four searches: minimax, minimax_ab, full_minimax, full_minimax_ab"
    );
    Ok(Request::Nxn { function, position, square: square.map(|(square, ..)| square), stats })
}

fn square(position: &Position, row: &str, column: &str) -> Result<Square> {
    let rows = position.size().rows();
    let coordinate = |name, text: &str| {
        let number = text.parse().ok().filter(|&number| number < rows);
        number.with_context(|| format!("{name} is `{text}`; expected 0 to {}", rows - 1))
    };
    let square = Square::new(coordinate("ROW", row)?, coordinate("COL", column)?);
    Ok(square.expect("rows and columns below 8"))
}

/// The method of a search. All methods find equal results, so the solver answers unless the request asks for counts.
pub const fn method(algorithm: Algorithm, stats: bool) -> Method {
    match (algorithm, stats) {
        (_, false) => Method::Solver,
        (Algorithm::Minimax, true) => Method::Minimax,
        (Algorithm::AlphaBeta, true) => Method::AlphaBeta,
    }
}

fn nxn_answer(
    function: Function,
    position: &Position,
    square: Option<Square>,
    stats: bool,
    searched: &mut dyn FnMut(u64),
) -> Result<String> {
    let discs = |color| position.discs(color).len();
    let answer = match (function, square, function.algorithm()) {
        (Function::GetMoveValue, Some(square), _) => position.flips(square).len().to_string(),
        (Function::ExecuteMove, Some(square), _) => one_line::slashes(&position.after(square)),
        (Function::IsTerminalState, ..) => if position.is_over() { "True" } else { "False" }.to_owned(),
        (Function::CountPieces, ..) => format!("({}, {})", discs(Color::Black), discs(Color::White)),
        (_, _, Some(algorithm)) => {
            let solved = method(algorithm, stats).solve(*position, searched);
            let shown = if function.is_full() { solved.line(false) } else { solved.best() };
            let counts = solved.counts.map(|Counts { nodes, leaves, cut_offs }| {
                format!("\nterminal states: {leaves}\ntruncations: {cut_offs}\nnodes: {nodes}")
            });
            shown + &counts.unwrap_or_default()
        }
        (_, _, None) => bail!("the function needs ROW and COL"),
    };
    Ok(answer + "\n")
}

impl Awari {
    /// A call of a node at a depth, with the depth limit of the search.
    pub fn node(deepest: u32, depth: u32, bounds: (i32, i32)) -> Result<Self> {
        let plies = deepest
            .checked_sub(depth)
            .with_context(|| format!("DEPTH {depth} is greater than MAXDEPTH; expected at most {deepest}"))?;
        let (alpha, beta) = bounds;
        ensure!(alpha < beta, "ALPHA {alpha} is not less than BETA {beta}; expected ALPHA below BETA");
        Ok(Self::Node { plies, depth, bounds })
    }
}

fn awari_request(words: &[&str], file: &ReadFile) -> Result<Request> {
    let [command, setup, operands @ ..] = words else { bail!("expected COMMAND SETUP and more arguments") };
    let number = |text: &&str| text.parse::<i64>().with_context(|| format!("{text:?} is not a whole number"));
    let player = |text: &&str| text.parse::<Player>().map_err(|problem| anyhow!("the player is {text:?}; {problem}"));
    let depth = |text: &&str| -> Result<u32> {
        let plies = number(text)?;
        let is_short = (0..=i64::from(DEEPEST)).contains(&plies);
        ensure!(is_short, "the depth is {plies}; expected 0 to {DEEPEST}, or the search would take too long");
        Ok(u32::try_from(plies)?)
    };
    let (question, side) = match (*command, operands) {
        ("moves", [side]) => (Awari::Moves, player(side)?),
        ("status", [side]) => (Awari::Status, player(side)?),
        ("apply", [side, house]) => {
            let found = house.parse().ok().and_then(House::new);
            (Awari::Apply(found.with_context(|| format!("MOVE is {house:?}; expected 0 to 5"))?), player(side)?)
        }
        ("search", [plies]) => (Awari::Search { depth: depth(plies)? }, Player::One),
        ("max" | "min", [deepest, at, alpha, beta]) => {
            let bounds = (i32::try_from(number(alpha)?)?, i32::try_from(number(beta)?)?);
            let side = if *command == "max" { Player::One } else { Player::Two };
            (Awari::node(depth(deepest)?, depth(at)?, bounds)?, side)
        }
        _ => bail!(
            "{:?} is not a question of Awari; expected {}",
            words.join(" "),
            list(
                [
                    "moves SETUP PLAYER",
                    "apply SETUP PLAYER MOVE",
                    "status SETUP NEXT",
                    "search SETUP DEPTH",
                    "max or min SETUP MAXDEPTH DEPTH ALPHA BETA"
                ],
                "or"
            )
        ),
    };
    Ok(Request::Awari { question, position: stones(Path::new(setup), side, file)? })
}

/// Reads a setup, or makes the start of a game.
pub fn stones(path: &Path, side: Player, file: &ReadFile) -> Result<Stones> {
    if path == Path::new("start") {
        let start = Stones::start();
        return Ok(if start.side_to_move() == side { start } else { start.passed() });
    }
    let input = file(path)?;
    setup::parse(&diagnostic::lines(&input.text), side).map_err(|problem| input.explain(&problem))
}

fn awari_answer(question: Awari, position: &Stones) -> Result<String> {
    Ok(match question {
        Awari::Moves => awari::in_one_line(position.moves()) + "\n",
        Awari::Apply(house) => setup::write(&position.after(house)),
        Awari::Status => position.ending().map_or_else(|| "not-over".to_owned(), |_| awari::winner(position)) + "\n",
        Awari::Search { depth } => {
            let outcome = awari::search(position, Depth::new(depth), AlphaBeta::FULL)?;
            format!("{} {}\n", named(outcome.best), outcome.value)
        }
        Awari::Node { plies, bounds: (alpha, beta), .. } => {
            let window = AlphaBeta { alpha: Value::new(alpha), beta: Value::new(beta) };
            format!("{}\n", awari::search(position, Depth::new(plies), window)?.value)
        }
    })
}

fn tree_request(words: &[&str], file: &ReadFile) -> Result<Request> {
    let (algorithm, path, root) = match *words {
        [algorithm, path] => (algorithm, path, "max"),
        [algorithm, path, root] => (algorithm, path, root),
        _ => bail!("expected the arguments ALGORITHM FILE [max|min]"),
    };
    let algorithm = algorithm.parse().map_err(|problem| anyhow!("ALGORITHM is `{algorithm}`; {problem}"))?;
    let root = root.parse().map_err(|problem| anyhow!("the player at the root is `{root}`; {problem}"))?;
    let input = file(Path::new(path))?;
    let tree = tree::parse(&input.text, MOST_LEVELS).map_err(|problem| input.explain(&problem))?;
    ensure!(tree.len() <= MOST_NODES, "{path} has {} nodes; expected at most {MOST_NODES}", tree.len());
    Ok(Request::Tree { algorithm, tree, root })
}

/// The house of a move, or `none`.
pub fn named(house: Option<impl fmt::Display>) -> String {
    house.map_or_else(|| "none".to_owned(), |house| house.to_string())
}
