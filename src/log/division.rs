//! A minimax search divided among threads.
//!
//! A minimax subtree is the same whatever has been found outside it. So each thread searches one subtree in turn, as many
//! as there are threads, and one more search, of what is above, gets their values from the threads.

use std::{num::NonZero, thread};

use crate::{
    game::{Depth, Evaluation, Game, Value},
    games::reversi::Rules,
    search::{Node, Observer, Outcome, Search, Window},
};

/// The plies of a subtree: enough that handing over its text costs nothing beside the search, few enough that most of the
/// text fits into the blocks of a thread, so that all threads are at work most of the time.
const PLIES: u32 = 5;

/// More threads than these are not needed: they search faster than anything can be written.
const THREADS: usize = 4;

/// How a search is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    pub(super) threads: usize,
    /// Where the roots of the subtrees are.
    root_ply: Depth,
}

impl Division {
    /// The division of a search; `None` where it is not worth it or not possible.
    pub(super) fn of<R: Rules, W: Window, E>(search: &Search<R, W, E>) -> Option<Self> {
        let root_ply = search.depth.plies().min(search.root.plies_left()).saturating_sub(PLIES);
        if root_ply < 2 || W::PRUNES {
            return None;
        }
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(THREADS);
        (threads > 1).then_some(Self { threads, root_ply: Depth::new(root_ply) })
    }

    /// Searches the subtrees of thread `number`, from 0, in the order of the whole search. After each, `end` is given the
    /// observer and the subtree's value.
    pub(super) fn search_subtrees<G, W, E, O>(
        self,
        search: &Search<G, W, E>,
        number: usize,
        observer: &mut O,
        mut end: impl FnMut(&mut O, Value) -> Result<(), O::Error>,
    ) -> Result<(), O::Error>
    where
        G: Game,
        W: Window,
        E: Evaluation<G>,
        O: Observer<G::Move, W>,
    {
        // How many subtrees of other threads come before the next of this one.
        let mut others = number;
        self.each_root(&search.root, Node::ROOT, &mut |game, node| {
            let is_own = others == 0;
            others = others.checked_sub(1).unwrap_or(self.threads - 1);
            if is_own {
                let outcome = search.search_from(game, node, search.window, observer)?;
                end(observer, outcome.value)?;
            }
            Ok(())
        })
    }

    fn each_root<G: Game, E, F>(self, game: &G, node: Node<G::Move>, visit: &mut F) -> Result<(), E>
    where
        F: FnMut(&G, Node<G::Move>) -> Result<(), E>,
    {
        if node.ply == self.root_ply {
            return visit(game, node);
        }
        game.moves().try_for_each(|played| self.each_root(&game.after(played), node.child(played), visit))
    }

    /// Searches what is above the subtrees. `value_of` tells the value of each subtree in turn, and makes up to the
    /// observer for its steps; it is given the number of the thread that has searched it.
    pub(super) fn search_above<G, W, E, O>(
        self,
        search: &Search<G, W, E>,
        observer: &mut O,
        mut value_of: impl FnMut(&mut O, usize) -> Result<Value, O::Error>,
    ) -> Result<Outcome<G::Move>, O::Error>
    where
        G: Game,
        W: Window,
        E: Evaluation<G>,
        O: Observer<G::Move, W>,
    {
        let mut numbers = (0..self.threads).cycle();
        let outcome = self.above(search, &search.root, Node::ROOT, observer, &mut |observer| {
            value_of(observer, numbers.next().unwrap_or_default())
        })?;
        observer.finish()?;
        Ok(outcome)
    }

    fn above<G, W, E, O>(
        self,
        search: &Search<G, W, E>,
        game: &G,
        node: Node<G::Move>,
        observer: &mut O,
        value_of: &mut dyn FnMut(&mut O) -> Result<Value, O::Error>,
    ) -> Result<Outcome<G::Move>, O::Error>
    where
        G: Game,
        W: Window,
        E: Evaluation<G>,
        O: Observer<G::Move, W>,
    {
        search.expand(game, node, search.window, observer, |observer, game, node, _| {
            if node.ply == self.root_ply {
                value_of(observer)
            } else {
                Ok(self.above(search, game, node, observer, value_of)?.value)
            }
        })
    }
}
