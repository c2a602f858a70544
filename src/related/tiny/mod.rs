//! Reversi Tiny: the 4x4 game, solved to the end. Black is MAX, and the value of a game is 1, 0 or -1.

use reversi_core::{
    game::{Depth, Evaluation as _, Game as _, Value},
    games::reversi::{Move, Pass, Position, Winner},
    search::{Algorithm, AlphaBeta, Counts, NoWindow, Outcome, Search, Window},
};

/// The boards after each legal move, in positional order. A pass repeats the board.
pub fn successors(position: &Position) -> Vec<Position> {
    let game = Pass(*position);
    game.moves().map(|played| game.after(played).0).collect()
}

/// The value of a finished game; `None` if the game is not over.
pub fn terminal_value(position: &Position) -> Option<Value> {
    position.is_over().then(|| Winner.evaluate(&Pass(*position)))
}

/// A solved position.
#[derive(Clone, Copy, Debug)]
pub struct SolvedBoard {
    pub value: Value,
    /// The number of explored states: the nodes of the search.
    pub explored: u64,
    /// The board after the first best move; `None` if the game is over.
    pub successor: Option<Position>,
}

/// Searches a position to the end of the game.
pub fn solve(position: &Position, algorithm: Algorithm) -> SolvedBoard {
    let game = Pass(*position);
    let (outcome, counts) = match algorithm {
        Algorithm::Minimax => search(game, NoWindow),
        Algorithm::AlphaBeta => search(game, AlphaBeta::FULL),
    };
    let successor = outcome.best.map(|played| game.after(played).0);
    SolvedBoard { value: outcome.value, explored: counts.nodes, successor }
}

fn search(root: Pass, window: impl Window) -> (Outcome<Move>, Counts) {
    let mut counts = Counts::default();
    let Ok(outcome) = Search { root, depth: Depth::UNLIMITED, window, evaluation: &Winner }.run(&mut counts);
    (outcome, counts)
}
