//! The state of one thread's search, and functions for all kinds of nodes.

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
    instructions::Instructions,
    score::Score,
    split::{Child, Split},
    stability::Stability,
    table::{HashEntry, HashTable},
};
use reversi_core::games::reversi::{Bitboard, Board, BoardTable, Square};

/// A number larger than every value; `-INFINITY` is smaller than every value.
pub const INFINITY: i32 = 100;

/// One thread's recent results for boards near the end, in 128 KiB. The results stay in the processor's cache, so a
/// look-up is faster than in the common table.
pub type Cache = BoardTable<HashEntry>;

/// The number of slots of a cache, at 32 bytes each.
const CACHE_SLOTS: usize = 1 << 12;

/// The state that all threads of a search share.
#[derive(Debug)]
pub struct Shared {
    /// The squares of the board and their geometry.
    pub geometry: Geometry,
    /// The stable discs of the board's edges.
    pub stability: Stability,
    /// The evaluation of boards; `None` for sizes other than 8x8.
    pub evaluation: Option<&'static Evaluation>,
    pub score: Score,
    /// The entries of nodes with more than [`shallow::MOST`] empty squares.
    pub table: HashTable,
    /// The caches that no thread uses at the moment.
    pub caches: Mutex<Vec<Cache>>,
    /// The pool of threads, if there is more than one thread.
    pub pool: Option<ThreadPool>,
    /// The number of nodes of all threads; each thread adds its own nodes from time to time.
    pub nodes: Arc<AtomicU64>,
    pub stop: Arc<AtomicBool>,
}

impl Shared {
    /// Calls a function with a new search, on a thread of the pool if there is one.
    pub fn search<I: Instructions, T: Send>(&self, instructions: I, work: impl FnOnce(Search<'_, I>) -> T + Send) -> T {
        let task = || self.with_cache(|cache| work(Search::new(self, instructions, cache)));
        match &self.pool {
            Some(pool) => pool.install(task),
            None => task(),
        }
    }

    /// Calls a function with a cache that no other thread uses.
    pub fn with_cache<T>(&self, work: impl FnOnce(&mut Cache) -> T) -> T {
        let caches = || self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        let unused = caches().pop();
        let mut cache = unused.unwrap_or_else(|| BoardTable::new(CACHE_SLOTS, CACHE_SLOTS, HashEntry::UNKNOWN));
        let result = work(&mut cache);
        caches().push(cache);
        result
    }
}

/// The search of one thread.
#[derive(Debug)]
pub struct Search<'s, I> {
    pub shared: &'s Shared,
    /// The instructions for computing moves.
    pub instructions: I,
    /// The number of nodes that have not yet been added to [`Shared::nodes`].
    pub nodes: u64,
    /// The children that have not been searched yet, for all nodes on the path from the root.
    pub children: Vec<Child>,
    /// The entries of nodes with at most [`shallow::MOST`] empty squares, which only this thread uses.
    pub cache: &'s mut Cache,
    /// The innermost node whose children this thread searches together with other threads.
    pub split: Option<&'s Split<'s>>,
}

impl<'s, I: Instructions> Search<'s, I> {
    /// A new search that has not visited any node.
    pub fn new(shared: &'s Shared, instructions: I, cache: &'s mut Cache) -> Self {
        Self { shared, instructions, nodes: 0, children: Vec::with_capacity(256), cache, split: None }
    }

    /// The squares, empty or not, on which the player to move captures.
    #[inline(always)]
    pub fn move_candidates(&self, board: Board) -> Bitboard {
        Bitboard(self.instructions.move_candidates(board.own.0, board.other.0))
    }

    /// The discs that a move to an empty square captures.
    #[inline(always)]
    pub fn flips(&self, board: Board, square: Square) -> Bitboard {
        Bitboard(self.instructions.flips(square.index(), board.own.0, board.other.0))
    }

    /// The quarter of the board with this square.
    #[inline]
    pub const fn quarter(&self, square: Square) -> Bitboard {
        self.shared.geometry.quarters[index(square)]
    }

    /// The squares without a disc.
    #[inline]
    pub fn empty(&self, board: Board) -> Bitboard {
        self.shared.geometry.squares - board.occupied()
    }

    /// The board after a pass, and the opponent's moves; `None` if the opponent has no move either.
    #[inline(always)]
    pub fn after_pass(&self, board: Board, empty: Bitboard) -> Option<(Board, Bitboard)> {
        let passed = board.passed();
        let moves = self.move_candidates(passed) & empty;
        (!moves.is_empty()).then_some((passed, moves))
    }

    /// The value of a board without moves for either player.
    #[inline]
    pub fn final_value(&self, board: Board) -> i32 {
        self.shared.score.of(board, self.shared.geometry.count)
    }

    /// The upper bound of the value by the opponent's stable discs; `None` if this bound exceeds `alpha`.
    #[inline]
    pub fn stability_bound(&self, board: Board, alpha: i32, empties: u32) -> Option<i32> {
        // If alpha is lower, there are rarely enough stable discs, and counting them takes time.
        let may_cut_off = alpha >= 2 * empties as i32 - 2;
        let most = || self.shared.geometry.count - 2 * self.shared.stability.stable(board.passed()).len() as i32;
        may_cut_off.then(most).filter(|&most| most <= alpha)
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // at most 64
    pub(super) fn store(&self, board: Board, empties: u32, entry: HashEntry) {
        self.shared.table.store(board, empties as u8, entry);
    }

    /// Adds this thread's nodes to the nodes of all threads.
    #[inline]
    pub fn count(&mut self) {
        self.shared.nodes.fetch_add(mem::take(&mut self.nodes), Ordering::Relaxed);
    }

    /// Adds this thread's nodes. Returns `None` if the search was stopped, or if another thread has made this search
    /// unnecessary.
    #[inline]
    pub fn poll_stop(&mut self) -> Option<()> {
        self.count();
        let stopped = self.shared.stop.load(Ordering::Relaxed) || self.split.is_some_and(Split::is_over);
        (!stopped).then_some(())
    }
}
