//! Searches nodes with 6 to 10 empty squares.
//!
//! A thread stores nodes with 6 to 10 empty squares in its own cache instead of the common table. Children of nodes
//! with 6 to 10 empty squares are ordered by mobility instead of an evaluation.

use super::{
    instructions::{Instructions, compiled},
    last_empties::{self, Mobility},
    ordering::MOVE,
    search::{INFINITY, Search},
    table::HashEntry,
};
use reversi_core::games::reversi::{Bitboard, Board};

/// The largest number of empty squares of the nodes in this module.
pub const MOST: u32 = 10;

/// The length of the arrays of children: larger than [`MOST`], and a power of two that fills whole vectors.
const CHILDREN: usize = 16;

/// The first bit of each field in a packed child, which is one number. Bits 0 to 5 contain the index of the move's
/// square. Bits 6 to 9 contain the slot of the board, and bits 10 to 31 the ordering score. The largest packed child
/// has the highest score.
const SLOT_SHIFT: u32 = 6;
const SCORE_SHIFT: u32 = 10;

impl<I: Instructions> Search<'_, I> {
    /// Compares a board's value to `alpha`, and returns a bound of the value on the same side of `alpha` (fail-soft).
    /// The board must have more than [`last_empties::MOST`] and at most [`MOST`] empty squares.
    #[inline(always)]
    pub fn shallow(&mut self, board: Board, alpha: i32, empty: Bitboard, mobility: Mobility) -> i32 {
        compiled!(self.visit_shallow(board: Board, alpha: i32, empty: Bitboard, mobility: Mobility) -> i32)
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // bits of a packed child
    fn visit_shallow(&mut self, board: Board, alpha: i32, empty: Bitboard, Mobility { odd, moves }: Mobility) -> i32 {
        self.nodes += 1;
        let empties = empty.len();
        if let Some(most) = self.stability_bound(board, alpha, empties) {
            return most;
        }
        let entry = self.cache.probe(board).copied().unwrap_or(HashEntry::UNKNOWN);
        if let Some(bound) = entry.decides(alpha) {
            return bound;
        }
        if moves.is_empty() {
            return match self.after_pass(board, empty) {
                Some((passed, moves)) => -self.shallow(passed, -alpha - 1, empty, Mobility { odd, moves }),
                None => self.final_value(board),
            };
        }

        // The maximum of all packed children is found without a branch. A slot without a child contains the smallest
        // number.
        let mut packed = [i32::MIN; CHILDREN];
        let mut boards = [(Board::EMPTY, Bitboard::EMPTY); CHILDREN];
        let mut count = 0;
        let mut first = i32::MIN;
        for square in moves {
            let after = board.after(square, self.flips(board, square));
            // If the cache's bound of a child is good enough, the children need not be searched (enhanced transposition
            // cut-off).
            if empties > last_empties::MOST + 1
                && let Some(known) = self.cache.probe(after)
                && -i32::from(known.upper) > alpha
            {
                return -i32::from(known.upper);
            }
            let slot = count % CHILDREN;
            let replies = self.move_candidates(after) & (empty - Bitboard::of(square));
            boards[slot] = (after, replies);
            let score = self.score_of_square(square, odd) - MOVE * self.weighed(replies);
            packed[slot] = score << SCORE_SHIFT | (slot as i32) << SLOT_SHIFT | i32::from(square.index());
            first = first.max(packed[slot]);
            count += 1;
        }
        let mut best = -INFINITY;
        loop {
            let slot = first as usize >> SLOT_SHIFT & (CHILDREN - 1);
            packed[slot] = i32::MIN;
            let (after, moves) = boards[slot];
            let square = first as usize & 63;
            let empty = empty - Bitboard(1 << square);
            let mobility = Mobility { odd: odd ^ self.shared.geometry.quarters[square], moves };
            let value = if empties > last_empties::MOST + 1 {
                -self.shallow(after, -alpha - 1, empty, mobility)
            } else {
                -self.five(after, -alpha - 1, empty, mobility)
            };
            best = best.max(value);
            count -= 1;
            if best > alpha || count == 0 {
                break;
            }
            first = i32::MIN;
            for child in packed {
                first = first.max(child);
            }
        }
        self.cache.store(board, entry.with(best, alpha));
        best
    }
}
