//! A search divided among threads: the nodes at one ply are the roots of subtrees, which are numbered in the order of the
//! search; each thread searches some of the subtrees, and the nodes above them.

use std::{num::NonZero, thread};

use super::format::deepest;
use reversi_core::{
    game::{Depth, Evaluation, Game, Value},
    games::reversi::Rules,
    search::{Node, Observer, Outcome, Search, Window},
};

/// The most threads that share a search: four produce rows faster than any file takes them.
const THREADS: usize = 4;

/// How a search is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    pub(super) threads: usize,
    /// The ply of the roots of the subtrees.
    root_ply: Depth,
}

/// A subtree of a divided search, as the search comes to its root.
pub(super) struct Subtree<'a, G: Game, W> {
    /// The subtree's place among all subtrees, in the order of the search, from 0.
    number: usize,
    pub(super) game: &'a G,
    pub(super) node: Node<G::Move>,
    pub(super) window: W,
}

impl Division {
    /// The division of a search into subtrees of `plies`; `None` where the search is so shallow, or the processors are so
    /// few, that nothing is gained.
    pub(super) fn of<R: Rules, W: Window, E>(search: &Search<R, W, E>, plies: u32) -> Option<Self> {
        let root_ply = Some(deepest(search).plies().saturating_sub(plies)).filter(|&ply| ply >= 2)?;
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(THREADS);
        (threads > 1).then_some(Self { threads, root_ply: Depth::new(root_ply) })
    }

    /// The number of the thread that searches a subtree, from 0.
    pub(super) const fn thread_of<G: Game, W>(self, subtree: &Subtree<G, W>) -> usize {
        subtree.number % self.threads
    }

    /// Searches the nodes above the subtrees. `value_of` is called for each subtree in turn: it returns the subtree's value,
    /// and shows the observer, which the search shows no step in the subtree, whatever the observer needs of them.
    pub(super) fn search_above<G: Game, W: Window, E: Evaluation<G>, O: Observer<G::Move, W>>(
        self,
        search: &Search<G, W, E>,
        observer: &mut O,
        mut value_of: impl FnMut(&mut O, Subtree<G, W>) -> Result<Value, O::Error>,
    ) -> Result<Outcome<G::Move>, O::Error> {
        let mut number = 0;
        let mut value_of = |observer: &mut O, game: &G, node, window| {
            let subtree = Subtree { number, game, node, window };
            number += 1;
            value_of(observer, subtree)
        };
        let outcome = self.above(search, &search.root, Node::ROOT, search.window, observer, &mut value_of)?;
        observer.finish()?;
        Ok(outcome)
    }

    fn above<G: Game, W: Window, E: Evaluation<G>, O: Observer<G::Move, W>>(
        self,
        search: &Search<G, W, E>,
        game: &G,
        node: Node<G::Move>,
        window: W,
        observer: &mut O,
        value_of: &mut impl FnMut(&mut O, &G, Node<G::Move>, W) -> Result<Value, O::Error>,
    ) -> Result<Outcome<G::Move>, O::Error> {
        search.expand(game, node, window, observer, |observer, game, node, window| {
            if node.ply == self.root_ply {
                value_of(observer, game, node, window)
            } else {
                Ok(self.above(search, game, node, window, observer, value_of)?.value)
            }
        })
    }
}
