//! The search: minimax and alpha-beta for any game, any evaluation and any observer.
//!
//! The type of the *window* selects the algorithm. With [`NoWindow`], which never cuts off, the search is minimax. With
//! [`AlphaBeta`], the search is alpha-beta in fail-soft form (AIMA figure 5.7). The bound is updated before the test,
//! which gives the same cut-offs. The *observer* sees every step. Observers write a traverse log, count steps, or keep
//! the line of best play. The observer `()` takes no time.

mod counts;
mod observer;
mod principal_variation;
pub mod stack;
mod window;

pub use counts::Counts;
pub use observer::{Node, Observer, Update};
pub use principal_variation::PrincipalVariation;
pub use window::{Algorithm, AlphaBeta, NoWindow, Window};

use crate::game::{Depth, Evaluation, Game, Turn, Value};

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    pub value: Value,
    /// The first move with the best value, in search order; `None` if the root is a leaf.
    pub best: Option<M>,
}

/// The outcome of a search, or the error with which the observer ended the search.
type OutcomeResult<G, E> = Result<Outcome<<G as Game>::Move>, E>;

/// A search, given by the root, the depth limit, the window, and the evaluation of leaves.
///
/// A node is a leaf if it has no moves or if its ply is `depth`. The value of a leaf is its evaluation. The value of an
/// inner node is the maximum or minimum of the values of its searched children. If `depth` is zero, the root itself is
/// a leaf.
///
/// ```
/// use reversi_core::{
///     game::{Depth, Value},
///     games::reversi::{Color, CourseNode, EndRules, Pieces, Position, Size},
///     search::{AlphaBeta, Counts, NoWindow, PrincipalVariation, Search},
/// };
///
/// let root = CourseNode::new(Position::opening(Size::EIGHT), Color::Black, EndRules::default());
/// let depth = Depth::new(3);
///
/// // Minimax, with an observer that counts.
/// let mut counts = Counts::default();
/// let Ok(minimax) = Search { root, depth, window: NoWindow, evaluation: &Pieces }.run(&mut counts);
/// assert_eq!(minimax.value, Value::new(3));
/// assert_eq!(counts.leaves, 56);
///
/// // Alpha-beta, with an observer that keeps the line of best play.
/// let mut line = PrincipalVariation::new();
/// let Ok(alpha_beta) = Search { root, depth, window: AlphaBeta::FULL, evaluation: &Pieces }.run(&mut line);
/// assert_eq!(alpha_beta, minimax);
/// assert_eq!(line.moves().len(), 3);
/// ```
#[derive(Debug)]
pub struct Search<'a, G, W, E> {
    pub root: G,
    pub depth: Depth,
    /// The window of the root: [`NoWindow`] for minimax, [`AlphaBeta`] for alpha-beta.
    pub window: W,
    pub evaluation: &'a E,
}

impl<G: Game, W: Window, E: Evaluation<G>> Search<'_, G, W, E> {
    /// Searches, and calls the observer at every step. The first error of the observer ends the search at once.
    pub fn run<O: Observer<G::Move, W>>(&self, observer: &mut O) -> Result<Outcome<G::Move>, O::Error> {
        let Self { root, depth, window, evaluation } = self;
        let outcome = match root.turn() {
            Turn::Max => visit::<Max, _, _, _, _>(*evaluation, observer, root, Node::ROOT, *depth, *window),
            Turn::Min => visit::<Min, _, _, _, _>(*evaluation, observer, root, Node::ROOT, *depth, *window),
        }?;
        observer.finish()?;
        Ok(outcome)
    }
}

#[inline(always)]
fn leaf<G: Game, W: Window, E: Evaluation<G>, O: Observer<G::Move, W>>(
    evaluation: &E,
    observer: &mut O,
    game: &G,
    node: Node<G::Move>,
    window: W,
) -> OutcomeResult<G, O::Error> {
    let value = evaluation.evaluate(game);
    observer.leaf(node, value, window)?;
    Ok(Outcome { value, best: None })
}

/// Visits the children of an inner node in order, until all are visited or a cut-off occurs.
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

/// Searches a node at which the player `P` is to move, with `depth` plies left.
fn visit<P: Player, G: Game, W: Window, E: Evaluation<G>, O: Observer<G::Move, W>>(
    evaluation: &E,
    observer: &mut O,
    game: &G,
    node: Node<G::Move>,
    depth: Depth,
    window: W,
) -> OutcomeResult<G, O::Error> {
    let mut moves = game.moves();
    let (Some(depth), Some(first)) = (depth.below(), moves.next()) else {
        return leaf(evaluation, observer, game, node, window);
    };
    observer.enter(node, P::WORST, window)?;
    children::<P, _, _, _>(observer, node, window, first, moves, |observer, played, window| {
        let (game, node) = (game.after(played), node.child(played));
        // If the children of a child are at the depth limit, a function call takes as long as the evaluation of all
        // these children.
        let outcome = if depth.below() == Some(Depth::ZERO) {
            last_ply::<P::Opponent, _, _, _, _>(evaluation, observer, &game, node, window)
        } else {
            visit::<P::Opponent, _, _, _, _>(evaluation, observer, &game, node, depth, window)
        };
        Ok(outcome?.value)
    })
}

/// Searches a node whose children are all at the depth limit, so that only their values are needed.
#[inline(always)]
fn last_ply<P: Player, G: Game, W: Window, E: Evaluation<G>, O: Observer<G::Move, W>>(
    evaluation: &E,
    observer: &mut O,
    game: &G,
    node: Node<G::Move>,
    window: W,
) -> OutcomeResult<G, O::Error> {
    let mut moves = game.moves();
    let Some(first) = moves.next() else { return leaf(evaluation, observer, game, node, window) };
    let value_after = evaluation.of_children(game);
    observer.enter(node, P::WORST, window)?;
    children::<P, _, _, _>(observer, node, window, first, moves, |observer, played, window| {
        let value = value_after(played);
        observer.leaf(node.child(played), value, window)?;
        Ok(value)
    })
}

/// The player as a type: the compiler makes separate functions for MAX nodes and MIN nodes.
trait Player {
    type Opponent: Player;

    const TURN: Turn;

    /// The start value of an inner node.
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
