//! Move ordering: the children of a node, the most promising first.

use crate::{
    game::Game,
    reversi::{DiscValues, Move, Rules},
    value::Depth,
};

/// A child of a node, before it is searched.
#[derive(Clone, Copy, Debug)]
pub struct Child<R: Game> {
    /// The move that leads to it.
    pub played: R::Move,
    /// The game after the move.
    pub game: R,
    /// Its evaluation as it stands, from the side of the player to move there.
    pub standing: i32,
    /// The higher, the sooner it is searched.
    pub promise: i32,
}

impl<R: Rules> Child<R> {
    /// A child that promises what its move gains. `standing` is the evaluation of the parent.
    #[inline(always)]
    #[allow(clippy::inline_always)] // so that it is compiled for the instructions of the game
    pub fn new(parent: &R, played: R::Move, standing: i32, values: &impl DiscValues) -> Self {
        let game = parent.after(played);
        let gain = match played.into() {
            Move::Place(square) => values.gain(square, parent.position().other() - game.position().own()),
            Move::Pass => 0,
        };
        Self { played, game, standing: -(standing + gain), promise: gain }
    }
}

/// The order of the children of one node.
#[derive(Clone, Copy, Debug)]
pub struct Ordering {
    /// How much less a child promises for each reply that it leaves to the opponent.
    per_reply: i32,
    /// The move that comes before all others.
    first: Option<Move>,
}

impl Ordering {
    /// The order for a search of a node to a depth. `first` is the move that an earlier search of it found best.
    ///
    /// Few replies are soon searched, and seldom good ones (*fastest first*). One counts as much as an average disc,
    /// and more than any disc where the search reaches the end of the game.
    #[inline]
    pub fn new<R: Rules>(game: &R, depth: Depth, values: &impl DiscValues, first: Option<Move>) -> Self {
        let to_the_end = depth.plies() >= game.position().empty().len();
        let per_reply = if to_the_end { values.largest() } else { values.largest() / 64 };
        Self { per_reply, first }
    }

    /// The child that a move leads to. `standing` is the evaluation of the parent.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::cast_possible_wrap)] // as above; at most 64 replies
    pub fn child<R: Rules>(self, parent: &R, played: R::Move, standing: i32, values: &impl DiscValues) -> Child<R> {
        let child = Child::new(parent, played, standing, values);
        let replies = child.game.position().mobility().len() as i32;
        let is_first = self.first == Some(played.into());
        let promise = if is_first { i32::MAX } else { child.promise - self.per_reply * replies };
        Child { promise, ..child }
    }
}

/// Takes the most promising of the children from an index on; among equals any, but the same in every run.
#[inline]
pub fn take_best<R: Game>(children: &mut Vec<Child<R>>, from: usize) -> Option<Child<R>> {
    let mut best = from;
    let mut promise = children.get(from)?.promise;
    for (index, child) in children.iter().enumerate().skip(from + 1) {
        if child.promise > promise {
            (best, promise) = (index, child.promise);
        }
    }
    Some(children.swap_remove(best))
}
