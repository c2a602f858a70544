//! Computes exact values near the end of the game, under the ordinary rules.
//!
//! [`Solver::solve`] proves the value and the first best move of the plain [search](reversi_core::search::Search) to
//! the end of the game. The module `root` asks if a move is better than a given value. The module `null_window` answers
//! by alpha-beta with a transposition table that all threads share. Good moves are searched first (`ordering`; on 8x8
//! by an [`evaluation`], and before long proofs by a `selective` search). Most nodes have few empty squares and need
//! less work (modules `shallow` and `last_empties`).

pub mod evaluation;
mod geometry;
mod instructions;
mod last_empties;
mod null_window;
mod ordering;
mod root;
mod score;
mod search;
mod selective;
mod shallow;
mod solving_time;
mod split;
mod stability;
mod table;

use std::{
    num::NonZero,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64},
    },
};

use self::{
    evaluation::{EVALUATION, PatternIndices, UNITS_PER_DISC},
    geometry::Geometry,
    instructions::with_best_instructions,
    ordering::DISC,
    root::Root,
    search::Shared,
    stability::Stability,
    table::HashTable,
};
pub use self::{
    root::{Choice, Goal, MoveValue, Progress},
    score::Score,
    solving_time::SolvingTime,
};
use reversi_core::{
    game::Bounds,
    games::reversi::{Move, Position, Size},
};

/// The settings of a solver.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub score: Score,
    pub threads: NonZero<usize>,
    /// The largest size of the transposition table in bytes. If a position needs less, the table is smaller.
    pub memory: usize,
}

/// The default settings: one thread, and a table of at most 64 MiB.
impl Default for Settings {
    fn default() -> Self {
        Self { score: Score::default(), threads: NonZero::<usize>::MIN, memory: 64 << 20 }
    }
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
pub struct Solver {
    settings: Settings,
    shared: Shared,
}

impl Solver {
    /// A solver for positions of this size.
    pub fn new(size: Size, settings: Settings) -> Self {
        let threads = settings.threads.get();
        // While a thread waits for another, it may take on more work, which needs a larger stack.
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(16 << 20).build();
        let shared = Shared {
            geometry: Geometry::new(size),
            stability: Stability::new(size),
            evaluation: (size == Size::EIGHT).then(|| &*EVALUATION),
            score: settings.score,
            table: HashTable::new(0),
            caches: Mutex::default(),
            // If the system does not allow more threads, this thread searches alone.
            pool: (threads > 1).then(|| pool().ok()).flatten(),
            nodes: Arc::default(),
            stop: Arc::default(),
        };
        Self { settings, shared }
    }

    /// Makes a solver for an agent: one thread, and the difference of discs as value, like in the assignment.
    pub fn by_discs(size: Size) -> Self {
        Self::new(size, Settings { score: Score::Discs, ..Settings::default() })
    }

    /// The size of the solver's positions.
    pub const fn size(&self) -> Size {
        self.shared.geometry.size
    }

    /// Sets a switch by which another thread can end a search. The switch stays set until the caller resets it.
    pub fn stop_by(&mut self, stop: Arc<AtomicBool>) {
        self.shared.stop = stop;
    }

    /// The settings of the solver.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// The expected lead of the player to move in discs, by the [`evaluation`] of the board; `None` for sizes other
    /// than 8x8. The expected lead decides which moves are searched first, and is never returned as a proved value.
    pub fn expected(&self, position: &Position) -> Option<f64> {
        let units = self.shared.evaluation?.value(&PatternIndices::of(position.board()));
        Some(f64::from(units) / f64::from(UNITS_PER_DISC))
    }

    /// The line of play that a search of `plies`, at least two, expects by the [`evaluation`]. Also returns the
    /// expected lead of the player to move in discs. Returns `None` for board sizes other than 8x8.
    ///
    /// # Panics
    /// Panics if the position has another size than the solver.
    pub fn expected_line(&mut self, position: &Position, plies: usize) -> Option<(Vec<Move>, f64)> {
        self.prepare(position);
        self.shared.evaluation?;
        let board = position.board();
        let (line, value) = with_best_instructions!(best => {
            self.shared.search(best, |mut search| search.expected_line(board, plies))
        });
        Some((line, f64::from(value) / f64::from(DISC)))
    }

    /// The expected time to solve a position; `None` if it is short.
    pub fn estimate(&self, position: &Position) -> Option<SolvingTime> {
        let is_long = self.size() == Size::EIGHT && !position.is_over();
        is_long.then(|| SolvingTime::of(position.empty().len(), self.settings.threads.get())).flatten()
    }

    /// The number of nodes of all searches. The number grows during a search, and other threads may read it.
    pub fn nodes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.shared.nodes)
    }

    /// Proves the goal, and reports the bounds after each proof. The result does not depend on the number of threads or
    /// the memory.
    ///
    /// # Panics
    /// Panics if the position has another size than the solver.
    pub fn solve(
        &mut self,
        position: &Position,
        goal: Goal,
        report: &mut (dyn FnMut(Progress<'_>) + Send),
    ) -> Solution {
        self.prepare(position);
        with_best_instructions!(best => self.shared.search(best, |search| {
            let mut root = Root::new(search, position.board(), report);
            let is_complete = root.reach(goal).is_some();
            Solution { value: root.value(), moves: root.moves().to_vec(), is_complete }
        }))
    }

    /// A line of best play from a position with a known value. The line is shorter if the search is stopped.
    ///
    /// # Panics
    /// Panics if the position has another size than the solver.
    pub fn line(&mut self, position: &Position, value: i32, choice: Choice) -> Vec<Move> {
        self.prepare(position);
        let board = position.board();
        with_best_instructions!(best => self.shared.search(best, |mut search| search.line(board, value, choice)))
    }

    /// Chooses the size of the table for the nodes below a position, within the allowed memory.
    fn prepare(&mut self, position: &Position) {
        assert_eq!(position.size(), self.shared.geometry.size, "a solver is for one size");
        self.shared.table.grow_older();
        // Each additional empty square doubles the number of entries; with 20 empty squares, 100 000 entries are
        // enough. A larger table would cause more misses in the processor's cache.
        let enough = 4_u64 << position.empty().len().min(30);
        let bytes = usize::try_from(enough).unwrap_or(usize::MAX).min(self.settings.memory);
        if self.shared.table.bytes() * 2 <= bytes {
            self.shared.table = HashTable::new(bytes);
        }
    }
}
