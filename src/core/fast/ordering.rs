//! Move ordering: gives each child of a node a score before the search.

use crate::{
    game::Depth,
    games::reversi::{Bitboard, Rules, StaticEvaluation},
};

/// A child of a node before the child is searched. The type contains the move instead of the child's position, because
/// most children are never searched.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<M> {
    pub played: M,
    pub gain: i32,
    /// The squares on which the opponent captures after this move.
    pub moves: Bitboard,
    /// The score of the child; the search tries children with high scores first.
    pub score: i32,
}

/// Computes the scores by which the children of a node are ordered.
#[derive(Clone, Copy, Debug)]
pub struct MoveOrdering {
    /// The amount by which each reply of the opponent lowers a child's score.
    per_reply: i32,
}

impl MoveOrdering {
    /// Makes the move ordering for a node that is searched to a given depth.
    ///
    /// Children after which the opponent has few replies come first. The search of such children takes little time, and
    /// the opponent seldom has a good reply (*fastest first*). Each reply lowers the score by the value of an average
    /// disc. If the search reaches the end of the game, each reply lowers the score by more than any disc's value.
    #[inline]
    pub fn new<R: Rules>(game: &R, depth: Depth, values: &impl StaticEvaluation) -> Self {
        let to_the_end = depth.plies() >= game.position().empty().len();
        // The number is so small that a score fits 32 bits, whatever the number of replies.
        let largest = values.largest_value().min(i32::MAX / 128);
        let per_reply = if to_the_end { largest } else { (largest / 64).max(1) };
        Self { per_reply }
    }

    /// Scores the child position `game` that results from a move.
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
