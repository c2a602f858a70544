//! Other right answers, where an assignment leaves a choice open: equally good moves, passes in a line, remaining depth.

use super::{Awari, Compared, Flag, Function, Request, compare, request::method};
use crate::{awari, nxn::Method};
use reversi_core::{
    game::{Depth, Game as _, Value},
    games::reversi::{Color, Move, Pass, Position, Square, one_line, text::Alphabet},
    search::{Algorithm, AlphaBeta},
};
use reversi_course::log::Equality;
use reversi_io::names::names;
use reversi_solve::endgame::{Goal, Score, Solver};

names! {
    /// A set of answers that are right beside the expected answer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Accept {
        /// Any move with the same value.
        Optimal => "optimal",
        /// A line of play without passes.
        NoPass => "no-pass",
        /// A line of play with passes.
        WithPass => "with-pass",
        /// The third argument of `awari max` and `min` is the number of plies left.
        RemainingDepth => "remaining-depth",
    }
}

/// A move of the first player, its value for MAX, and the answer of a program that plays the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The square or the house.
    pub name: String,
    pub value: i32,
    /// The line that a program prints for this move.
    pub answer: String,
}

/// A line for each legal move: the square and its value for MAX. Without a move, the line is a pass or `none`. Returns
/// `None` if the request does not ask for a move.
pub fn table_of_moves(request: &Request) -> Option<String> {
    let moves = request.root_moves()?;
    if let (Request::Tiny { position, .. } | Request::Nxn { position, .. }, []) = (request, &*moves) {
        let value = value_of(position);
        let value = if matches!(request, Request::Tiny { .. }) { value.signum() } else { value };
        return Some(format!("{} {value}\n", if position.is_over() { "none" } else { "pass" }));
    }
    Some(moves.iter().flat_map(|one| [one.name.clone(), format!(" {}\n", one.value)]).collect())
}

/// The value of a Reversi position for black, in discs.
fn value_of(position: &Position) -> i32 {
    let mut solver = Solver::new(position.size(), Score::Discs);
    let value = solver.solve(position, Goal::Best).expect("nothing stops the solver").value;
    if position.side_to_move() == Color::Black { value } else { -value }
}

impl Request {
    /// The values of all legal moves of a request for a move; `None` for other requests.
    pub fn root_moves(&self) -> Option<Vec<RootMove>> {
        let of_squares = |position: &Position, root_move: &dyn Fn(Square, Position) -> RootMove| {
            let squares = position.legal_moves().into_iter();
            Some(squares.map(|square| root_move(square, position.after(square))).collect())
        };
        match self {
            Self::Tiny { flag, position } if flag.algorithm().is_some() => {
                of_squares(position, &|square, after| RootMove {
                    name: square.to_string(),
                    value: value_of(&after).signum(),
                    answer: one_line::digits(&after),
                })
            }
            Self::Nxn { function, position, .. } if function.algorithm().is_some() => {
                of_squares(position, &|square, after| {
                    let (value, place) = (value_of(&after), format!("{}, {}", square.row(), square.column()));
                    RootMove { name: format!("({place})"), value, answer: format!("({value}, {place})") }
                })
            }
            Self::Awari { question: Awari::Search { depth: depth @ 1.. }, position } => {
                let root_move = |house| {
                    let found = awari::search(&position.after(house), Depth::new(depth - 1), AlphaBeta::FULL).ok()?;
                    let value = found.value.to_string().parse().ok()?;
                    Some(RootMove { name: house.to_string(), value, answer: format!("{house} {value}") })
                };
                position.moves().map(root_move).collect()
            }
            _ => None,
        }
    }

    /// The best moves among all moves: the largest value for MAX, the smallest for MIN.
    pub fn best_moves(&self) -> Option<Vec<RootMove>> {
        let mut moves = self.root_moves()?;
        let is_max = match self {
            Self::Tiny { position, .. } | Self::Nxn { position, .. } => position.side_to_move() == Color::Black,
            Self::Awari { .. } | Self::Tree { .. } => true,
        };
        let values = moves.iter().map(|one| one.value);
        let best = if is_max { values.max() } else { values.min() };
        moves.retain(|one| Some(one.value) == best);
        Some(moves)
    }

