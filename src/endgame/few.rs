//! The last empty squares, where most nodes of a search are: nothing is looked up, and little is ordered.

use super::{
    board::{Board, NEIGHBOURS, index},
    tree::{INFINITY, Search, compiled},
};
use crate::{
    game::Kernel,
    games::reversi::{Bitboard, Instructions, Square},
};

/// The most empty squares that are searched here.
pub const MOST: u32 = 5;

impl<I: Instructions> Search<'_, I> {
    /// The value of a board with at most [`MOST`] empty squares against `alpha`, fail-soft as all of the tree. `odd` are
    /// the squares of the [quarters with an odd number](super::board::Geometry::odd) of empty ones.
    #[inline]
    pub fn few(&mut self, board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32 {
        if empty.len() == MOST {
            compiled!(self.visit_few(board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32)
        } else {
            compiled!(self.visit_last(board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32)
        }
    }

    /// Five empty squares.
    #[inline(always)]
    #[allow(clippy::inline_always)] // so that it is compiled for the instructions of the search
    fn visit_few(&mut self, board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32 {
        self.nodes += 1;
        let moves = self.line_ends(board) & empty;
        if moves.is_empty() {
            let passed = board.passed();
            return if (self.line_ends(passed) & empty).is_empty() {
                self.final_value(board)
            } else {
                -self.few(passed, -alpha - 1, empty, odd)
            };
        }
        let mut best = -INFINITY;
        for square in (moves & odd).into_iter().chain(moves - odd) {
            let after = board.after(square, self.captured(board, square));
            let value = -self.few(after, -alpha - 1, empty - Bitboard::of(square), odd ^ self.quarter(square));
            best = best.max(value);
            if best > alpha {
                break;
            }
        }
        best
    }

    /// Four empty squares and fewer.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn visit_last(&mut self, board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32 {
        // To play first where one plays last: the squares of odd quarters come first.
        let mut squares = (empty & odd).into_iter().chain(empty - odd);
        let mut next = || squares.next().expect("so many squares");
        match empty.len() {
            4 => self.four(board, alpha, [next(), next(), next(), next()]),
            3 => self.three(board, alpha, [next(), next(), next()]),
            2 => self.two(board, alpha, [next(), next()]),
            1 => self.one(board, next()),
            _ => self.final_value(board),
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn four(&mut self, board: Board, alpha: i32, [a, b, c, d]: [Square; 4]) -> i32 {
        let choices = [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])];
        self.best_choice(board, alpha, choices, Self::three)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn three(&mut self, board: Board, alpha: i32, [a, b, c]: [Square; 3]) -> i32 {
        // One that is alone in its quarter comes first.
        let [a, b, c] = if self.quarter(a) == self.quarter(b) {
            [c, a, b]
        } else if self.quarter(a) == self.quarter(c) {
            [b, a, c]
        } else {
            [a, b, c]
        };
        self.best_choice(board, alpha, [(a, [b, c]), (b, [a, c]), (c, [a, b])], Self::two)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn two(&mut self, board: Board, alpha: i32, [a, b]: [Square; 2]) -> i32 {
        self.best_choice(board, alpha, [(a, b), (b, a)], |search, board, _, square| search.one(board, square))
    }

    /// The best of some choices: a square to play on, and the rest. `below` is the value of a board with the rest empty.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn best_choice<R: Copy, const N: usize>(
        &mut self,
        board: Board,
        alpha: i32,
        choices: [(Square, R); N],
        below: impl Fn(&mut Self, Board, i32, R) -> i32,
    ) -> i32 {
        self.nodes += 1;
        let mut best = -INFINITY;
        for (square, rest) in choices {
            if let Some(after) = self.after(board, square) {
                best = best.max(-below(self, after, -alpha - 1, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > -INFINITY {
            return best;
        }
        // A pass. Where the opponent has no move either, that was the end.
        let passed = board.passed();
        let mut least = INFINITY;
        for (square, rest) in choices {
            if let Some(after) = self.after(passed, square) {
                least = least.min(below(self, after, alpha, rest));
                if least <= alpha {
                    return least;
                }
            }
        }
        if least < INFINITY { least } else { self.final_value(board) }
    }

    /// One empty square: what the last disc captures decides, whoever lays it.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::cast_possible_wrap)] // as above; at most 64 discs
    fn one(&mut self, board: Board, square: Square) -> i32 {
        self.nodes += 1;
        let standing = board.own.len() as i32 - board.other.len() as i32;
        let captured = self.captured(board, square);
        if !captured.is_empty() {
            return standing + 1 + 2 * captured.len() as i32;
        }
        let captured = self.captured(board.passed(), square);
        if !captured.is_empty() {
            return standing - 1 - 2 * captured.len() as i32;
        }
        self.final_value(board)
    }

    /// The board after a move to an empty square, if that captures anything.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn after(&self, board: Board, square: Square) -> Option<Board> {
        if (NEIGHBOURS[index(square)] & board.other).is_empty() {
            return None;
        }
        let captured = self.captured(board, square);
        (!captured.is_empty()).then(|| board.after(square, captured))
    }
}
