//! Move ordering: a score for each child of a node, before it is searched.

use crate::{
    game::Depth,
    games::reversi::{Bitboard, Rules, StaticEvaluation},
};

/// A child of a node, before it is searched. It holds the move and not the position: most children are never searched.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<M> {
    /// The move that leads to it.
    pub played: M,
    /// The gain of the move for the player who makes it.
    pub gain: i32,
    /// The squares on which the opponent then captures.
    pub moves: Bitboard,
    /// The higher, the sooner it is searched.
    pub score: i32,
}

/// The order of the children of one node.
#[derive(Clone, Copy, Debug)]
pub struct MoveOrdering {
    /// The part of a child's score that each reply of the opponent costs.
    per_reply: i32,
}

impl MoveOrdering {
    /// The order for a search of a node to a depth.
    ///
    /// Children with few replies come first, since they are searched in little time and the opponent seldom has a good
    /// reply (*fastest first*). A reply counts as much as an average disc, and more than any disc where the search reaches
    /// the end of the game.
    #[inline]
    pub fn new<R: Rules>(game: &R, depth: Depth, values: &impl StaticEvaluation) -> Self {
        let to_the_end = depth.plies() >= game.position().empty().len();
        // So small that it fits 32 bits for any number of replies.
        let largest = values.largest_value().min(i32::MAX / 128);
        let per_reply = if to_the_end { largest } else { (largest / 64).max(1) };
        Self { per_reply }
    }

    /// The child that a move leads to, `game`.
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
