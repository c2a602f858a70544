//! Nodes near the end: what is known of them is known to one thread alone, and their children are ordered by mobility.

use super::{
    last_empties,
    null_window::{INFINITY, Search, compiled},
    table::Entry,
};
use crate::games::reversi::{Bitboard, Board, Function, Instructions};

/// The most empty squares that are searched here.
pub const MOST: u32 = 10;

/// Room for more children than a node here may have: a whole vector of them.
const CHILDREN: usize = 16;

impl<I: Instructions> Search<'_, I> {
    /// The value of a board with more than [`few::MOST`] and at most [`MOST`] empty squares against `alpha`, fail-soft as all
    /// of the tree. `odd` are the squares of the [quarters with an odd number](super::geometry::Geometry::odd) of empty ones.
    #[inline(always)]
    pub fn shallow(&mut self, board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32 {
        compiled!(self.visit_shallow(board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32)
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most 64
    fn visit_shallow(&mut self, board: Board, alpha: i32, empty: Bitboard, odd: Bitboard) -> i32 {
        self.nodes += 1;
        let empties = empty.len();
        if let Some(most) = self.stability_bound(board, alpha, empties) {
            return most;
        }
        let mut known = self.cache.probe(board).copied().unwrap_or(Entry::UNKNOWN);
        if i32::from(known.lower) > alpha {
            return known.lower.into();
        }
        if i32::from(known.upper) <= alpha {
            return known.upper.into();
        }
        let moves = self.move_candidates(board) & empty;
        if moves.is_empty() {
            return match self.after_pass(board, empty) {
                Some(passed) => -self.shallow(passed, -alpha - 1, empty, odd),
                None => self.final_value(board),
            };
        }

        // What each child promises; below that, in four bits, its place among the boards, and in six its square: the best is
        // found without a branch.
        let mut ordering_scores = [i32::MIN; CHILDREN];
        let mut boards = [Board::EMPTY; CHILDREN];
        let mut count = 0;
        let mut ordering_score = i32::MIN;
        for square in moves {
            let after = board.after(square, self.flips(board, square));
            // A child whose value is known well enough spares the search of all (enhanced transposition cut-off).
            if empties > last_empties::MOST + 1
                && let Some(known) = self.cache.probe(after)
                && -i32::from(known.upper) > alpha
            {
                return -i32::from(known.upper);
            }
            let place = count % CHILDREN;
            boards[place] = after;
            ordering_scores[place] =
                self.ordering_score(after, square, odd) << 10 | (place as i32) << 6 | i32::from(square.index());
            ordering_score = ordering_score.max(ordering_scores[place]);
            count += 1;
        }
        let mut best = -INFINITY;
        loop {
            let place = ordering_score as usize >> 6 & (CHILDREN - 1);
            ordering_scores[place] = i32::MIN;
            let after = boards[place];
            let square = ordering_score as usize & 63;
            let (empty, odd) = (empty - Bitboard(1 << square), odd ^ self.shared.geometry.quarters[square]);
            let value = if empties > last_empties::MOST + 1 {
                -self.shallow(after, -alpha - 1, empty, odd)
            } else {
                -self.last_empties(after, -alpha - 1, empty, odd)
            };
            best = best.max(value);
            count -= 1;
            if best > alpha || count == 0 {
                break;
            }
            ordering_score = i32::MIN;
            for other in ordering_scores {
                ordering_score = ordering_score.max(other);
            }
        }
        if best > alpha {
            known.lower = best as i8;
        } else {
            known.upper = best as i8;
        }
        self.cache.store(board, known);
        best
    }
}
