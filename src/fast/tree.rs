//! The recursion: alpha-beta with null windows (principal variation search), from the side of the player to move.

use std::sync::{
    Arc,
    atomic::{self, AtomicBool},
};

use super::{
    ordering::{Child, Ordering, take_best},
    table::{Bounds, Entry, Table},
};
use crate::{
    game::{Game, Visitor},
    reversi::{DiscValues, Move, Rules},
    value::Depth,
};

/// Above every value; its negative is below.
pub const INFINITY: i32 = i32::MAX / 2;

/// What the nodes of all searches have in common.
#[derive(Debug)]
pub struct Tree<'a, R: Game, S> {
    /// What discs are worth.
    pub values: &'a S,
    /// What is known of positions with three plies or more to go. Fewer are searched sooner than looked up.
    pub table: Table,
    /// The nodes visited.
    pub nodes: u64,
    /// Ends the search when it is set.
    pub stop: Arc<AtomicBool>,
    /// The children still to be searched, of all nodes on the way from the root.
    pub children: Vec<Child<R>>,
}

impl<'a, R: Rules, S: DiscValues> Tree<'a, R, S> {
    /// A tree of which nothing has been searched.
    pub fn new(values: &'a S) -> Self {
        Self { values, table: Table::new(), nodes: 0, stop: Arc::default(), children: Vec::new() }
    }

    /// The value of a node to a depth: exact where it lies between `alpha` and `beta`, otherwise a bound of it that
    /// lies on the same side (fail-soft). `None` where the search was stopped.
    ///
    /// `standing` is the evaluation of the node as it stands. All values are those of the player to move.
    pub fn value(&mut self, game: &R, standing: i32, depth: Depth, alpha: i32, beta: i32) -> Option<i32> {
        game.accept(Visit { tree: self, standing, depth, alpha, beta })
    }

    /// The value where the children are leaves.
    #[inline(always)]
    #[allow(clippy::inline_always)] // so that it is compiled for the instructions of the game, as all of a visit
    fn one_ply(&mut self, game: &R, standing: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let mut best = None;
        for played in game.moves() {
            let gain = match played.into() {
                Move::Place(square) => self.values.gain(square, game.position().flips(square)),
                Move::Pass => 0,
            };
            best = best.max(Some(gain));
            if standing + gain >= beta {
                break;
            }
        }
        standing + best.unwrap_or(0)
    }

    /// The value where the children's children are leaves.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn two_plies(&mut self, game: &R, standing: i32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let first = self.children.len();
        self.children.extend(game.moves().map(|played| Child::new(game, played, standing, self.values)));
        if self.children.len() == first {
            return standing;
        }
        let mut value = -INFINITY;
        while let Some(child) = take_best(&mut self.children, first) {
            // The opponent gains something by the reply. The children come by their gain, so what is too little here
            // is too little for the rest.
            let most = -(child.standing + self.values.least_gain());
            if most <= alpha {
                value = value.max(most);
                break;
            }
            value = value.max(-self.one_ply(&child.game, child.standing, -alpha));
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.children.truncate(first);
        value
    }
}

/// A visit to a node.
struct Visit<'t, 'a, R: Game, S> {
    tree: &'t mut Tree<'a, R, S>,
    standing: i32,
    depth: Depth,
    alpha: i32,
    beta: i32,
}

impl<R: Rules, S: DiscValues> Visitor<R> for Visit<'_, '_, R, S> {
    type Output = Option<i32>;

    #[inline(always)]
    #[allow(clippy::inline_always)] // as the trait asks
    fn visit(self, game: &R) -> Option<i32> {
        let Self { tree, standing, depth, alpha, beta } = self;
        let depth = depth.min(Depth::new(game.plies_left()));
        match depth.plies() {
            0 => return Some(standing),
            1 => return Some(tree.one_ply(game, standing, beta)),
            2 => return Some(tree.two_plies(game, standing, alpha, beta)),
            _ => tree.nodes += 1,
        }
        let known = tree.table.get(game.position()).copied();
        let bounds = known.filter(|entry| entry.depth == depth).map_or(Bounds::OPEN, |entry| entry.bounds);
        if bounds.lower >= beta || bounds.lower == bounds.upper {
            return Some(bounds.lower);
        }
        if bounds.upper <= alpha {
            return Some(bounds.upper);
        }
        if tree.stop.load(atomic::Ordering::Relaxed) {
            return None;
        }
        let first = tree.children.len();
        let hint = known.and_then(|entry| entry.best);
        let ordering = Ordering::new(game, depth, tree.values, hint);
        tree.children.extend(game.moves().map(|played| ordering.child(game, played, standing, tree.values)));

        let below = depth.below()?;
        let (mut value, mut best, mut raised) = (-INFINITY, None, alpha);
        while let Some(Child { played, game, standing, .. }) = take_best(&mut tree.children, first) {
            let mut child = if best.is_none() {
                -tree.value(&game, standing, below, -beta, -raised)?
            } else {
                -tree.value(&game, standing, below, -raised - 1, -raised)?
            };
            if best.is_some() && raised < child && child < beta {
                child = -tree.value(&game, standing, below, -beta, -child)?;
            }
            if child > value {
                (value, best) = (child, Some(played.into()));
            }
            raised = raised.max(value);
            if raised >= beta {
                break;
            }
        }
        tree.children.truncate(first);
        if best.is_none() {
            return Some(standing);
        }
        let lower = if value > alpha { value } else { bounds.lower };
        let upper = if value < beta { value } else { bounds.upper };
        tree.table.set(game.position(), Entry { depth, bounds: Bounds { lower, upper }, best });
        Some(value)
    }
}
