//! The sizes of subtrees of minimax logs. A position that occurs again at the same ply is counted once.

use super::format::deepest;
use super::{LogSize, row_counter::RowCounter};
use reversi_core::{
    game::{Depth, Evaluation, Value},
    games::reversi::{BoardTable, Move, Rules},
    search::{Counts, Node, Observer, Search, Window},
};

/// An observer that counts rows, and can also add the known count of a subtree.
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

/// Counts nodes without bytes. A node has two rows: the first is its own, and the second is its parent's row after it.
impl Counter for Counts {
    fn size(&self) -> LogSize {
        LogSize { rows: 2 * self.nodes, bytes: 0 }
    }

    fn add(&mut self, size: LogSize) {
        self.nodes += size.rows / 2;
    }
}

/// The sizes and values of subtrees. A position that occurs again at the same ply has the same rows and the same value.
pub(super) struct KnownSizes(BoardTable<KnownSize>);

/// The size of a subtree's rows, its value, and the ply of its root.
#[derive(Clone, Copy)]
struct KnownSize {
    ply: Depth,
    size: LogSize,
    value: Value,
}

impl KnownSizes {
    /// The numbers of slots at the start and at most. At 64 bytes each these are 64 KiB and 16 MiB.
    const SLOTS: usize = 1 << 10;
    const LIMIT: usize = 1 << 18;

    /// Counting a subtree of fewer plies takes no longer than looking it up.
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
        // The rules may remember a pass, and the discs do not show it.
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
