//! The one search: minimax and alpha-beta for any game, any evaluation and any observer.
//!
//! The *window* decides which of the two it is. With [`NoWindow`], which holds nothing and never closes, the function
//! is minimax; with [`AlphaBeta`] it is alpha-beta in fail-soft form (AIMA figure 5.7, with the bound updated before
//! the test, which cuts in the same places). The *observer* sees every step and decides what becomes of it: a traverse
//! log, a count, a line of best play. The observer `()` sees nothing and costs nothing.

mod bounds;
mod counts;
mod observer;
mod principal_variation;
pub mod stack;
mod take_best;
mod window;

use std::marker::PhantomData;

pub use bounds::Bounds;
pub use counts::Counts;
pub use observer::{Node, Observer, Update};
pub use principal_variation::PrincipalVariation;
pub use take_best::take_best;
pub use window::{Algorithm, AlphaBeta, NoWindow, Window};

use crate::game::{Depth, Evaluation, Game, Kernel, Turn, Value};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// The value of the root.
    pub value: Value,
    /// The first move, in the order of the moves, that attains the value; `None` where the root is a leaf.
    pub best: Option<M>,
}

impl<M> Outcome<M> {
    /// The same outcome with its move in another type.
    pub fn map<N>(self, convert: impl FnOnce(M) -> N) -> Outcome<N> {
        Outcome { value: self.value, best: self.best.map(convert) }
    }
}

/// What a search found, or the error of the observer that ended it.
type Found<G, E> = Result<Outcome<<G as Game>::Move>, E>;

/// A search as a value: what is searched, how deep, with which window, and what the leaves are worth.
///
/// A node is a leaf where it has no moves or lies at `depth` plies; a leaf is worth its evaluation, an inner node
/// the maximum or minimum over the children searched. With `depth` zero the root itself is a leaf.
#[derive(Debug)]
pub struct Search<'a, G, W, E> {
    /// Where it starts.
    pub root: G,
    /// The cut-off: how many plies it goes at most.
    pub depth: Depth,
    /// The window of the root: [`NoWindow`] for minimax, [`AlphaBeta`] for alpha-beta.
    pub window: W,
    /// What leaves are worth.
    pub evaluation: &'a E,
}

impl<G: Game, W: Window, E: Evaluation<G>> Search<'_, G, W, E> {
    /// Searches, and shows the observer every step.
    ///
    /// # Errors
    /// The observer's first error, which ends the search at once.
    pub fn run<O: Observer<G::Move, W>>(&self, observer: &mut O) -> Result<Outcome<G::Move>, O::Error> {
        let outcome = self.search_from(&self.root, Node::ROOT, self.window, observer)?;
        observer.finish()?;
        Ok(outcome)
    }

    /// Searches the subtree of one node, down to the depth of this search. With [`expand`](Search::expand), it is what
    /// a search is made of that skips subtrees or hands them to others; the observer is not told that it is over.
    ///
    /// # Errors
    /// The observer's first error, which ends the search at once.
    pub fn search_from<O: Observer<G::Move, W>>(
        &self,
        game: &G,
        node: Node<G::Move>,
        window: W,
        observer: &mut O,
    ) -> Result<Outcome<G::Move>, O::Error> {
        let depth = Depth::new(self.depth.plies().saturating_sub(node.ply.plies()));
        let mut recursion = Recursion { evaluation: self.evaluation, observer, searched: PhantomData };
        match game.turn() {
            Turn::Max => recursion.node::<Max>(game, node, depth, window),
            Turn::Min => recursion.node::<Min>(game, node, depth, window),
        }
    }

    /// Searches one node whose children's values come from `value_of`, which is given the observer, the child's
    /// position, its node and its window. A leaf has no children: it is evaluated.
    ///
    /// # Errors
    /// The first error of the observer or of `value_of`, which ends the search at once.
    pub fn expand<O: Observer<G::Move, W>>(
        &self,
        game: &G,
        node: Node<G::Move>,
        window: W,
        observer: &mut O,
        mut value_of: impl FnMut(&mut O, &G, Node<G::Move>, W) -> Result<Value, O::Error>,
    ) -> Result<Outcome<G::Move>, O::Error> {
        let mut moves = game.moves();
        let (true, Some(first)) = (node.ply < self.depth, moves.next()) else {
            return Recursion { evaluation: self.evaluation, observer, searched: PhantomData }.leaf(game, node, window);
        };
        let child =
            |observer: &mut O, played, window| value_of(observer, &game.after(played), node.child(played), window);
        match game.turn() {
            Turn::Max => {
                observer.enter(node, Max::WORST, window)?;
                children::<Max, _, _, _>(observer, node, window, first, moves, child)
            }
            Turn::Min => {
                observer.enter(node, Min::WORST, window)?;
                children::<Min, _, _, _>(observer, node, window, first, moves, child)
            }
        }
    }
}

/// What stays the same throughout the recursion.
struct Recursion<'a, G, W, E, O> {
    evaluation: &'a E,
    observer: &'a mut O,
    searched: PhantomData<(G, W)>,
}