    /// The board at the end of the line of best play; `None` for other requests than searches of n x n Reversi.
    pub fn final_board(&self) -> Option<String> {
        let Self::Nxn { function, position, .. } = self else { return None };
        function.algorithm()?;
        let solved = Method::Solver.solve(*position, &mut |_| ());
        Some(one_line::slashes(&solved.last().0))
    }

    /// Compares a printed text with the expected text and with all answers that the sets contain.
    pub fn compare(&self, expected: &str, found: &str, accept: &[Accept], strictness: Equality) -> Compared {
        let compared = compare(self.system(), expected, found, strictness);
        let is_accepted = |accept: &Accept| {
            let alternatives = self.alternatives(*accept);
            let is_same = |text: &String| compare(self.system(), text, found, strictness).is_same();
            alternatives.iter().any(is_same) || *accept == Accept::Optimal && self.is_optimal_line(found)
        };
        if !compared.is_same() && accept.iter().any(is_accepted) { Compared::Same } else { compared }
    }

    /// The right answers of a set, apart from lines of equally good play.
    fn alternatives(&self, accept: Accept) -> Vec<String> {
        match (accept, self) {
            // The counts of a search do not depend on the printed move.
            (
                Accept::Optimal,
                Self::Tiny { flag: Flag::MinimaxMove | Flag::AlphaBetaMove, .. }
                | Self::Nxn { function: Function::Minimax | Function::MinimaxAb, stats: false, .. }
                | Self::Awari { .. },
            ) => self.best_moves().unwrap_or_default().into_iter().map(|one| one.answer + "\n").collect(),
            (Accept::WithPass, Self::Nxn { function, position, stats, .. }) if function.is_full() => {
                let algorithm = function.algorithm().unwrap_or(Algorithm::AlphaBeta);
                vec![method(algorithm, *stats).solve(*position, &mut |_| ()).line(true) + "\n"]
            }
            (Accept::RemainingDepth, Self::Awari { question: Awari::Node { depth, bounds, .. }, position }) => {
                let window = AlphaBeta { alpha: Value::new(bounds.0), beta: Value::new(bounds.1) };
                let found = awari::search(position, Depth::new(*depth), window);
                found.map(|found| format!("{}\n", found.value)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// True if the text is a line of play to the end in which every move keeps the value.
    fn is_optimal_line(&self, found: &str) -> bool {
        let Self::Nxn { function, position, stats: false, .. } = self else { return false };
        function.is_full() && is_optimal(position, found).unwrap_or(false)
    }
}

/// Reads `(value, [('B', row, column), ...])`; `None` if the text has another form, or a move is not legal.
fn is_optimal(position: &Position, found: &str) -> Option<bool> {
    let text = found.replace(|letter| "()[],'\"".contains(letter), " ");
    let mut words = text.split_whitespace();
    let value = value_of(position);
    if words.next()?.parse() != Ok(value) {
        return Some(false);
    }
    let words: Vec<&str> = words.collect();
    let mut game = Pass(*position);
    let mut is_ended = false;
    for entry in words.chunks(3) {
        let [color, row, column] = entry else { return None };
        let color = Alphabet::DOTS.color(color)?;
        if [*row, *column] == ["-1", "-1"] {
            // An entry without a square is a pass, or the end of the line.
            is_ended = game.0.is_over();
            continue;
        }
        if game.0.side_to_move() != color {
            let pass = game.moves().next().filter(|played| *played == Move::Pass)?;
            game = game.after(pass);
        }
        let square = Square::new(row.parse().ok()?, column.parse().ok()?)?;
        if game.0.side_to_move() != color || !game.0.legal_moves().contains(square) {
            return Some(false);
        }
        game = game.after(Move::Place(square));
        if value_of(&game.0) != value {
            return Some(false);
        }
    }
    Some(is_ended)
}
