//! Alpha-beta with null windows: decides if a node's value, for the player to move, is greater than `alpha`.

use std::mem;

use super::{
    instructions::{Instructions, compiled},
    last_empties::{self, Mobility},
    search::{INFINITY, Search},
    shallow,
    split::{Best, Child, Split},
    table::HashEntry,
};
use reversi_core::{
    game::take_best,
    games::reversi::{Bitboard, Board, Square},
};

/// Nodes with at least this number of empty squares check if the search was stopped, about once in 1 ms.
const POLL_STOP_FROM: u32 = 12;

/// The children of nodes with at least this number of empty squares are divided between threads. Searching a smaller
/// node takes less time than waking a thread.
const SPLIT_FROM: u32 = 15;

/// Boards with at most this number of discs are searched in canonical form, because mirrored boards often occur.
const CANONICAL_TO: u32 = 16;

impl<I: Instructions> Search<'_, I> {
    /// Compares a board's value to `alpha`, and returns a bound of the value on the same side of `alpha` (fail-soft).
    /// `None` if the search was stopped.
    #[inline(always)]
    pub fn value(&mut self, board: Board, alpha: i32) -> Option<i32> {
        let empty = self.empty(board);
        let empties = empty.len();
        if empties <= shallow::MOST {
            let odd = self.shared.geometry.odd(empty);
            let is_few = empties <= last_empties::MOST;
            return Some(if is_few {
                self.last_empties(board, alpha, empty, odd)
            } else {
                self.shallow(board, alpha, empty, Mobility { odd, moves: self.move_candidates(board) & empty })
            });
        }
        compiled!(self.visit_node(board: Board, alpha: i32, empty: Bitboard, empties: u32) -> Option<i32>)
    }

    #[inline(always)]
    fn visit_node(&mut self, mut board: Board, alpha: i32, mut empty: Bitboard, empties: u32) -> Option<i32> {
        self.nodes += 1;
        if empties >= POLL_STOP_FROM {
            self.poll_stop()?;
            if board.occupied().len() <= CANONICAL_TO {
                board = board.canonical(self.shared.geometry.size);
                empty = self.empty(board);
            }
        }
        if let Some(most) = self.stability_bound(board, alpha, empties) {
            return Some(most);
        }
        let entry = self.probe(board, empties).unwrap_or(HashEntry::UNKNOWN);
        if let Some(bound) = entry.decides(alpha) {
            return Some(bound);
        }
        let moves = self.move_candidates(board) & empty;
        if moves.is_empty() {
            return match self.after_pass(board, empty) {
                Some((passed, _)) => self.value(passed, -alpha - 1).map(|value| -value),
                None => Some(self.final_value(board)),
            };
        }

        let first = self.children.len();
        for square in moves {
            let after = board.after(square, self.flips(board, square));
            self.children.push(Child { square, board: after, ordering_score: 0 });
        }
        // If the table's bound of a child is good enough, the children need not be searched (enhanced transposition
        // cut-off).
        for child in &self.children[first..] {
            let known = self.probe(child.board, empties - 1).map_or(-INFINITY, |entry| -i32::from(entry.upper));
            if known > alpha {
                self.children.truncate(first);
                return Some(known);
            }
        }
        let best = self.best_child(board, first, alpha, empty, entry.best);
        self.children.truncate(first);
        let Best { value, square } = best?;
        self.store(board, empties, HashEntry { best: square, ..entry.with(value, alpha) });
        Some(value)
    }

    /// Among the children from an index on: the best child, or the first child whose value exceeds `alpha`. `hash_move`
    /// is the move from the table, which is searched first.
    #[inline(always)]
    fn best_child(
        &mut self,
        board: Board,
        first: usize,
        alpha: i32,
        empty: Bitboard,
        hash_move: Option<Square>,
    ) -> Option<Best> {
        let mut best = Best { value: -INFINITY, square: None };
        if let Some(index) = self.children[first..].iter().position(|child| Some(child.square) == hash_move) {
            let child = self.children.swap_remove(first + index);
            best = Best { value: -self.value(child.board, -alpha - 1)?, square: hash_move };
            if best.value > alpha {
                return Some(best);
            }
        }
        let odd = self.shared.geometry.odd(empty);
        self.order(board, first, empty, odd);
        loop {
            // If the first child does not cause a cut-off, usually no child does. If the first child causes no cut-off,
            // several threads search the other children.
            if best.square.is_some()
                && self.shared.pool.is_some()
                && empty.len() >= SPLIT_FROM
                && self.children.len() > first + 1
            {
                return self.divide(first, alpha, best);
            }
            let Some(Child { board, square, .. }) = take_best(&mut self.children, first, |child| child.ordering_score)
            else {
                return Some(best);
            };
            let value = -self.value(board, -alpha - 1)?;
            if value > best.value {
                best = Best { value, square: Some(square) };
                if value > alpha {
                    return Some(best);
                }
            }
        }
    }

    /// Searches the children from an index on with the help of idle threads (young brothers wait: Feldmann 1993, "Game
    /// tree search on massively parallel systems"). `best` is the best child so far.
    #[cold]
    fn divide(&mut self, first: usize, alpha: i32, best: Best) -> Option<Best> {
        let mut children = self.children.split_off(first);
        Child::sort(&mut children);
        let split = Split::new(&children, alpha, best, self.split);
        if let Some(pool) = &self.shared.pool {
            let (shared, instructions) = (self.shared, self.instructions);
            let mut own = Search {
                shared,
                instructions,
                nodes: 0,
                children: mem::take(&mut self.children),
                cache: &mut *self.cache,
                split: Some(&split),
            };
            pool.in_place_scope(|scope| {
                for _ in 1..pool.current_num_threads().min(children.len()) {
                    scope.spawn(|_| {
                        // Often all children are searched before a second thread begins.
                        if split.has_work() {
                            shared.with_cache(|cache| {
                                let helper = Search::new(shared, instructions, cache);
                                Search { split: Some(&split), ..helper }.share(&split);
                            });
                        }
                    });
                }
                own.share(&split);
            });
            self.children = own.children;
        }
        // If the search was stopped, some children have no value.
        self.poll_stop()?;
        Some(split.into_best())
    }

    /// Searches children of a split node until no child is left.
    fn share(&mut self, split: &Split) {
        while let Some(child) = split.next() {
            let Some(value) = self.value(child.board, -split.alpha - 1) else { break };
            split.report(Best { value: -value, square: Some(child.square) });
        }
        self.count();
    }

    #[inline]
    fn probe(&self, board: Board, empties: u32) -> Option<HashEntry> {
        if empties > shallow::MOST {
            self.shared.table.probe(board).map(|entry| entry.at_depth(HashEntry::PROVED))
        } else {
            self.cache.probe(board).copied()
        }
    }
}
