//! The one search: minimax and alpha-beta for any game, any evaluation and any observer.
//!
//! The *window* decides which of the two it is. With [`Open`], which holds nothing and never closes, the function
//! is minimax; with [`AlphaBeta`] it is alpha-beta in fail-soft form (AIMA figure 5.7, with the bound updated before
//! the test, which cuts in the same places). The *observer* sees every step and decides what becomes of it: a traverse
//! log, a count, a line of best play. The observer `()` sees nothing and costs nothing.

use std::{convert::Infallible, marker::PhantomData};

use crate::{
    evaluation::Evaluation,
    game::{Game, Turn, Visitor},
    value::{Depth, Value},
};

/// The bounds between which a value still matters.
pub trait Window: Copy {
    /// The window after max has found a child of this value: alpha rises to it, never falls.
    #[must_use]
    fn raise(self, value: Value) -> Self;

    /// The window after min has found a child of this value: beta falls to it, never rises.
    #[must_use]
    fn lower(self, value: Value) -> Self;

    /// Whether nothing lies between the bounds any more: alpha >= beta.
    fn is_closed(self) -> bool;
}

/// The window of minimax: always open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Open;

impl Window for Open {
    fn raise(self, _: Value) -> Self {
        self
    }

    fn lower(self, _: Value) -> Self {
        self
    }

    fn is_closed(self) -> bool {
        false
    }
}

/// The window of alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBeta {
    /// The value that max has secured on the way to this node.
    pub alpha: Value,
    /// The value that min has secured on the way to this node.
    pub beta: Value,
}

impl AlphaBeta {
    /// The window from minus to plus infinity, from which a search of a whole tree starts.
    pub const FULL: Self = Self { alpha: Value::NEGATIVE_INFINITY, beta: Value::INFINITY };
}

impl Window for AlphaBeta {
    fn raise(self, value: Value) -> Self {
        Self { alpha: self.alpha.max(value), ..self }
    }

    fn lower(self, value: Value) -> Self {
        Self { beta: self.beta.min(value), ..self }
    }

    fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// Where the search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<M> {
    /// The move that led here; `None` at the root.
    pub reached_by: Option<M>,
    /// Plies below the root.
    pub ply: Depth,
}

/// What a child's value did to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update<M, W> {
    /// The move that leads to the child.
    pub child: M,
    /// The child's value.
    pub child_value: Value,
    /// The parent's value, this child included.
    pub value: Value,
    /// Whether this child is the best so far: strictly better than all before it.
    pub improved: bool,
    /// The window with which the child was searched.
    pub before: W,
    /// The window after the child.
    pub after: W,
    /// Whether the window has closed, so that this child is the last: a cut-off.
    pub cut: bool,
}

/// Sees every step of a search.
///
/// Where an observer [knows](Observer::known) the value of a node, the search calls nothing else for it. For a leaf it
/// calls [`leaf`](Observer::leaf), once. For an inner node it calls [`enter`](Observer::enter), then for each child that it searches, in the order of the moves, all calls of the
/// child's subtree followed by one [`update`](Observer::update) of the node; after an update with `cut` there is
/// no further child. An error ends the search at once and becomes its result.
pub trait Observer<M, W> {
    /// What can go wrong in observing; [`Infallible`] for an observer that only counts.
    type Error;

    /// The value of a node, where this observer has seen to its subtree by other means: the search does not go there.
    /// Nobody is asked for nodes at the cut-off.
    ///
    /// # Errors
    /// The observer's own; it ends the search.
    fn known(&mut self, node: Node<M>) -> Result<Option<Value>, Self::Error> {
        let _ = node;
        Ok(None)
    }

    /// A leaf, its evaluation, and the window it was reached with.
    ///
    /// # Errors
    /// The observer's own; it ends the search.
    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), Self::Error> {
        let _ = (node, value, window);
        Ok(())
    }

    /// An inner node before its first child, with the infinity its value starts from.
    ///
    /// # Errors
    /// The observer's own; it ends the search.
    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), Self::Error> {
        let _ = (node, value, window);
        Ok(())
    }

    /// An inner node after a child.
    ///
    /// # Errors
    /// The observer's own; it ends the search.
    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), Self::Error> {
        let _ = (node, update);
        Ok(())
    }

    /// The same for an inner node whose children all lie at the cut-off. Returns who observes these and the updates of
    /// the node by them: nearly all steps of a search. By default it is this observer; one that is handed out for a
    /// single node can keep in registers what this one has in memory.
    ///
    /// # Errors
    /// The observer's own; it ends the search.
    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> Result<impl Observer<M, W, Error = Self::Error>, Self::Error>
    where
        Self: Sized,
    {
        self.enter(node, value, window)?;
        Ok(self)
    }
}

/// Observes nothing.
impl<M, W> Observer<M, W> for () {
    type Error = Infallible;
}

/// Two observers of one search, which see all of it; the second cannot fail.
impl<M: Copy, W: Copy, A, B> Observer<M, W> for (A, B)
where
    A: Observer<M, W>,
    B: Observer<M, W, Error = Infallible>,
{
    type Error = A::Error;

    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), A::Error> {
        let Ok(()) = self.1.leaf(node, value, window);
        self.0.leaf(node, value, window)
    }

    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), A::Error> {
        let Ok(()) = self.1.enter(node, value, window);
        self.0.enter(node, value, window)
    }

    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), A::Error> {
        let Ok(()) = self.1.update(node, update);
        self.0.update(node, update)
    }
}

/// An observer that is used again after the search.
impl<M, W, O: Observer<M, W>> Observer<M, W> for &mut O {
    type Error = O::Error;

    fn known(&mut self, node: Node<M>) -> Result<Option<Value>, O::Error> {
        (**self).known(node)
    }

    fn leaf(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), O::Error> {
        (**self).leaf(node, value, window)
    }

    fn enter(&mut self, node: Node<M>, value: Value, window: W) -> Result<(), O::Error> {
        (**self).enter(node, value, window)
    }

    fn update(&mut self, node: Node<M>, update: Update<M, W>) -> Result<(), O::Error> {
        (**self).update(node, update)
    }

    fn enter_last_ply(
        &mut self,
        node: Node<M>,
        value: Value,
        window: W,
    ) -> Result<impl Observer<M, W, Error = O::Error>, O::Error> {
        (**self).enter_last_ply(node, value, window)
    }
}

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
        game.accept(Visit { search: self, node, depth, window, player: PhantomData::<P> })
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

impl<P, G, E, O, W> Visitor<G> for Visit<'_, '_, P, E, O, G::Move, W>
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
