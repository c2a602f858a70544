//! The recursion: alpha-beta with null windows (principal variation search), from the point of view of the player to
//! move.

use super::{
    ordering::{MoveOrdering, ScoredMove},
    table::{self, TranspositionEntry, key},
};
use crate::{
    game::{Bounds, Depth, Game, take_best},
    games::reversi::{Bitboard, BoardTable, Move, Rules, Square, StaticEvaluation},
};

/// A number larger than every value; `-INFINITY` is smaller than every value.
pub const INFINITY: i32 = i32::MAX / 2;

/// A search of games under the rules `R`. The transposition table takes at most 2 MiB, and is kept for the next search.
#[derive(Debug)]
pub struct FastSearch<'a, R: Game, S> {
    pub(super) values: &'a S,
    /// The table of positions that have at least four plies to search. A search of fewer plies takes less time than a
    /// look-up in the table.
    pub(super) table: BoardTable<TranspositionEntry>,
    /// The children that have not been searched yet, for all nodes on the path from the root.
    pub(super) children: Vec<ScoredMove<R::Move>>,
    /// The moves that caused the last cut-offs, two plies and three plies above the leaves. A move that caused the last
    /// cut-off often causes the next cut-off, too.
    killers: [Bitboard; 2],
    /// The move that caused the last cut-off one ply above the leaves.
    last_killer: Square,
}

impl<'a, R: Rules, S: StaticEvaluation> FastSearch<'a, R, S> {
    /// Makes a search that evaluates leaves with `values`.
    pub fn new(values: &'a S) -> Self {
        Self {
            values,
            table: table::table(),
            children: Vec::new(),
            killers: [Bitboard::EMPTY; 2],
            last_killer: Square::A1, // any square will do
        }
    }

    /// Searches a node to a depth and returns the node's value. If the value is between `alpha` and `beta`, it is
    /// exact. If the value is at most `alpha`, it is an upper bound; if at least `beta`, a lower bound (fail-soft).
    ///
    /// `moves` are the squares on which the player to move captures. `static_value` is the evaluation of the node
    /// itself without its [rest](StaticEvaluation::rest). All values are from the point of view of the player to move.
    pub(super) fn value(
        &mut self,
        game: &R,
        moves: Bitboard,
        static_value: i32,
        depth: Depth,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        Visit { search: self, moves, static_value, depth, alpha, beta }.value(game)
    }

    #[inline(always)]
    fn one_ply(&mut self, game: &R, static_value: i32, beta: i32) -> i32 {
        let position = game.position();
        // The killer move is tried before the other moves are generated.
        if let Some(after) = position.after_capture(self.last_killer) {
            let gain = self.values.gain_of(position, Move::Place(self.last_killer), &after);
            let value = static_value + gain - self.values.rest(&after);
            if value >= beta {
                return value;
            }
        }
        let mut best = -INFINITY;
        for played in game.moves() {
            best = best.max(static_value + self.values.gain_with_rest(position, played.into()));
            if best >= beta {
                if let Move::Place(square) = played.into() {
                    self.last_killer = square;
                }
                break;
            }
        }
        if best == -INFINITY { static_value + self.values.rest(position) } else { best }
    }

    #[inline(always)]
    fn two_plies(&mut self, game: &R, moves: Bitboard, static_value: i32, mut alpha: i32, beta: i32) -> i32 {
        let first = self.children.len();
        let mut value = -INFINITY;
        for batch in killers_first(moves, self.killers[0]) {
            for played in game.moves_on(batch) {
                let gain = self.values.gain_of(game.position(), played.into(), game.after(played).position());
                self.children.push(ScoredMove { played, gain, moves: Bitboard::EMPTY, score: gain });
            }
            // If the best child does not cause a cut-off, the other children seldom do. The order of children after the
            // best child matters little.
            let mut next = take_best(&mut self.children, first, |child| child.score);
            while let Some(ScoredMove { played, gain, .. }) = next {
                // The opponent's reply gains at least the least gain of all moves. The least gain of all moves limits
                // the value of the child.
                let most = static_value + gain - self.values.least_gain() + self.values.largest_rest();
                value = value.max(if most <= alpha {
                    most
                } else {
                    -self.one_ply(&game.after(played), -(static_value + gain), -alpha)
                });
                alpha = alpha.max(value);
                if alpha >= beta {
                    self.killers[0] = played.into().squares();
                    self.children.truncate(first);
                    return value;
                }
                next = if self.children.len() > first { self.children.pop() } else { None };
            }
        }
        if value == -INFINITY { static_value + self.values.rest(game.position()) } else { value }
    }
}

