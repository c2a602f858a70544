//! n x n Reversi: solves a state to the end of the game, and answers the assignment's functions.

use std::{convert::Infallible, fmt::Display};

use reversi_core::{
    game::{Depth, Game as _, Value},
    games::reversi::{Color, Move, Pass, Pieces, Position, Square, text::Alphabet},
    search::{AlphaBeta, Counts, NoWindow, Node, Observer, PrincipalVariation, Search, Update, Window},
};
use reversi_solve::endgame::{Goal, Score, Solver, solving_time};

/// A method to solve a state. All methods find equal values and moves. Minimax and alpha-beta also count nodes as the
/// assignment does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Minimax: seconds for the 17 empty squares of the 5x5 start. Each further empty square of a larger board
    /// multiplies the time by ten.
    Minimax,
    /// Alpha-beta: about a minute for 20 empty squares of a 6x6 board. Each further empty square takes several times as
    /// long.
    AlphaBeta,
    /// The solver does not count nodes, and is far faster than both searches.
    Solver,
}

impl Method {
    /// A warning if the search will take long: the expected time, or that the search will hardly ever end.
    pub fn forecast(self, root: &Position) -> Option<String> {
        let limit = match self {
            Self::Minimax => 17,
            Self::AlphaBeta => 24,
            Self::Solver => return solving_time(root.empty().len()),
        };
        let empty = root.empty().len();
        (empty > limit)
            .then(|| format!("{empty} empty squares: with more than {limit}, this search will probably never finish"))
    }

    /// Solves a state to the end of the game. Minimax and alpha-beta regularly call `searched` with the number of nodes
    /// so far.
    pub fn solve(self, root: Position, searched: &mut dyn FnMut(u64)) -> SolvedState {
        match self {
            Self::Minimax => search(root, NoWindow, searched),
            Self::AlphaBeta => search(root, AlphaBeta::FULL, searched),
            Self::Solver => {
                let mut solver = Solver::new(root.size(), Score::Discs);
                let value = solver.solve(&root, Goal::Best).expect("nothing stops it").value;
                let moves = solver.line(&root);
                let of_max = match root.side_to_move() {
                    Color::Black => value,
                    Color::White => -value,
                };
                SolvedState { root: Pass(root), value: Value::new(of_max), moves, counts: None }
            }
        }
    }
}

fn search(root: Position, window: impl Window, searched: &mut dyn FnMut(u64)) -> SolvedState {
    let mut line = PrincipalVariation::new();
    let mut counter = StateCounts { counts: Counts::default(), searched };
    let observer = &mut (&mut counter, &mut line);
    let search = Search { root: Pass(root), depth: Depth::UNLIMITED, window, evaluation: &Pieces };
    let Ok(outcome) = search.run(observer);
    SolvedState { root: Pass(root), value: outcome.value, moves: line.moves().to_vec(), counts: Some(counter.counts) }
}

/// A solved state.
#[derive(Clone, Debug)]
pub struct SolvedState {
    root: Pass,
    value: Value,
    moves: Vec<Move>,
    /// The counts of the search: leaves are the assignment's terminal states, cut-offs the assignment's truncations.
    /// `None` for the solver.
    pub counts: Option<Counts>,
}

impl SolvedState {
    /// Writes `(value, row, col)` of the first best move.
    pub fn best(&self) -> String {
        format!("({}, {})", self.value, place(self.moves.first().and_then(|played| played.square())))
    }

    /// Writes the line of best play, with or without its passes. The last entry names the player to move at the end.
    pub fn line(&self, with_passes: bool) -> String {
        let (mut game, mut entries) = (self.root, Vec::new());
        for &played in &self.moves {
            if with_passes || played != Move::Pass {
                entries.push((game.0.side_to_move(), played.square()));
            }
            game = game.after(played);
        }
        entries.push((game.0.side_to_move(), None));
        line(self.value, &entries)
    }

    /// The position at the end of the line of best play.
    pub fn last(&self) -> Pass {
        self.moves.iter().fold(self.root, |game, &played| game.after(played))
    }
}

/// Writes the row and the column of a square; `-1, -1` for a pass and at the end.
pub fn place(square: Option<Square>) -> String {
    square.map_or("-1, -1".to_owned(), |square| format!("{}, {}", square.row(), square.column()))
}

/// Writes a line of play: `(value, [('B', row, col), ...])`.
pub fn line(value: impl Display, entries: &[(Color, Option<Square>)]) -> String {
    let entry = |(color, square): &(Color, Option<Square>)| {
        format!("('{}', {})", Alphabet::DOTS.letter(Some(*color)), place(*square))
    };
    format!("({value}, [{}])", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
}

const STRIDE: u64 = 1 << 20;

/// Counts as the assignment does: the assignment's truncations are cut-offs. Regularly calls a function with the number
/// of nodes.
struct StateCounts<'a> {
    counts: Counts,
    searched: &'a mut dyn FnMut(u64),
}

impl<W> Observer<Move, W> for StateCounts<'_> {
    type Error = Infallible;

    fn leaf(&mut self, node: Node<Move>, value: Value, window: W) -> Result<(), Infallible> {
        self.counts.leaf(node, value, window)
    }

    fn enter(&mut self, node: Node<Move>, value: Value, window: W) -> Result<(), Infallible> {
        let Ok(()) = self.counts.enter(node, value, window);
        if self.counts.nodes.is_multiple_of(STRIDE) {
            (self.searched)(self.counts.nodes);
        }
        Ok(())
    }

    fn update(&mut self, node: Node<Move>, update: Update<Move, W>) -> Result<(), Infallible> {
        match update.child {
            Move::Place(_) => self.counts.update(node, update),
            // The assignment passes the window through a pass, so alpha >= beta after a pass truncates nothing.
            Move::Pass => Ok(()),
        }
    }
}
