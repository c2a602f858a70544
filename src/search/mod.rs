//! The one search: minimax and alpha-beta for any game, any evaluation and any observer.
//!
//! The *window* decides which of the two it is. With [`Open`], which holds nothing and never closes, the function
//! is minimax; with [`AlphaBeta`] it is alpha-beta in fail-soft form (AIMA figure 5.7, with the bound updated before
//! the test, which cuts in the same places). The *observer* sees every step and decides what becomes of it: a traverse
//! log, a count, a line of best play. The observer `()` sees nothing and costs nothing.

mod counts;
mod observer;
mod principal_variation;
mod window;

use std::marker::PhantomData;

pub use counts::Counts;
pub use observer::{Node, Observer, Update};
pub use principal_variation::PrincipalVariation;
pub use window::{AlphaBeta, Open, Window};

use crate::game::{Depth, Evaluation, Game, Kernel, Turn, Value};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// The value of the root.
    pub value: Value,
    /// The first move, in the order of the moves, that attains the value; `None` where the root is a leaf.
    pub best: Option<M>,
}

/// Searches a game to a depth.
///
/// A node is a leaf where it has no moves or lies at `depth` plies; a leaf is worth its evaluation, an inner node
/// the maximum or minimum over the children searched. With `depth` zero the root itself is a leaf.
///
/// # Errors
/// The observer's first error, which ends the search at once.
pub fn search<G, E, W, O>(
    game: &G,
    depth: Depth,
    window: W,
    evaluation: &E,
    observer: &mut O,
) -> Result<Outcome<G::Move>, O::Error>
where
    G: Game,
    E: Evaluation<G>,
    W: Window,
    O: Observer<G::Move, W>,
{
    let root = Node { reached_by: None, ply: Depth::ZERO };
    let mut search = Search { evaluation, observer };
    match game.turn() {
        Turn::Max => search.node::<Max, _, _>(game, root, depth, window),
        Turn::Min => search.node::<Min, _, _>(game, root, depth, window),
    }
}

/// What stays the same throughout a search.
struct Search<'a, E, O> {
    evaluation: &'a E,
    observer: &'a mut O,
}

impl<E, O> Search<'_, E, O> {
    fn node<P, G, W>(
        &mut self,
        game: &G,
        node: Node<G::Move>,
        depth: Depth,
        window: W,
    ) -> Result<Outcome<G::Move>, O::Error>
    where
        P: Player,
        G: Game,
        E: Evaluation<G>,
        W: Window,
        O: Observer<G::Move, W>,
    {
        game.dispatch(Visit { search: self, node, depth, window, player: PhantomData::<P> })
    }
}

/// The children of an inner node, in order, until there are no more or the window closes.
#[inline(always)]
#[allow(clippy::inline_always)] // it is the loop of a visit, which has two forms of it
fn children<P, M, W, O>(
    observer: &mut O,
    node: Node<M>,
    mut window: W,
    first: M,
    mut moves: impl Iterator<Item = M>,
    mut value_of: impl FnMut(&mut O, M, W) -> Result<Value, O::Error>,
) -> Result<Outcome<M>, O::Error>
where
    P: Player,
    M: Copy,
    W: Window,
    O: Observer<M, W>,
{
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

/// A visit to a node where the player `P` is to move.
struct Visit<'s, 'a, P, E, O, M, W> {
    search: &'s mut Search<'a, E, O>,
    node: Node<M>,
    depth: Depth,
    window: W,
    player: PhantomData<P>,
}

impl<P, G, E, O, W> Kernel<G> for Visit<'_, '_, P, E, O, G::Move, W>
where
    P: Player,
    G: Game,
    E: Evaluation<G>,
    W: Window,
    O: Observer<G::Move, W>,
{
    type Output = Result<Outcome<G::Move>, O::Error>;

    #[inline(always)]
    #[allow(clippy::inline_always)] // as the trait asks
    fn visit(self, game: &G) -> Self::Output {
        let Self { search: Search { evaluation, observer }, node, depth, window, .. } = self;
        if let Some(value) = observer.known(node)? {
            return Ok(Outcome { value, best: None });
        }
        let mut moves = game.moves();
        let (Some(depth), Some(first)) = (depth.below(), moves.next()) else {
            let value = evaluation.evaluate(game);
            observer.leaf(node, value, window)?;
            return Ok(Outcome { value, best: None });
        };
        let ply = node.ply.deeper();
        if depth == Depth::ZERO {
            // The children all lie at the cut-off: their values are all that is needed of them.
            let value_after = evaluation.of_children(game);
            let observer = &mut observer.enter_last_ply(node, P::WORST, window)?;
            children::<P, _, _, _>(observer, node, window, first, moves, |observer, played, window| {
                let value = value_after(played);
                observer.leaf(Node { reached_by: Some(played), ply }, value, window)?;
                Ok(value)
            })
        } else {
            observer.enter(node, P::WORST, window)?;
            children::<P, _, _, _>(*observer, node, window, first, moves, |observer, played, window| {
                let child = Node { reached_by: Some(played), ply };
                let mut search = Search { evaluation: *evaluation, observer };
                Ok(search.node::<P::Opponent, _, _>(&game.after(played), child, depth, window)?.value)
            })
        }
    }
}

/// A player as a type, so that a node of max and a node of min are two instances of one function.
trait Player {
    type Opponent: Player;

    /// The value an inner node starts from.
    const WORST: Value;

    fn is_better(value: Value, than: Value) -> bool;

    fn narrow<W: Window>(window: W, value: Value) -> W;
}

struct Max;

impl Player for Max {
    type Opponent = Min;
    const WORST: Value = Value::NEGATIVE_INFINITY;

    fn is_better(value: Value, than: Value) -> bool {
        value > than
    }

    fn narrow<W: Window>(window: W, value: Value) -> W {
        window.raise(value)
    }
}

struct Min;

impl Player for Min {
    type Opponent = Max;
    const WORST: Value = Value::INFINITY;

    fn is_better(value: Value, than: Value) -> bool {
        value < than
    }

    fn narrow<W: Window>(window: W, value: Value) -> W {
        window.lower(value)
    }
}
