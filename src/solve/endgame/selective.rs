//! A selective search before a long proof: finds good first moves and guesses the value.
//!
//! The search is alpha-beta with the [evaluation](super::evaluation); each search is two plies deeper than the previous
//! search. If a much shallower search gives a node a value far outside the window, the node is not searched further.
//! The pruning method is `ProbCut` (Buro 1995, "`ProbCut`: an effective selective extension of the alpha-beta
//! algorithm"). The values may be wrong, so the proof uses only the order of moves, not the bounds.

use super::{
    instructions::{Instructions, compiled},
    ordering::{DISC, LIMIT},
    search::{INFINITY, Search},
    split::Child,
    table::HashEntry,
};
use reversi_core::{
    game::take_best,
    games::reversi::{Bitboard, Board, Square},
};

/// The smallest number of empty squares with which a selective search before the proof saves time.
pub const FROM: u32 = 20;

/// The depth of the first search, in plies.
const FIRST: u8 = 6;

/// The deepest selective search does not reach this number of last plies; the proof orders moves there by mobility.
const LEFT_OUT: u32 = 10;

/// The largest number of plies that are searched without pruning.
const IN_FULL: u8 = 2;

/// The smallest depth of searches that prune and store their results in the table. At smaller depths, the best move of
/// a search is not better than the move with the best ordering score.
const SELECTIVE_FROM: u8 = 5;

/// If a shallow search gives a value outside the window by at least this number of discs, the node is pruned.
const MARGIN: i32 = 4;

impl<I: Instructions> Search<'_, I> {
    /// Returns the expected value of a board in discs, and the best move; `None` if the search was stopped. `guess` is
    /// a first guess of the value.
    pub fn prepare(&mut self, board: Board, mut guess: i32) -> Option<(i32, Option<Square>)> {
        let deepest = self.empty(board).len().saturating_sub(LEFT_OUT);
        for depth in (FIRST..).step_by(2).take_while(|&depth| u32::from(depth) <= deepest) {
            let (mut lower, mut upper) = (-self.shared.geometry.count, self.shared.geometry.count);
            while lower < upper {
                let alpha = guess.clamp(lower + 1, upper) - 1;
                guess = self.selective(board, alpha, depth)?;
                *(if guess > alpha { &mut lower } else { &mut upper }) = guess;
            }
        }
        self.count();
        Some((guess, self.shared.table.probe(board).and_then(|entry| entry.best)))
    }

    /// Searches to `depth`, compares the expected value with `alpha`, and returns a bound in discs on the same side
    /// (fail-soft).
    #[inline(always)]
    fn selective(&mut self, board: Board, alpha: i32, depth: u8) -> Option<i32> {
        let empty = self.empty(board);
        if depth <= IN_FULL {
            let window = (alpha * DISC, (alpha + 1) * DISC);
            let value = self.look_ahead(board, &self.evaluator(board), usize::from(depth), window);
            return Some(
                (value + DISC / 2).div_euclid(DISC).clamp(-self.shared.geometry.count, self.shared.geometry.count),
            );
        }
        compiled!(self.visit_selective(board: Board, alpha: i32, depth: u8, empty: Bitboard) -> Option<i32>)
    }

    #[inline(always)]
    fn visit_selective(&mut self, board: Board, alpha: i32, depth: u8, empty: Bitboard) -> Option<i32> {
        self.nodes += 1;
        self.poll_stop()?;
        if let Some(most) = self.stability_bound(board, alpha, empty.len()) {
            return Some(most);
        }
        let stored = self.shared.table.probe(board);
        let entry = stored.unwrap_or(HashEntry::UNKNOWN).at_depth(depth);
        if let Some(bound) = entry.decides(alpha) {
            return Some(bound);
        }
        let moves = self.move_candidates(board) & empty;
        if moves.is_empty() {
            return match self.after_pass(board, empty) {
                Some((passed, _)) => self.selective(passed, -alpha - 1, depth).map(|value| -value),
                None => Some(self.final_value(board)),
            };
        }
        if depth >= SELECTIVE_FROM
            && let Some(bound) = self.probcut(board, alpha, depth)?
        {
            return Some(bound);
        }

        let first = self.children.len();
        for square in moves {
            let after = board.after(square, self.flips(board, square));
            self.children.push(Child { square, board: after, ordering_score: 0 });
        }
        self.order(board, first, empty, self.shared.geometry.odd(empty));
        for child in &mut self.children[first..] {
            if Some(child.square) == entry.best {
                child.ordering_score = LIMIT;
            }
        }
        let (mut best, mut best_move) = (-INFINITY, None);
        while best <= alpha
            && let Some(Child { square, board: after, .. }) =
                take_best(&mut self.children, first, |child| child.ordering_score)
        {
            let value = -self.selective(after, -alpha - 1, depth - 1)?;
            if value > best {
                (best, best_move) = (value, Some(square));
            }
        }
        self.children.truncate(first);
        if depth >= SELECTIVE_FROM && !stored.is_some_and(HashEntry::is_proved) {
            self.store(board, empty.len(), HashEntry { best: best_move, ..entry.with(best, alpha) });
        }
        Some(best)
    }

    /// Searches to about half the depth. If the value is at least [`MARGIN`] discs above or below `alpha`, returns a
    /// bound on that side. Both depths are even or both are odd, because the evaluation depends on the player who moves
    /// last.
    #[inline(always)]
    #[allow(clippy::option_option)] // a bound, if any; `None` where the search was stopped
    fn probcut(&mut self, board: Board, alpha: i32, depth: u8) -> Option<Option<i32>> {
        let shallow = (depth / 4 * 2 + depth % 2).min(depth - 2);
        let now = self.look_ahead(board, &self.evaluator(board), 1, (-LIMIT, LIMIT));
        Some(if now > alpha * DISC {
            (self.selective(board, alpha + MARGIN, shallow)? > alpha + MARGIN).then_some(alpha + 1)
        } else {
            (self.selective(board, alpha - MARGIN, shallow)? <= alpha - MARGIN).then_some(alpha)
        })
    }
}
