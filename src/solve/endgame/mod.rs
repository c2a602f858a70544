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
    game::{Bounds, Game as _},
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

/// A move, with the known bounds of its value for the player who makes the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    pub played: Move,
    pub bounds: Bounds,
}

/// The proved bounds of a position. All values are from the point of view of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub value: Bounds,
    /// The bounds of each move in positional order; a single pass if there is no other move; empty if the game is over.
    pub moves: Vec<MoveValue>,
    /// True if the goal was reached, false if the search was stopped.
    pub is_complete: bool,
}

impl Solution {
    /// The first move that is known to be best; if no move is known to be best, the first move.
    pub fn best(&self) -> Option<Move> {
        let known = |known: &&MoveValue| known.bounds.lower == self.value.lower;
        self.moves.iter().find(known).map(|known| known.played)
    }
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

    /// Proves the goal, and reports what is known after each proof.
    ///
    /// # Panics
    /// Panics if the position has another size than the solver.
    pub fn solve(&mut self, position: &Position, goal: Goal, report: &mut dyn FnMut(&Solution)) -> Solution {
        assert_eq!(position.size(), self.0.size, "a solver is for one size");
        let count = position.playable().len() as i32;
        let open = Bounds { lower: -count, upper: count };
        let moves: Vec<_> = Pass(*position).moves().map(|played| MoveValue { played, bounds: open }).collect();
        let value = if moves.is_empty() { Bounds::of(self.0.final_value(position.board())) } else { open };
        let mut root = Root { search: &mut self.0, position, solution: Solution { value, moves, is_complete: false } };
        let is_complete = root.prove(goal, report).is_some();
        let solution = Solution { is_complete, ..root.solution };
        self.0.count();
        solution
    }

    /// The line of best play of the plain search: at each node the first move, in positional order, that keeps the
    /// value. The line is shorter if the search is stopped.
    pub fn line(&mut self, position: &Position) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), *position);
        while let solution = self.solve(&position, Goal::Best, &mut |_| ())
            && let (true, Some(best)) = (solution.is_complete, solution.best())
        {
            line.push(best);
            position = position.after_move(best);
        }
        line
    }
}

/// The root of a search.
struct Root<'a> {
    search: &'a mut Search,
    position: &'a Position,
    solution: Solution,
}

impl Root<'_> {
    /// Proves the goal; `None` if the search was stopped.
    fn prove(&mut self, goal: Goal, report: &mut dyn FnMut(&Solution)) -> Option<()> {
        let mut order: Vec<usize> = (0..self.solution.moves.len()).collect();
        order.sort_by_cached_key(|&index| {
            let after = self.after(index);
            self.search.promise(after.board(), after.legal_moves(), ROOT_PLIES, -LIMIT, LIMIT)
        });
        let mut best = -INFINITY;
        for index in order {
            if goal == Goal::AllMoves {
                self.test(index, -INFINITY, INFINITY)?;
            } else if best == -INFINITY || self.test(index, best, best + 1)? > best {
                best = self.test(index, best, INFINITY)?;
            }
            report(&self.solution);
        }
        // A move before the best move may have the same value.
        let value = self.solution.value.lower;
        for index in 0..self.solution.moves.len() {
            let Bounds { lower, upper } = self.solution.moves[index].bounds;
            if lower == value || upper >= value && self.test(index, value - 1, value)? == value {
                break;
            }
            report(&self.solution);
        }
        Some(())
    }

    fn after(&self, index: usize) -> Position {
        self.position.after_move(self.solution.moves[index].played)
    }

    /// Searches a move with the window from `alpha` to `beta`, and stores the bounds that this proves.
    fn test(&mut self, index: usize, alpha: i32, beta: i32) -> Option<i32> {
        let after = self.after(index);
        let found = -self.search.value(after.board(), after.legal_moves(), -beta, -alpha)?;
        self.search.nodes += 1;
        self.search.count();
        let Solution { value, moves, .. } = &mut self.solution;
        moves[index].bounds.learn(found, alpha, beta);
        let best = |bound: fn(Bounds) -> i32| moves.iter().map(|known| bound(known.bounds)).max();
        value.lower = best(|bounds| bounds.lower)?;
        value.upper = best(|bounds| bounds.upper)?;
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
