//! Proves exact values near the end of the game, under the ordinary rules.
//!
//! [`Solver::solve`] finds the value and the first best move of the plain [search](reversi_core::search::Search) to the
//! end of the game. This file tests the moves at the root one after the other; `search` has all other nodes.

mod score;
mod search;

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64},
};

pub use self::score::Score;
use self::search::{INFINITY, LIMIT, ROOT_PLIES, Search};
use reversi_core::{
    game::Game as _,
    games::reversi::{Move, Pass, Position, Size},
};
use reversi_io::names::duration;

/// The values that the solver should prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The value of the position, and the first best move in positional order.
    Best,
    AllMoves,
}

/// Proved values, from the point of view of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub value: i32,
    /// The first best move in positional order, or a pass; `None` if the game is over.
    pub best: Option<Move>,
    /// The value of each move in positional order; empty for [`Goal::Best`].
    pub moves: Vec<(Move, i32)>,
}

/// Solves positions of one size. The transposition table is kept from one position to the next.
#[derive(Debug)]
pub struct Solver(Search);

impl Solver {
    /// A solver whose table takes at most 64 MiB.
    pub fn new(size: Size, score: Score) -> Self {
        Self(Search::new(size, score))
    }

    /// The size of the solver's positions.
    pub const fn size(&self) -> Size {
        self.0.size
    }

    /// Sets a switch by which another thread can end a search. The switch stays set until the caller resets it.
    pub fn stop_by(&mut self, stop: Arc<AtomicBool>) {
        self.0.stop = stop;
    }

    /// The number of nodes of all searches. The number grows during a search, and other threads may read it.
    pub fn nodes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.0.counted)
    }

    /// Proves the goal; `None` if the search was stopped.
    ///
    /// # Panics
    /// Panics if the position has another size than the solver.
    pub fn solve(&mut self, position: &Position, goal: Goal) -> Option<Solution> {
        assert_eq!(position.size(), self.0.size, "a solver is for one size");
        let moves: Vec<Move> = Pass(*position).moves().collect();
        let mut root = Root { search: &mut self.0, position, moves };
        let solution = match goal {
            _ if root.moves.is_empty() => {
                Some(Solution { value: root.search.final_value(position.board()), best: None, moves: Vec::new() })
            }
            Goal::Best => root.best(),
            Goal::AllMoves => root.all_moves(),
        };
        self.0.count();
        solution
    }

    /// The line of best play of the plain search: at each node the first move, in positional order, that keeps the
    /// value. The line is shorter if the search is stopped.
    pub fn line(&mut self, position: &Position) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), *position);
        while let Some(best) = self.solve(&position, Goal::Best).and_then(|solution| solution.best) {
            line.push(best);
            position = position.after_move(best);
        }
        line
    }
}

/// The root of a search; there is a move, or else a pass.
struct Root<'a> {
    search: &'a mut Search,
    position: &'a Position,
    moves: Vec<Move>,
}

impl Root<'_> {
    fn all_moves(&mut self) -> Option<Solution> {
        let values =
            (0..self.moves.len()).map(|index| Some((self.moves[index], self.test(index, -INFINITY, INFINITY)?)));
        let moves = values.collect::<Option<Vec<_>>>()?;
        let value = moves.iter().map(|known| known.1).max()?;
        let best = moves.iter().find(|known| known.1 == value).map(|known| known.0);
        Some(Solution { value, best, moves })
    }

    fn best(&mut self) -> Option<Solution> {
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        order.sort_by_cached_key(|&index| {
            let after = self.after(index);
            self.search.promise(after.board(), after.legal_moves(), ROOT_PLIES, -LIMIT, LIMIT)
        });
        let (mut value, mut best) = (-INFINITY, 0);
        let mut upper = vec![INFINITY; self.moves.len()];
        for index in order {
            if value > -INFINITY {
                upper[index] = self.test(index, value, value + 1)?;
            }
            if upper[index] > value {
                upper[index] = self.test(index, value, INFINITY)?;
                (value, best) = (upper[index], index);
            }
        }
        // A move before the best move may have the same value.
        for (index, upper) in upper[..best].iter().enumerate() {
            if *upper >= value && self.test(index, value - 1, value)? >= value {
                best = index;
                break;
            }
        }
        Some(Solution { value, best: Some(self.moves[best]), moves: Vec::new() })
    }

    fn after(&self, index: usize) -> Position {
        self.position.after_move(self.moves[index])
    }

    /// Searches a move with the window from `alpha` to `beta`; `None` if the search was stopped.
    fn test(&mut self, index: usize, alpha: i32, beta: i32) -> Option<i32> {
        let after = self.after(index);
        let found = -self.search.value(after.board(), after.legal_moves(), -beta, -alpha)?;
        self.search.nodes += 1;
        self.search.count();
        Some(found)
    }
}

/// A text such as `30 empty squares: expect about 13 minutes`; `None` with at most 20 empty squares, which take some
/// seconds.
pub fn solving_time(empties: u32) -> Option<String> {
    // On one core, FFO #40 (20 empty squares) takes 1.5 s, #41 to #44 (22 and 23) take 3 to 5 s, #45 (24) 30 s.
    let beyond = empties.checked_sub(20).filter(|&beyond| beyond > 0)?;
    let seconds = 2.0 * 2.0_f64.powi(beyond as i32);
    Some(format!("{empties} empty squares: expect about {}", duration(seconds)))
}
