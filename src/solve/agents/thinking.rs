//! The observer of an agent's searches: counts nodes, shows the progress, and stops on request.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::endgame::{Goal, Solver};
use reversi_core::{
    game::{Depth, Value},
    games::reversi::{Move, Position},
    search::{Node, Observer},
};

/// The error for an agent's search that was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// The caller's function for progress, and the caller's stop flag.
struct Watcher<'a> {
    stop: Arc<AtomicBool>,
    show: &'a mut dyn FnMut(Depth, u64),
}

/// The state that all searches for one move share: the number of nodes, and the stop flag. Plain searches use this type
/// as their observer. The solver only gets the stop flag, because the solver has no observer.
pub struct Thinking<'a> {
    watcher: Option<Watcher<'a>>,
    /// The depth limit of the current search; [`Depth::UNLIMITED`] for a search to the end of the game.
    pub depth: Depth,
    /// The number of nodes of all searches so far.
    pub nodes: u64,
}

impl<'a> Thinking<'a> {
    /// The number of nodes between two checks of the stop flag; searching so many nodes takes some milliseconds.
    const INTERVAL: u64 = 1 << 16;

    /// Makes the state of searches that end when `stop` is set. Every few milliseconds, the searches call `show` with
    /// their depth and the number of nodes.
    pub fn new(stop: Arc<AtomicBool>, show: &'a mut dyn FnMut(Depth, u64)) -> Self {
        Self { watcher: Some(Watcher { stop, show }), ..Self::undisturbed() }
    }

    /// Makes the state of searches that do not show progress and cannot be stopped.
    pub const fn undisturbed() -> Self {
        Self { watcher: None, depth: Depth::UNLIMITED, nodes: 0 }
    }

    /// True if the searches may be stopped.
    pub const fn may_be_stopped(&self) -> bool {
        self.watcher.is_some()
    }

    /// Solves a position to the end of the game, with the difference of discs as value. Returns the value for the
    /// player to move and the first best move, if there is one.
    pub(super) fn solve(
        &mut self,
        solver: &mut Solver,
        position: &Position,
    ) -> Result<(i32, Option<Move>), Interrupted> {
        self.with_solver(solver, Depth::UNLIMITED, |solver| {
            solver.solve(position, Goal::Best).map(|solution| (solution.value, solution.best))
        })
    }

    /// Runs `work` with a solver for a search to `plies`, and adds the solver's nodes to the count.
    pub fn with_solver<T>(
        &mut self,
        solver: &mut Solver,
        depth: Depth,
        work: impl FnOnce(&mut Solver) -> Option<T>,
    ) -> Result<T, Interrupted> {
        self.depth = depth;
        self.show();
        solver.stop_by(self.watcher.as_ref().map_or_else(Arc::default, |watcher| Arc::clone(&watcher.stop)));
        let before = solver.nodes().load(Ordering::Relaxed);
        let found = work(solver);
        self.nodes += solver.nodes().load(Ordering::Relaxed) - before;
        // If the search was stopped, the value that `work` returned may be unproved.
        found.filter(|_| !self.is_stopped()).ok_or(Interrupted)
    }

    #[inline]
    fn count(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::INTERVAL) { self.poll_stop() } else { Ok(()) }
    }

    #[cold]
    fn poll_stop(&mut self) -> Result<(), Interrupted> {
        self.show();
        if self.is_stopped() { Err(Interrupted) } else { Ok(()) }
    }

    fn is_stopped(&self) -> bool {
        self.watcher.as_ref().is_some_and(|watcher| watcher.stop.load(Ordering::Relaxed))
    }

    fn show(&mut self) {
        if let Some(watcher) = &mut self.watcher {
            (watcher.show)(self.depth, self.nodes);
        }
    }
}

impl<M, W> Observer<M, W> for Thinking<'_> {
    type Error = Interrupted;

    #[inline]
    fn leaf(&mut self, _: Node<M>, _: Value, _: W) -> Result<(), Interrupted> {
        self.count()
    }

    #[inline]
    fn enter(&mut self, _: Node<M>, _: Value, _: W) -> Result<(), Interrupted> {
        self.count()
    }
}
