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
    reversi::{Bitboard, DiscValues, Move, Rules, Square},
    value::Depth,
};

/// Above every value; its negative is below.
pub const INFINITY: i32 = i32::MAX / 2;

/// What the nodes of all searches have in common.
#[derive(Debug)]
pub struct Tree<'a, R: Game, S> {
    /// What discs are worth.
    pub values: &'a S,
    /// What is known of positions with four plies or more to go. Fewer are searched sooner than looked up.
    pub table: Table,
    /// The nodes visited.
    pub nodes: u64,
    /// Ends the search when it is set.
    pub stop: Arc<AtomicBool>,
    /// The children still to be searched, of all nodes on the way from the root.
    pub children: Vec<Child<R::Move>>,
    /// The moves of the last cut-offs two and three plies above the leaves. They often make the next one, too.
    answers: [Bitboard; 2],
    /// The same one ply above the leaves.
    reply: Square,
}

impl<'a, R: Rules, S: DiscValues> Tree<'a, R, S> {
    /// A tree of which nothing has been searched.
    pub fn new(values: &'a S) -> Self {
        Self {
            values,
            table: Table::new(),
            nodes: 0,
            stop: Arc::default(),
            children: Vec::new(),
            answers: [Bitboard::EMPTY; 2],
            reply: Square::from_index(0), // as good as any
        }
    }

    /// The value of a node to a depth: exact where it lies between `alpha` and `beta`, otherwise a bound of it that
    /// lies on the same side (fail-soft). `None` where the search was stopped.
    ///
    /// `places` are the squares on which the player to move captures, `standing` is the evaluation of the node as it
    /// stands. All values are those of the player to move.
    pub fn value(
        &mut self,
        game: &R,
        places: Bitboard,
        standing: i32,
        depth: Depth,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        game.accept(Visit { tree: self, places, standing, depth, alpha, beta })
    }

    /// The value where the children are leaves.
    #[inline(always)]
    #[allow(clippy::inline_always)] // so that it is compiled for the instructions of the game, as all of a visit
    fn one_ply(&mut self, game: &R, standing: i32, beta: i32) -> i32 {
        self.nodes += 1;
        // The reply to the last move is often the reply to this one, and found before the others are.
        let captured = game.position().flips(self.reply);
        if !captured.is_empty() {
            let value = standing + self.values.gain(self.reply, captured);
            if value >= beta {
                return value;
            }
        }
        let mut best = -INFINITY;
        for played in game.moves() {
            best = best.max(standing + self.values.gain_of(game, played));
            if best >= beta {
                if let Move::Place(square) = played.into() {
                    self.reply = square;
                }
                break;
            }
        }
        if best == -INFINITY { standing } else { best }
    }

    /// The value where the children's children are leaves.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn two_plies(&mut self, game: &R, places: Bitboard, standing: i32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let first = self.children.len();
        let mut value = -INFINITY;
        for batch in batches(places, self.answers[0]) {
            self.children.extend(game.moves_on(batch).map(|played| {
                let gain = self.values.gain_of(game, played);
                Child { played, gain, places: Bitboard::EMPTY, promise: gain }
            }));
            // Where the first makes no cut-off, it is seldom that another does, and their order matters little.
            let mut next = take_best(&mut self.children, first);
            while let Some(Child { played, gain, .. }) = next {
                // The opponent gains something by the reply.
                let most = standing + gain - self.values.least_gain();
                value = value.max(if most <= alpha {
                    most
                } else {
                    -self.one_ply(&game.after(played), -(standing + gain), -alpha)
                });
                alpha = alpha.max(value);
                if alpha >= beta {
                    self.answers[0] = played.into().squares();
                    self.children.truncate(first);
                    return value;
                }
                next = if self.children.len() > first { self.children.pop() } else { None };
            }
        }
        if value == -INFINITY { standing } else { value }
    }
}

/// The places to lay a disc on in two batches: `answer` if it is one of them, since the others are often not needed
/// then, and the rest.
#[inline]
fn batches(places: Bitboard, answer: Bitboard) -> impl Iterator<Item = Bitboard> {
    let answer = places & answer;
    let rest = places - answer;
    let answer = (!answer.is_empty()).then_some(answer);
    // A node without a place has one batch, too: the rules may have it pass.
    let rest = (answer.is_none() || !rest.is_empty()).then_some(rest);
    answer.into_iter().chain(rest)
}

/// A visit to a node.
struct Visit<'t, 'a, R: Game, S> {
    tree: &'t mut Tree<'a, R, S>,
    places: Bitboard,
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
        let Self { tree, places, standing, depth, alpha, beta } = self;
        let depth = depth.min(Depth::new(game.plies_left()));
        match depth.plies() {
            0 => return Some(standing),
            1 => return Some(tree.one_ply(game, standing, beta)),
            2 => return Some(tree.two_plies(game, places, standing, alpha, beta)),
            _ => tree.nodes += 1,
        }
        let is_kept = depth.plies() > 3;
        let known = if is_kept { tree.table.get(game.position()).copied() } else { None };
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
        let below = depth.below()?;
        let first = tree.children.len();
        let ordering = Ordering::new(game, depth, tree.values);
        let hint = known.and_then(|entry| entry.best).map_or(Bitboard::EMPTY, Move::squares);
        let answer = if is_kept { hint } else { tree.answers[1] };
        let (mut value, mut best, mut raised) = (-INFINITY, None, alpha);
        'batches: for batch in batches(places, answer) {
            for played in game.moves_on(batch) {
                tree.children.push(ordering.child(game, &game.after(played), played, tree.values));
            }
            while let Some(Child { played, gain, places, .. }) = take_best(&mut tree.children, first) {
                let (game, standing) = (game.after(played), -(standing + gain));
                let mut child = if best.is_none() {
                    -tree.value(&game, places, standing, below, -beta, -raised)?
                } else {
                    -tree.value(&game, places, standing, below, -raised - 1, -raised)?
                };
                if best.is_some() && raised < child && child < beta {
                    child = -tree.value(&game, places, standing, below, -beta, -child)?;
                }
                if child > value {
                    (value, best) = (child, Some(played.into()));
                }
                raised = raised.max(value);
                if raised >= beta {
                    break 'batches;
                }
            }
        }
        tree.children.truncate(first);
        if best.is_none() {
            return Some(standing);
        }
        if is_kept {
            let lower = if value > alpha { value } else { bounds.lower };
            let upper = if value < beta { value } else { bounds.upper };
            tree.table.set(game.position(), Entry { depth, bounds: Bounds { lower, upper }, best });
        } else if value >= beta {
            tree.answers[1] = best.map_or(Bitboard::EMPTY, Move::squares);
        }
        Some(value)
    }
}