/// The moves in two sets: first the killer moves, then all other moves. If a killer move causes a cut-off, the other
/// moves do not need to be ordered.
#[inline]
fn killers_first(moves: Bitboard, killer: Bitboard) -> impl Iterator<Item = Bitboard> {
    let killer = moves & killer;
    let rest = moves - killer;
    let killer = (!killer.is_empty()).then_some(killer);
    // If there is no legal move, an empty set stands for the pass.
    let rest = (killer.is_none() || !rest.is_empty()).then_some(rest);
    killer.into_iter().chain(rest)
}

struct Visit<'t, 'a, R: Game, S> {
    search: &'t mut FastSearch<'a, R, S>,
    moves: Bitboard,
    static_value: i32,
    depth: Depth,
    alpha: i32,
    beta: i32,
}

impl<R: Rules, S: StaticEvaluation> Visit<'_, '_, R, S> {
    fn value(mut self, game: &R) -> i32 {
        if self.depth.plies() > 3 {
            self.depth = self.depth.min(Depth::new(game.plies_left()));
        }
        match self.depth.plies() {
            0 => self.static_value + self.search.values.rest(game.position()),
            1 => self.search.one_ply(game, self.static_value, self.beta),
            2 => self.search.two_plies(game, self.moves, self.static_value, self.alpha, self.beta),
            _ => self.many_plies(game),
        }
    }

    /// The value of a node with at least three plies to search.
    #[inline(always)]
    fn many_plies(mut self, game: &R) -> i32 {
        let is_kept = self.depth.plies() > 3;
        let known = if is_kept { self.search.table.probe(key(game.position())).copied() } else { None };
        let bounds = known.filter(|entry| entry.depth == self.depth).map_or(Bounds::OPEN, |entry| entry.bounds);
        if bounds.lower >= self.beta || bounds.lower == bounds.upper {
            return bounds.lower;
        }
        if bounds.upper <= self.alpha {
            return bounds.upper;
        }
        let hint = known.and_then(|entry| entry.best).map_or(Bitboard::EMPTY, Move::squares);
        let killer = if is_kept { hint } else { self.search.killers[1] };
        let (value, best) = self.best_child(game, killer);
        if best.is_none() {
            return self.static_value + self.search.values.rest(game.position());
        }
        if is_kept {
            let lower = if value > self.alpha { value } else { bounds.lower };
            let upper = if value < self.beta { value } else { bounds.upper };
            let entry = TranspositionEntry { depth: self.depth, bounds: Bounds { lower, upper }, best };
            self.search.table.store(key(game.position()), entry);
        } else if value >= self.beta {
            self.search.killers[1] = best.map_or(Bitboard::EMPTY, Move::squares);
        }
        value
    }

    /// The best value among the children, and the move to the best child; `None` if there are no moves.
    #[inline(always)]
    fn best_child(&mut self, game: &R, killer: Bitboard) -> (i32, Option<Move>) {
        let first = self.search.children.len();
        let ordering = MoveOrdering::new(game, self.depth, self.search.values);
        let (mut value, mut best, mut raised) = (-INFINITY, None, self.alpha);
        'sets: for set in killers_first(self.moves, killer) {
            for played in game.moves_on(set) {
                self.search.children.push(ordering.child(game, &game.after(played), played, self.search.values));
            }
            while let Some(scored) = take_best(&mut self.search.children, first, |child| child.score) {
                let child = self.child_value(game, scored, raised, best.is_none());
                if child > value {
                    (value, best) = (child, Some(scored.played.into()));
                }
                raised = raised.max(value);
                if raised >= self.beta {
                    break 'sets;
                }
            }
        }
        self.search.children.truncate(first);
        (value, best)
    }

    /// Searches a child and returns its value. The first child is searched with the full window, and all other children
    /// with a null window. If the null window shows that a child is better, the child is searched again with a wider
    /// window.
    #[inline(always)]
    fn child_value(&mut self, game: &R, scored: ScoredMove<R::Move>, raised: i32, is_first: bool) -> i32 {
        let ScoredMove { played, gain, moves, .. } = scored;
        let (game, static_value) = (game.after(played), -(self.static_value + gain));
        let depth = Depth::new(self.depth.plies() - 1);
        let lowest = if is_first { -self.beta } else { -raised - 1 };
        let value = -self.search.value(&game, moves, static_value, depth, lowest, -raised);
        if is_first || value <= raised || self.beta <= value {
            return value;
        }
        -self.search.value(&game, moves, static_value, depth, -self.beta, -value)
    }
}
