//! Move ordering: the children of a node, the most promising first.

use crate::{
    reversi::{Bitboard, DiscValues, Rules},
    value::Depth,
};

/// A child of a node, before it is searched. It is small: many are never searched.
#[derive(Clone, Copy, Debug)]
pub struct Child<M> {
    /// The move that leads to it.
    pub played: M,
    /// What the move gains.
    pub gain: i32,
    /// The squares on which the opponent then captures.
    pub places: Bitboard,
    /// The higher, the sooner it is searched.
    pub promise: i32,
}

/// The order of the children of one node.
#[derive(Clone, Copy, Debug)]
pub struct Ordering {
    /// How much less a child promises for each reply that it leaves to the opponent.
    per_reply: i32,
}

impl Ordering {
    /// The order for a search of a node to a depth. `first` is the move that an earlier search of it found best.
    ///
    /// Few replies are soon searched, and seldom good ones (*fastest first*). One counts as much as an average disc,
    /// and more than any disc where the search reaches the end of the game.
    #[inline]
    pub fn new<R: Rules>(game: &R, depth: Depth, values: &impl DiscValues) -> Self {
        let to_the_end = depth.plies() >= game.position().empty().len();
        let per_reply = if to_the_end { values.largest() } else { values.largest() / 64 };
        Self { per_reply }
    }

    /// The child that a move leads to, `game`.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::cast_possible_wrap)] // as above; at most 64 replies
    pub fn child<R: Rules>(self, parent: &R, game: &R, played: R::Move, values: &impl DiscValues) -> Child<R::Move> {
        let gain = values.gain_of(parent, played);
        let places = game.position().mobility();
        let promise = gain - self.per_reply * places.len() as i32;
        Child { played, gain, places, promise }
    }
}

/// Takes the most promising of the children from an index on; among equals any, but the same in every run.
#[inline]
pub fn take_best<M: Copy>(children: &mut Vec<Child<M>>, from: usize) -> Option<Child<M>> {
    let mut best = from;
    let mut promise = children.get(from)?.promise;
    for (index, child) in children.iter().enumerate().skip(from + 1) {
        if child.promise > promise {
            (best, promise) = (index, child.promise);
        }
    }
    Some(children.swap_remove(best))
}
