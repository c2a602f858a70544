//! The recursion: alpha-beta with null windows, from the side of the player to move. A null window asks of a node whether its
//! value exceeds `alpha`.

use std::{
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use rayon::ThreadPool;

use super::{
    evaluation::Evaluation,
    geometry::{Geometry, index},
    instructions::{Instructions, compiled},
    last_empties,
    score::Score,
    shallow::{self, Mobility},
    split::Split,
    stability::Stability,
    table::{Entry, Table},
};
use reversi_core::{
    game::take_best,
    games::reversi::{Bitboard, Board, BoardTable, Square},
};

/// Above every value; its negative is below.
pub const INFINITY: i32 = 100;

/// Nodes with so many empty squares and more poll whether the search was stopped: once in about 1 ms.
const POLL_STOP_FROM: u32 = 12;

/// Nodes with so many empty squares and more are divided between threads. A node with fewer is searched in less time than
/// it takes to wake a thread.
const SPLIT_FROM: u32 = 15;

/// Boards with so many discs and fewer are searched in their canonical form: the search meets many of them turned or
/// mirrored.
const CANONICAL_TO: u32 = 16;

/// What one thread has found out of late about boards near the end, in 128 KiB. It stays within the processor's own cache,
/// where it is found sooner than in the table of all threads.
pub type Cache = BoardTable<Entry>;

/// The number of slots of a cache, of 32 bytes each.
const CACHE_SLOTS: usize = 1 << 12;

/// What all threads of a search have in common.
#[derive(Debug)]
pub struct Shared {
    /// The squares of the board, and how they lie.
    pub geometry: Geometry,
    /// The stable discs of the board's edges.
    pub stability: Stability,
    /// The evaluation of boards; only 8x8 has one.
    pub evaluation: Option<&'static Evaluation>,
    /// What a finished game is worth.
    pub score: Score,
    /// The entries of nodes with more than [`shallow::MOST`] empty squares.
    pub table: Table,
    /// The caches that no thread is using.
    pub caches: Mutex<Vec<Cache>>,
    /// The threads, where there is more than one.
    pub pool: Option<ThreadPool>,
    /// The nodes that all threads together have visited; each thread adds its own now and then.
    pub nodes: Arc<AtomicU64>,
    /// Ends the search when it is set.
    pub stop: Arc<AtomicBool>,
}

impl Shared {
    /// Calls a function with a new search, on one of the pool's threads where there is a pool.
    pub fn search<I: Instructions, T: Send>(&self, instructions: I, work: impl FnOnce(Search<'_, I>) -> T + Send) -> T {
        let task = || self.with_cache(|cache| work(Search::new(self, instructions, cache)));
        match &self.pool {
            Some(pool) => pool.install(task),
            None => task(),
        }
    }

    /// Calls a function with a cache that no other thread is using.
    pub fn with_cache<T>(&self, work: impl FnOnce(&mut Cache) -> T) -> T {
        let caches = || self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        let unused = caches().pop();
        let mut cache = unused.unwrap_or_else(|| BoardTable::new(CACHE_SLOTS, CACHE_SLOTS, Entry::UNKNOWN));
        let result = work(&mut cache);
        caches().push(cache);
        result
    }
}

/// The search of one thread.
#[derive(Debug)]
pub struct Search<'s, I> {
    /// What all threads of the search have in common.
    pub shared: &'s Shared,
    /// The instructions that moves are computed with.
    pub instructions: I,
    /// The nodes visited that [`Shared::nodes`] does not count yet.
    pub nodes: u64,
    /// The children still to be searched, of all nodes on the way from the root.
    pub children: Vec<Child>,
    /// The entries of nodes with at most [`shallow::MOST`] empty squares, of this thread alone.
    pub cache: &'s mut Cache,
    /// The innermost node that this thread searches together with others.
    split: Option<&'s Split<'s>>,
}

/// A child of a node, before it is searched.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The move that leads to it.
    pub square: Square,
    pub board: Board,
    /// The higher, the sooner it is searched.
    pub ordering_score: i32,
}

impl Child {
    /// Brings children into the order of their scores, the highest first; equal ones stay as they are.
    pub fn sort(children: &mut [Self]) {
        children.sort_by_key(|child| -child.ordering_score);
    }
}

/// The best of the children searched so far, and what it is worth.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    /// The highest value, or the highest bound where none exceeds alpha.
    pub value: i32,
    pub square: Option<Square>,
}

