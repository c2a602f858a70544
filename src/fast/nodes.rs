//! The number of nodes of a minimax search, without the search: the subtree of a board that occurs again is counted once.

use std::marker::PhantomData;

use crate::{
    game::{Depth, Kernel},
    games::reversi::{BoardTable, Move, Rules},
};

/// Counts the nodes of minimax searches under the rules `R`. Its tables of subtrees take at most 32 MiB.
#[derive(Debug)]
pub struct NodeCounter<R> {
    /// The subtrees of few plies, and those of many. In one table the few plies would overwrite the many at once.
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

/// Below this depth, in plies, counting a subtree takes no longer than a probe of the table.
const LEAST_DEPTH: u32 = 3;

/// From this depth on, in plies, tables hold boards in their canonical form: finding that takes less than counting again.
const CANONICAL_DEPTH: u32 = 6;

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

    /// The nodes from the position after a move on. After a pass the tables are not used: rules that count passes know more
    /// of the position than its board.
    fn after(&mut self, game: &R, played: R::Move, depth: u32) -> u64 {
        let child = game.after(played);
        if depth < LEAST_DEPTH || played.into() == Move::Pass {
            return self.below(&child, depth);
        }
        let (position, is_canonical) = (child.position(), depth >= CANONICAL_DEPTH);
        let board = if is_canonical { position.board().canonical(position.size()) } else { position.board() };
        let table = usize::from(is_canonical);
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
