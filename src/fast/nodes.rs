//! The number of nodes of a minimax search, without the search: positions that occur again are counted once.

use std::marker::PhantomData;

use crate::{
    game::{Depth, Kernel},
    games::reversi::{BoardTable, Move, Rules},
};

/// Counts the nodes of minimax searches under the rules `R`, and remembers what it has counted, in at most 32 MiB.
#[derive(Debug)]
pub struct NodeCounter<R> {
    /// Subtrees of few plies, and of many, which would be overwritten at once in a table of both.
    tables: [BoardTable<Subtree>; 2],
    rules: PhantomData<R>,
}

/// The nodes below a board, down to a depth.
#[derive(Clone, Copy, Debug)]
struct Subtree {
    depth: u32,
    nodes: u64,
}

/// The numbers of slots that a table begins with and grows to.
const SLOTS: usize = 1 << 8;
const LIMIT: usize = 1 << 19;

/// Below this depth, in plies, counting takes no longer than looking up.
const LEAST_DEPTH: u32 = 3;

/// From this depth on, turned and mirrored boards are one: finding the canonical form takes less than counting.
const TURNED_DEPTH: u32 = 6;

impl<R: Rules> NodeCounter<R> {
    /// A counter that has counted nothing yet.
    #[must_use]
    pub fn new() -> Self {
        let table = || BoardTable::new(SLOTS, LIMIT, Subtree { depth: 0, nodes: 0 });
        Self { tables: [table(), table()], rules: PhantomData }
    }

    /// The nodes of a minimax search to a depth, root and leaves included.
    #[must_use]
    pub fn nodes(&mut self, game: &R, depth: Depth) -> u64 {
        self.below(game, depth.plies().min(game.plies_left()))
    }

    fn below(&mut self, game: &R, depth: u32) -> u64 {
        game.dispatch(Count { counter: self, depth })
    }

    /// The same for the position after a move. After a pass rules may know more than the board says.
    fn after(&mut self, game: &R, played: R::Move, depth: u32) -> u64 {
        let child = game.after(played);
        if depth < LEAST_DEPTH || played.into() == Move::Pass {
            return self.below(&child, depth);
        }
        let (position, is_turned) = (child.position(), depth >= TURNED_DEPTH);
        let board = if is_turned { position.board().canonical(position.size()) } else { position.board() };
        let table = usize::from(is_turned);
        if let Some(known) = self.tables[table].probe(board).filter(|known| known.depth == depth) {
            return known.nodes;
        }
        let nodes = self.below(&child, depth);
        self.tables[table].store(board, Subtree { depth, nodes });
        nodes
    }
}

impl<R: Rules> Default for NodeCounter<R> {
    fn default() -> Self {
        Self::new()
    }
}

struct Count<'a, R> {
    counter: &'a mut NodeCounter<R>,
    depth: u32,
}

impl<R: Rules> Kernel<R> for Count<'_, R> {
    type Output = u64;

    #[inline(always)]
    fn visit(self, game: &R) -> u64 {
        let Self { counter, depth } = self;
        let below: u64 = match depth {
            0 => 0,
            1 => game.moves().count() as u64,
            2 => game.moves().map(|played| 1 + game.replies(played) as u64).sum(),
            depth => game.moves().map(|played| counter.after(game, played, depth - 1)).sum(),
        };
        below + 1
    }
}
