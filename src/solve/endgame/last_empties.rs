//! Searches nodes with at most five empty squares, which are most nodes of a search.
//!
//! The functions for few empty squares do not use a table, and only order moves by the quarters' parity.

use super::{
    instructions::{Instructions, compiled},
    search::{INFINITY, Search},
};
use reversi_core::games::reversi::{Bitboard, Board, Square, lines::flip_count_of_last};

/// The largest number of empty squares of the nodes in this module.
pub const MOST: u32 = 5;

/// The legal moves of a board, and the parity of the quarters, which orders the moves.
#[derive(Clone, Copy, Debug)]
pub struct Mobility {
    /// The squares of the [quarters with an odd number](super::geometry::Geometry::odd) of empty squares.
    pub odd: Bitboard,
    pub moves: Bitboard,
}

/// The best value among some moves; a number below every value if no move is legal. Each move is given as a square and
/// a function that searches the board after the move. If a value exceeds `alpha`, the calling function returns it at
/// once.
macro_rules! best_of {
    ($search:ident, $board:ident, $alpha:ident, $($square:ident then $below:ident($($rest:expr),+)),+) => {{
        let mut best = -INFINITY;
        $(
            if let Some(after) = $search.after($board, $square) {
                best = best.max(-$search.$below(after, -$alpha - 1, $($rest),+));
                if best > $alpha {
                    return best;
                }
            }
        )+
        best
    }};
}

impl<I: Instructions> Search<'_, I> {
    /// Compares a board's value to `alpha`, and returns a bound of the value on the same side of `alpha` (fail-soft).
    /// The board has at most [`MOST`] empty squares. `odd` has the squares of the [quarters with an odd
    /// number](super::geometry::Geometry::odd) of empty squares.
    #[inline]
    pub fn last_empties(&mut self, board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32 {
        if empty.len() == MOST {
            self.five(board, alpha, empty, Mobility { odd, moves: self.move_candidates(board) & empty })
        } else {
            compiled!(self.visit_last(board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32)
        }
    }

    /// Searches a node with five empty squares.
    #[inline(always)]
    pub fn five(&mut self, board: Board, alpha: i32, empty: Bitboard, mobility: Mobility) -> i32 {
        compiled!(self.visit_five(board: Board, alpha: i32, empty: Bitboard, mobility: Mobility) -> i32)
    }

    #[inline(always)]
    fn visit_five(&mut self, board: Board, alpha: i32, empty: Bitboard, Mobility { odd, moves }: Mobility) -> i32 {
        self.nodes += 1;
        if moves.is_empty() {
            return match self.after_pass(board, empty) {
                Some((passed, moves)) => -self.five(passed, -alpha - 1, empty, Mobility { odd, moves }),
                None => self.final_value(board),
            };
        }
        let mut best = -INFINITY;
        let beyond = -alpha - 1;
        for square in (moves & odd).into_iter().chain(moves - odd) {
            let after = board.after(square, self.flips(board, square));
            let (empty, odd) = (empty - Bitboard::of(square), odd ^ self.quarter(square));
            let value = -compiled!(self.visit_last(after: Board, beyond: i32, empty: Bitboard, odd: Bitboard) -> i32);
            best = best.max(value);
            if best > alpha {
                break;
            }
        }
        best
    }

    /// Searches a node with at most four empty squares.
    #[inline(always)]
    fn visit_last(&mut self, board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32 {
        // In a quarter with an odd number of empty squares, the player who moves first can also move last. The search
        // tries squares of odd quarters first. If one odd quarter has one empty square and another has three, the
        // single square is tried first.
        let mut squares = (empty & odd).into_iter().chain(empty - odd);
        let mut next = || squares.next().expect("so many squares");
        match empty.len() {
            4 => {
                let mut all = [next(), next(), next(), next()];
                if (empty - odd).is_empty() {
                    let alone = |square: &Square| (self.quarter(*square) & empty).len() == 1;
                    let alone = all.iter().position(alone).unwrap_or(0);
                    all.swap(0, alone);
                }
                self.visit_four(board, alpha, all, false)
            }
            3 => self.three(board, alpha, [next(), next(), next()], false),
            2 => self.two(board, alpha, next(), next()),
            1 => self.one(board, alpha, next()),
            _ => self.final_value(board),
        }
    }

    /// Searches a node with four empty squares; `passed` is true if the opponent has passed.
    #[inline(always)]
    fn visit_four(&mut self, board: Board, alpha: i32, squares: [Square; 4], passed: bool) -> i32 {
        self.nodes += 1;
        let [a, b, c, d] = squares;
        let best = best_of!(self, board, alpha,
            a then three([b, c, d], false),
            b then three([a, c, d], false),
            c then three([a, b, d], false),
            d then three([a, b, c], false));
        if best > -INFINITY {
            return best;
        }
        if passed {
            return self.final_value(board);
        }
        let (board, alpha, passed) = (board.passed(), -alpha - 1, true);
        -compiled!(self.visit_four(board: Board, alpha: i32, squares: [Square; 4], passed: bool) -> i32)
    }

    /// Searches a node with three empty squares; `passed` is true if the opponent has passed.
    #[inline(always)]
    fn three(&mut self, board: Board, alpha: i32, squares: [Square; 3], passed: bool) -> i32 {
        compiled!(self.visit_three(board: Board, alpha: i32, squares: [Square; 3], passed: bool) -> i32)
    }

    #[inline(always)]
    fn visit_three(&mut self, board: Board, alpha: i32, squares: [Square; 3], passed: bool) -> i32 {
        self.nodes += 1;
        let [a, b, c] = squares;
        let best = best_of!(self, board, alpha, a then two(b, c), b then two(a, c), c then two(a, b));
        if best > -INFINITY {
            return best;
        }
        if passed {
            return self.final_value(board);
        }
        -self.three(board.passed(), -alpha - 1, squares, true)
    }

    #[inline(always)]
    fn two(&mut self, board: Board, alpha: i32, a: Square, b: Square) -> i32 {
        self.nodes += 1;
        let best = best_of!(self, board, alpha, a then one(b), b then one(a));
        if best > -INFINITY {
            return best;
        }
        -self.two_passed(board.passed(), -alpha - 1, a, b)
    }

    /// Searches a node with two empty squares, after the opponent has passed.
    #[inline(always)]
    fn two_passed(&mut self, board: Board, alpha: i32, a: Square, b: Square) -> i32 {
        let best = best_of!(self, board, alpha, a then one(b), b then one(a));
        if best > -INFINITY { best } else { self.final_value(board) }
    }

    /// Evaluates a node with one empty square. The exact value follows from the number of discs that the last disc of
    /// either player flips.
    #[inline(always)]
    fn one(&mut self, board: Board, _: i32, square: Square) -> i32 {
        self.nodes += 1;
        // All squares except one have a disc.
        let difference = 2 * board.own.len() as i32 + 1 - self.shared.geometry.count;
        let own = flip_count_of_last(square.index(), board.own.0) as i32;
        if own > 0 {
            return difference + 2 * own + 1;
        }
        let other = flip_count_of_last(square.index(), board.other.0) as i32;
        if other > 0 {
            return difference - 2 * other - 1;
        }
        self.final_value(board)
    }

    /// The board after a move to an empty square; `None` if the move captures nothing.
    #[inline(always)]
    fn after(&self, board: Board, square: Square) -> Option<Board> {
        let flips = self.flips(board, square);
        (!flips.is_empty()).then(|| board.after(square, flips))
    }
}