impl<G: Game, W: Window, E: Evaluation<G>, O: Observer<G::Move, W>> Recursion<'_, G, W, E, O> {
    fn node<P: Player>(&mut self, game: &G, node: Node<G::Move>, depth: Depth, window: W) -> Found<G, O::Error> {
        game.dispatch(Visit { recursion: self, node, depth, window, player: PhantomData::<P> })
    }

    #[inline(always)]
    fn leaf(&mut self, game: &G, node: Node<G::Move>, window: W) -> Found<G, O::Error> {
        let value = self.evaluation.evaluate(game);
        self.observer.leaf(node, value, window)?;
        Ok(Outcome { value, best: None })
    }

    /// Searches a node whose children all lie at the cut-off: their values are all that is needed of them.
    #[inline(always)]
    fn last_ply<P: Player>(&mut self, game: &G, node: Node<G::Move>, window: W) -> Found<G, O::Error> {
        let mut moves = game.moves();
        let Some(first) = moves.next() else { return self.leaf(game, node, window) };
        let value_after = self.evaluation.of_children(game);
        let observer = &mut self.observer.enter_last_ply(node, P::WORST, window)?;
        children::<P, _, _, _>(observer, node, window, first, moves, |observer, played, window| {
            let value = value_after(played);
            observer.leaf(node.child(played), value, window)?;
            Ok(value)
        })
    }
}

/// The children of an inner node, in order, until there are no more or the window closes.
#[inline(always)]
fn children<P: Player, M: Copy, W: Window, O: Observer<M, W>>(
    observer: &mut O,
    node: Node<M>,
    mut window: W,
    first: M,
    mut moves: impl Iterator<Item = M>,
    mut value_of: impl FnMut(&mut O, M, W) -> Result<Value, O::Error>,
) -> Result<Outcome<M>, O::Error> {
    let mut value = P::WORST;
    let mut best = first;
    let mut next = Some(first);
    while let Some(child) = next {
        let child_value = value_of(observer, child, window)?;
        let improved = P::is_better(child_value, value);
        if improved {
            value = child_value;
            best = child;
        }
        let before = window;
        window = P::narrow(before, value);
        let cut = window.is_closed();
        observer.update(node, Update { child, child_value, value, improved, before, after: window, cut })?;
        if cut {
            break;
        }
        next = moves.next();
    }
    Ok(Outcome { value, best: Some(best) })
}

/// A visit to a node where the player `P` is to move, with `depth` plies to go.
struct Visit<'s, 'a, P, G: Game, W, E, O> {
    recursion: &'s mut Recursion<'a, G, W, E, O>,
    node: Node<G::Move>,
    depth: Depth,
    window: W,
    player: PhantomData<P>,
}

impl<P: Player, G: Game, W: Window, E: Evaluation<G>, O: Observer<G::Move, W>> Kernel<G>
    for Visit<'_, '_, P, G, W, E, O>
{
    type Output = Found<G, O::Error>;

    #[inline(always)]
    fn visit(self, game: &G) -> Self::Output {
        let Self { recursion, node, depth, window, .. } = self;
        let mut moves = game.moves();
        let (Some(depth), Some(first)) = (depth.below(), moves.next()) else {
            return recursion.leaf(game, node, window);
        };
        let Recursion { evaluation, observer, searched } = recursion;
        observer.enter(node, P::WORST, window)?;
        children::<P, _, _, _>(*observer, node, window, first, moves, |observer, played, window| {
            let mut recursion = Recursion { evaluation: *evaluation, observer, searched: *searched };
            let (game, node) = (game.after(played), node.child(played));
            // Where the child's children lie at the cut-off, a call would cost as much as all of them.
            let outcome = if depth.below() == Some(Depth::ZERO) {
                recursion.last_ply::<P::Opponent>(&game, node, window)
            } else {
                recursion.node::<P::Opponent>(&game, node, depth, window)
            };
            Ok(outcome?.value)
        })
    }
}

/// A player as a type, so that a node of max and a node of min are two instances of one function.
trait Player {
    type Opponent: Player;

    const TURN: Turn;

    /// The value an inner node starts from.
    const WORST: Value = match Self::TURN {
        Turn::Max => Value::NEGATIVE_INFINITY,
        Turn::Min => Value::INFINITY,
    };

    #[inline]
    fn is_better(value: Value, than: Value) -> bool {
        match Self::TURN {
            Turn::Max => value > than,
            Turn::Min => value < than,
        }
    }

    #[inline]
    fn narrow<W: Window>(window: W, value: Value) -> W {
        match Self::TURN {
            Turn::Max => window.raise(value),
            Turn::Min => window.lower(value),
        }
    }
}

struct Max;
struct Min;

impl Player for Max {
    type Opponent = Min;
    const TURN: Turn = Turn::Max;
}

impl Player for Min {
    type Opponent = Max;
    const TURN: Turn = Turn::Min;
}
