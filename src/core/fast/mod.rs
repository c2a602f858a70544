//! A faster search with the results of the plain search, for moves without a log and for openings.
//!
//! [`FastSearch::search`] finds the same value and the same first best move as the plain [`Search`], under all rules,
//! evaluations and depths. The method is alpha-beta with null windows, moves with high scores first, and a
//! transposition table.

mod ordering;
mod table;
mod tree;

use std::cmp::Reverse;

pub use self::tree::FastSearch;
use self::{
    ordering::{MoveOrdering, ScoredMove},
    table::{TranspositionEntry, key},
    tree::INFINITY,
};
use crate::{
    game::{Bounds, Depth, Evaluation, Turn, Value},
    games::reversi::{Move, Rules, StaticEvaluation, difference},
    search::{AlphaBeta, Outcome, Search},
};

/// For evaluations up to this absolute value, sums of a few gains and values fit 32 bits.
const LARGEST_VALUE: i32 = INFINITY / 8;

impl<R: Rules, S: StaticEvaluation> FastSearch<'_, R, S> {
    /// Searches to a depth and returns the value and the first best move. The next search uses the same table.
    pub fn search(&mut self, game: &R, depth: Depth) -> Outcome<R::Move> {
        let sign = match game.turn() {
            Turn::Max => 1,
            Turn::Min => -1,
        };
        if self.values.largest_value() > LARGEST_VALUE {
            // The plain search does not add values.
            let search = Search { root: *game, depth, window: AlphaBeta::FULL, evaluation: self.values };
            let Ok(outcome) = search.run(&mut ());
            return outcome;
        }
        let value = self.values.evaluate(game);
        let static_value = difference(self.values, game.position());
        let depth = depth.min(Depth::new(game.plies_left()));
        let Some(below) = depth.below() else { return Outcome { value, best: None } };

        self.deepen(game, static_value, depth);
        let hint = self.table.probe(key(game.position())).and_then(|entry| entry.best);
        let values = self.values;
        let ordering = MoveOrdering::new(game, depth, values);
        let child = |played| ordering.child(game, &game.after(played), played, values);
        let mut children: Vec<_> = game.moves().map(child).enumerate().collect();
        sort(&mut children, hint);

        let mut best: Option<(usize, i32, R::Move)> = None;
        for (place, ScoredMove { played, gain, moves, .. }) in children {
            let (game, static_value) = (game.after(played), -(static_value + gain));
            let value = match best {
                None => -self.value(&game, moves, static_value, below, -INFINITY, INFINITY),
                Some((first, value, _)) => {
                    // The best move is the first move, in positional order, that has the best value. A move before the
                    // current best move needs only an equal value, and a later move needs a larger value.
                    let wanted = if place < first { value } else { value + 1 };
                    let bound = -self.value(&game, moves, static_value, below, -wanted, 1 - wanted);
                    if bound < wanted {
                        continue;
                    }
                    -self.value(&game, moves, static_value, below, -INFINITY, 1 - bound)
                }
            };
            best = Some((place, value, played));
        }
        let Some((_, value, played)) = best else { return Outcome { value, best: None } };
        let entry =
            TranspositionEntry { depth, bounds: Bounds { lower: value, upper: value }, best: Some(played.into()) };
        self.table.store(key(game.position()), entry);
        Outcome { value: Value::new(sign * value), best: Some(played) }
    }

    /// Searches all lower depths first, which fills the table with good moves (iterative deepening). Depths for which
    /// the table already has an entry are skipped. In a game, the search of the previous position has already searched
    /// this position one ply less deep.
    fn deepen(&mut self, game: &R, static_value: i32, depth: Depth) {
        let known = self.table.probe(key(game.position())).map_or(Depth::ZERO, |entry| entry.depth);
        let empty = game.position().empty().len();
        // A search to the end of the game orders moves by the number of replies. A search to the end of the game needs
        // fewer lower depths.
        let last = if depth.plies() < empty { depth.plies() } else { empty / 2 };
        for plies in known.plies() + 1..last {
            let moves = game.position().legal_moves();
            self.value(game, moves, static_value, Depth::new(plies), -INFINITY, INFINITY);
        }
    }
}

/// Sorts the children of a root: the child of the hint comes first, then children by descending score. Each child comes
/// with its index in positional order. This function is compiled once for all rules and evaluations with moves of this
/// type.
fn sort<M: Copy + Into<Move>>(children: &mut [(usize, ScoredMove<M>)], hint: Option<Move>) {
    children.sort_unstable_by_key(|&(place, child)| (hint != Some(child.played.into()), Reverse(child.score), place));
}
