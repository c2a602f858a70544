//! Remembers the sizes of subtrees in minimax logs. If a position occurs again at the same ply, its subtree is not
//! counted again.

use super::board_search::deepest;
use super::{LogSize, row_counter::RowCounter};
use reversi_core::{
    game::{Depth, Evaluation, Value},
    games::reversi::{BoardTable, Move, Rules},
    search::{Counts, Node, Observer, Search, Window},
};

/// An observer that counts rows, and can also add a remembered count for a whole subtree.
pub(super) trait Counter {
    fn size(&self) -> LogSize;

    fn add(&mut self, size: LogSize);
}

impl Counter for RowCounter<'_> {
    fn size(&self) -> LogSize {
        self.size
    }

    fn add(&mut self, size: LogSize) {
        self.add(size);
    }
}

/// Counts nodes, but not bytes. Each node has two rows: its own row, and the row that its parent has after the node.
impl Counter for Counts {
    fn size(&self) -> LogSize {
        LogSize { rows: 2 * self.nodes, bytes: 0 }
    }

    fn add(&mut self, size: LogSize) {
        self.nodes += size.rows / 2;
    }
}

/// The sizes and values of subtrees. If a position occurs again at the same ply, its subtree has the same rows and the
/// same value.
pub(super) struct KnownSizes(BoardTable<KnownSize>);

/// The number of rows and bytes of a subtree, its value, and the ply of its root.
#[derive(Clone, Copy)]
struct KnownSize {
    ply: Depth,
    size: LogSize,
    value: Value,
}

impl KnownSizes {
    /// The number of slots at the start, and the largest number. Each slot has 64 bytes, so the table takes 64 KiB at
    /// the start and 16 MiB at most.
    const SLOTS: usize = 1 << 10;
    const LIMIT: usize = 1 << 18;

    /// If a subtree has fewer plies than this, counting takes no longer than a look-up.
    const LEAST: u32 = 3;

    pub(super) fn new() -> Self {
        let no_node = Depth::new(u32::MAX);
        let unknown = KnownSize { ply: no_node, size: LogSize::default(), value: Value::INFINITY };
        Self(BoardTable::new(Self::SLOTS, Self::LIMIT, unknown))
    }

    /// Counts the rows of a subtree, and returns the value.
    pub(super) fn count<R: Rules, W: Window, E: Evaluation<R>, C: Counter + Observer<R::Move, W>>(
        &mut self,
        search: &Search<R, W, E>,
        game: &R,
        node: Node<R::Move>,
        counter: &mut C,
    ) -> Result<Value, C::Error> {
        let plies = deepest(search).plies().saturating_sub(node.ply.plies());
        if plies < Self::LEAST {
            return Ok(search.search_from(game, node, search.window, counter)?.value);
        }
        let (board, ply) = (game.position().board(), node.ply);
        // The rules may depend on a pass before the node, which the table does not store. The table does not remember
        // nodes after a pass.
        let is_kept = !matches!(node.reached_by.map(Into::into), Some(Move::Pass));
        if let Some(known) = self.0.probe(board).filter(|known| is_kept && known.ply == ply) {
            counter.add(known.size);
            return Ok(known.value);
        }
        let before = counter.size();
        let outcome = if plies == Self::LEAST {
            search.search_from(game, node, search.window, counter)
        } else {
            search.expand(game, node, search.window, counter, |counter, game, node, _| {
                self.count(search, game, node, counter)
            })
        };
        let value = outcome?.value;
        if is_kept {
            let after = counter.size();
            let size = LogSize { rows: after.rows - before.rows, bytes: after.bytes - before.bytes };
            self.0.store(board, KnownSize { ply, size, value });
        }
        Ok(value)
    }
}
