//! The same answers as the plain search, without its steps: for moves without a log, and for openings.
//!
//! [`FastSearch::search`] finds the value and the first best move that the plain [`Search`] finds, whatever
//! the rules, the evaluation and the depth. It gets there by alpha-beta with null windows, moves of high scores
//! first, and a transposition table.

mod ordering;
mod table;
mod tree;

use std::{
    cmp::Reverse,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

pub use self::tree::FastSearch;
use self::{
    ordering::{MoveOrdering, ScoredMove},
    table::TranspositionEntry,
    tree::INFINITY,
};
use crate::{
    game::{Bounds, Depth, Evaluation, Turn, Value},
    games::reversi::{Move, Rules, StaticEvaluation, difference},
    search::{AlphaBeta, Node, Observer, Outcome, Search},
};

/// The largest value, apart from its sign, for which sums of a few gains and values fit 32 bits.
const LARGEST_VALUE: i32 = INFINITY / 8;

/// An observer that ends a search when a switch is set.
struct UntilStopped<'a>(&'a AtomicBool);

impl<M, W> Observer<M, W> for UntilStopped<'_> {
    type Error = ();

    fn enter(&mut self, _: Node<M>, _: Value, _: W) -> Result<(), ()> {
        if self.0.load(Ordering::Relaxed) { Err(()) } else { Ok(()) }
    }
}

impl<R: Rules, S: StaticEvaluation> FastSearch<'_, R, S> {
    /// The same search with a switch that ends it when another thread sets it. It stays set until it is reset.
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// The value and the first best move of a search to a depth, as the plain search finds them; `None` where it was
    /// stopped. The next search profits from what a stopped one has found.
    pub fn search(&mut self, game: &R, depth: Depth) -> Option<Outcome<R::Move>> {
        let sign = match game.turn() {
            Turn::Max => 1,
            Turn::Min => -1,
        };
        if self.values.largest_value() > LARGEST_VALUE {
            return self.search_plainly(game, depth);
        }
        let value = self.values.evaluate(game);
        let static_value = difference(self.values, game.position());
        let depth = depth.min(Depth::new(game.plies_left()));
        let Some(below) = depth.below() else { return Some(Outcome { value, best: None }) };

        self.children.clear(); // a stopped search leaves its children there
        self.deepen(game, static_value, depth)?;
        let hint = self.table.probe(game.position()).and_then(|entry| entry.best);
        let values = self.values;
        let ordering = MoveOrdering::new(game, depth, values);
        let child = |played| ordering.child(game, &game.after(played), played, values);
        let mut children: Vec<_> = game.moves().map(child).enumerate().collect();
        sort(&mut children, hint);

        let mut best: Option<(usize, i32, R::Move)> = None;
        for (place, ScoredMove { played, gain, moves, .. }) in children {
            let (game, static_value) = (game.after(played), -(static_value + gain));
            let value = match best {
                None => -self.value(&game, moves, static_value, below, -INFINITY, INFINITY)?,
                Some((first, value, _)) => {
                    // Of two moves worth the same the first in positional order is the best: a move before the best one
                    // known has to be worth as much, a move after it more.
                    let wanted = if place < first { value } else { value + 1 };
                    let bound = -self.value(&game, moves, static_value, below, -wanted, 1 - wanted)?;
                    if bound < wanted {
                        continue;
                    }
                    -self.value(&game, moves, static_value, below, -INFINITY, 1 - bound)?
                }
            };
            best = Some((place, value, played));
        }
        let Some((_, value, played)) = best else { return Some(Outcome { value, best: None }) };
        let entry = TranspositionEntry { depth, bounds: Bounds::of(value), best: Some(played.into()) };
        self.table.store(game.position(), entry);
        Some(Outcome { value: Value::new(sign * value), best: Some(played) })
    }

    /// The same by the plain search, whose values need no room for sums.
    fn search_plainly(&self, game: &R, depth: Depth) -> Option<Outcome<R::Move>> {
        let (root, window, evaluation) = (*game, AlphaBeta::FULL, self.values);
        Search { root, depth, window, evaluation }.run(&mut UntilStopped(&self.stop)).ok()
    }

    /// Searches all lower depths first, which fills the table with good moves (iterative deepening). Depths that the table
    /// has an entry for are left out: the last search, of the position before, went through this one a ply less deep.
    fn deepen(&mut self, game: &R, static_value: i32, depth: Depth) -> Option<()> {
        let known = self.table.probe(game.position()).map_or(Depth::ZERO, |entry| entry.depth);
        let empty = game.position().empty().len();
        // A search to the end orders moves by replies, and needs less of it.
        let last = if depth.plies() < empty { depth.plies() } else { empty / 2 };
        for plies in known.plies() + 1..last {
            let moves = game.position().legal_moves();
            self.value(game, moves, static_value, Depth::new(plies), -INFINITY, INFINITY)?;
        }
        Some(())
    }
}

/// Brings the children of a root, each with its place among them, into the order in which they are searched: the hint first,
/// then by scores. One compiled function for all rules and evaluations with moves of this type.
fn sort<M: Copy + Into<Move>>(children: &mut [(usize, ScoredMove<M>)], hint: Option<Move>) {
    children.sort_unstable_by_key(|&(place, child)| (hint != Some(child.played.into()), Reverse(child.score), place));
}