impl<'s, I: Instructions> Search<'s, I> {
    /// A search that has visited nothing.
    pub fn new(shared: &'s Shared, instructions: I, cache: &'s mut Cache) -> Self {
        Self { shared, instructions, nodes: 0, children: Vec::with_capacity(256), cache, split: None }
    }

    /// The squares, taken or not, on which the player to move captures.
    #[inline(always)]
    pub fn move_candidates(&self, board: Board) -> Bitboard {
        Bitboard(self.instructions.move_candidates(board.own.0, board.other.0))
    }

    /// What a move to an empty square captures.
    #[inline(always)]
    pub fn flips(&self, board: Board, square: Square) -> Bitboard {
        Bitboard(self.instructions.flips(square.index(), board.own.0, board.other.0))
    }

    /// The quarter of the board that a square lies in.
    #[inline]
    pub const fn quarter(&self, square: Square) -> Bitboard {
        self.shared.geometry.quarters[index(square)]
    }

    /// The squares without a disc.
    #[inline]
    pub fn empty(&self, board: Board) -> Bitboard {
        self.shared.geometry.squares - board.occupied()
    }

    /// The board after a pass of the player to move, who has no move, and the opponent's moves; `None` where the opponent has
    /// no move either.
    #[inline(always)]
    pub fn after_pass(&self, board: Board, empty: Bitboard) -> Option<(Board, Bitboard)> {
        let passed = board.passed();
        let moves = self.move_candidates(passed) & empty;
        (!moves.is_empty()).then_some((passed, moves))
    }

    /// The value of a board on which neither player has a move.
    #[inline]
    pub fn final_value(&self, board: Board) -> i32 {
        self.shared.score.of(board, self.shared.geometry.count)
    }

    /// The value of a board against `alpha`: above it or not, and a bound that lies on the same side (fail-soft). `None`
    /// where the search was stopped.
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
        let entry = self.probe(board, empties).unwrap_or(Entry::UNKNOWN);
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
        // A child whose value is known well enough spares the search of all (enhanced transposition cut-off).
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
        self.store(board, empties, Entry { best: square, ..entry.with(value, alpha) });
        Some(value)
    }

    /// The best of the children from an index on, or the first found whose value exceeds `alpha`. `hash_move` is the move of
    /// the table's entry, which is tried first.
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
            // Where the first child makes no cut-off, most of the time no child does: all have to be searched, by several
            // threads.
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

    /// Has the threads of the pool that are idle help to search the children from an index on (young brothers wait: Feldmann
    /// 1993, "Game tree search on massively parallel systems"). `best` is the best of the children searched before.
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
                        // Most of the time the children are searched before a second thread begins.
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
        // Where the search was stopped, some children have no value.
        self.poll_stop()?;
        Some(split.into_best())
    }

    /// Searches children of a split until none is left.
    fn share(&mut self, split: &Split) {
        while let Some(child) = split.next() {
            let Some(value) = self.value(child.board, -split.alpha - 1) else { break };
            split.report(Best { value: -value, square: Some(child.square) });
        }
        self.count();
    }

    /// The upper bound of the value that the opponent's stable discs give, where it does not exceed `alpha`.
    #[inline]
    pub fn stability_bound(&self, board: Board, alpha: i32, empties: u32) -> Option<i32> {
        // For a lower alpha there are hardly ever enough stable discs, and counting them takes time.
        let worth_counting = alpha >= 2 * empties as i32 - 2;
        let most = || self.shared.geometry.count - 2 * self.shared.stability.stable(board.passed()).len() as i32;
        worth_counting.then(most).filter(|&most| most <= alpha)
    }

    #[inline]
    fn probe(&self, board: Board, empties: u32) -> Option<Entry> {
        if empties > shallow::MOST {
            self.shared.table.probe(board).map(|entry| entry.at_depth(Entry::PROVED))
        } else {
            self.cache.probe(board).copied()
        }
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // at most 64
    pub(super) fn store(&self, board: Board, empties: u32, entry: Entry) {
        self.shared.table.store(board, empties as u8, entry);
    }

    /// Adds the nodes of this thread to those of all threads.
    #[inline]
    pub fn count(&mut self) {
        self.shared.nodes.fetch_add(mem::take(&mut self.nodes), Ordering::Relaxed);
    }

    /// Adds up the nodes; `None` where the search was stopped or another thread made its result needless.
    #[inline]
    pub fn poll_stop(&mut self) -> Option<()> {
        self.count();
        let stopped = self.shared.stop.load(Ordering::Relaxed) || self.split.is_some_and(Split::is_over);
        (!stopped).then_some(())
    }
}
