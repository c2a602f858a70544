//! Move ordering: gives each child of a node a score before the search.

use crate::{
    game::Depth,
    games::reversi::{Bitboard, Rules, StaticEvaluation},
};

/// A child of a node before its search. The child holds the move instead of the position: most children are never
/// searched.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<M> {
    pub played: M,
    /// The gain of the player who makes the move.
    pub gain: i32,
    /// The squares on which the opponent can capture after the move.
    pub moves: Bitboard,
    /// The search tries children with high scores first.
    pub score: i32,
}

/// Orders the children of one node.
#[derive(Clone, Copy, Debug)]
pub struct MoveOrdering {
    /// The amount that each reply of the opponent takes off a child's score.
    per_reply: i32,
}

impl MoveOrdering {
    /// The order for a search of a node to a depth.
    ///
    /// Children with few replies come first: they take little time, and the opponent seldom has a good reply (*fastest
    /// first*). A reply counts as much as an average disc. If the search reaches the end of the game, a reply counts
    /// more than any disc.
    #[inline]
    pub fn new<R: Rules>(game: &R, depth: Depth, values: &impl StaticEvaluation) -> Self {
        let to_the_end = depth.plies() >= game.position().empty().len();
        // Small enough that a score fits 32 bits with any number of replies.
        let largest = values.largest_value().min(i32::MAX / 128);
        let per_reply = if to_the_end { largest } else { (largest / 64).max(1) };
        Self { per_reply }
    }

    /// The child `game`, which a move leads to.
    #[inline(always)]
    pub fn child<R: Rules>(
        self,
        parent: &R,
        game: &R,
        played: R::Move,
        values: &impl StaticEvaluation,
    ) -> ScoredMove<R::Move> {
        let gain = values.gain_of(parent.position(), played.into(), game.position());
        let moves = game.position().legal_moves();
        let score = gain - self.per_reply * moves.len() as i32;
        ScoredMove { played, gain, moves, score }
    }
}
