//! The observer of a thinking agent: it counts nodes, tells how far the search is, and stops it when asked to.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{
    endgame::{Choice, Goal, Score, Settings, Solver},
    game::{Depth, Value},
    games::reversi::{Color, Move, Position},
    search::{Node, Observer},
};

/// How far an agent's thinking is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The cut-off of the search under way; [`Depth::UNLIMITED`] where it goes to the end of the game.
    pub depth: Depth,
    /// The nodes of all searches so far.
    pub nodes: u64,
}

/// An agent was asked to stop thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// Somebody who sees how far the thinking is, and may stop it.
struct Watcher<'a> {
    stop: Arc<AtomicBool>,
    show: &'a mut dyn FnMut(Progress),
}

/// What all searches for one move have in common: as their observer, and where one is solved that nobody observes.
pub struct Thinking<'a> {
    watcher: Option<Watcher<'a>>,
    progress: Progress,
}

impl<'a> Thinking<'a> {
    /// Nodes between two looks at whether to stop: some milliseconds.
    const INTERVAL: u64 = 1 << 16;

    /// Thinking that ends once `stop` is set, and hands its progress to `show` now and then.
    pub fn new(stop: Arc<AtomicBool>, show: &'a mut dyn FnMut(Progress)) -> Self {
        Self { watcher: Some(Watcher { stop, show }), ..Self::undisturbed() }
    }

    /// Thinking that nobody watches or stops.
    #[must_use]
    pub const fn undisturbed() -> Self {
        Self { watcher: None, progress: Progress { depth: Depth::UNLIMITED, nodes: 0 } }
    }

    /// Whether somebody may stop it.
    #[must_use]
    pub const fn may_be_stopped(&self) -> bool {
        self.watcher.is_some()
    }

    /// Says to what depth the next search goes.
    pub fn start(&mut self, depth: Depth) {
        self.progress.depth = depth;
    }

    /// Has a position solved to the end of the game, for the final difference of discs; it may be stopped like any
    /// other search.
    ///
    /// # Errors
    /// Where it was stopped.
    pub fn solve(&mut self, position: &Position) -> Result<(Value, Vec<Move>), Interrupted> {
        let (value, line) = self.with_solver(position, |solver| {
            let value = solver.solve(position, Goal::Value, |_| ()).value.exact()?;
            Some((value, solver.line(position, value, Choice::First)))
        })?;
        let of_max = match position.side_to_move() {
            Color::Black => value,
            Color::White => -value,
        };
        Ok((Value::new(of_max), line))
    }

    /// Has the first best move of a position found, by the final difference of discs; none where the game is over. It
    /// may be stopped like any other search.
    ///
    /// # Errors
    /// Where it was stopped.
    pub fn best_move(&mut self, position: &Position) -> Result<Option<Move>, Interrupted> {
        self.with_solver(position, |solver| {
            let solution = solver.solve(position, Goal::Best, |_| ());
            solution.is_complete.then(|| solution.best())
        })
    }

    /// Does a work with a solver, and counts its nodes.
    fn with_solver<T>(
        &mut self,
        position: &Position,
        work: impl FnOnce(&mut Solver) -> Option<T>,
    ) -> Result<T, Interrupted> {
        self.start(Depth::UNLIMITED);
        self.show();
        let settings = Settings { score: Score::Discs, ..Settings::default() };
        let mut solver = Solver::new(position.size(), settings);
        if let Some(watcher) = &self.watcher {
            solver = solver.stopped_by(Arc::clone(&watcher.stop));
        }
        let found = work(&mut solver);
        self.progress.nodes += solver.nodes().load(Ordering::Relaxed);
        // An interrupt may have cut short what was found last.
        found.filter(|_| !self.is_stopped()).ok_or(Interrupted)
    }

    /// The nodes searched so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.progress.nodes
    }

    #[inline]
    fn count(&mut self) -> Result<(), Interrupted> {
        self.progress.nodes += 1;
        if self.progress.nodes.is_multiple_of(Self::INTERVAL) { self.poll_stop() } else { Ok(()) }
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
            (watcher.show)(self.progress);
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
