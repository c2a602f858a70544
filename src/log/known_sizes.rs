//! The sizes of subtrees of minimax logs: a position that occurs again at the same ply is counted once.

use super::{LogSize, writer::LogCounter};
use crate::{
    game::{Depth, Evaluation, Value},
    games::reversi::{Move, Rules},
    search::{Counts, Node, Observer, Search, Window},
};

/// An observer that counts rows, and takes what it would count below a node from who knows.
pub(super) trait Counter {
    /// What has been counted.
    fn size(&self) -> LogSize;

    /// Counts some more.
    fn add(&mut self, size: LogSize);
}

impl Counter for LogCounter<'_> {
    fn size(&self) -> LogSize {
        self.sink.0
    }

    fn add(&mut self, size: LogSize) {
        self.sink.0 = self.sink.0.plus(size);
    }
}

/// Counts nodes alone, and no bytes: a node has two rows, its own first one and that of its parent after it.
impl Counter for Counts {
    fn size(&self) -> LogSize {
        LogSize { rows: 2 * self.nodes, bytes: 0 }
    }

    fn add(&mut self, size: LogSize) {
        self.nodes += size.rows / 2;
    }
}

/// The sizes of the rows of subtrees: a position that occurs again at the same ply has the same rows there, and the same
/// value.
pub(super) struct KnownSizes {
    entries: Vec<KnownSize>,
    /// The binary logarithm of their number.
    bits: u32,
}

/// The size of a subtree's rows and its value, with the position and the ply of its root. An empty entry has a ply that no
/// node has.
#[derive(Clone, Copy)]
struct KnownSize {
    own: u64,
    other: u64,
    ply: Depth,
    size: LogSize,
    value: Value,
}

impl KnownSizes {
    /// The binary logarithm of the largest number of entries, 16 MiB.
    const MOST: u32 = 18;

    /// Subtrees of fewer plies than this take no longer to count than to look up.
    const LEAST: u32 = 3;

    /// Room for the subtrees of a search of so many plies.
    pub(super) fn new(plies: u32) -> Self {
        let none =
            KnownSize { own: 0, other: 0, ply: Depth::new(u32::MAX), size: LogSize::default(), value: Value::INFINITY };
        let bits = plies.saturating_mul(2).min(Self::MOST);
        Self { entries: vec![none; 1 << bits], bits }
    }

    /// Counts the rows of a subtree, and returns its value.
    pub(super) fn count<R: Rules, W: Window, E: Evaluation<R>, C: Counter + Observer<R::Move, W>>(
        &mut self,
        search: &Search<R, W, E>,
        game: &R,
        node: Node<R::Move>,
        counter: &mut C,
    ) -> Result<Value, C::Error> {
        let plies = search.deepest().plies().saturating_sub(node.ply.plies());
        if plies < Self::LEAST {
            return Ok(search.search_from(game, node, search.window, counter)?.value);
        }
        let (own, other, ply) = (game.position().own().0, game.position().other().0, node.ply);
        let known = *self.entry(own, other);
        // After a pass the rules may remember it, which the discs do not show.
        let is_kept = !matches!(node.reached_by.map(Into::into), Some(Move::Pass));
        if is_kept && (known.own, known.other, known.ply) == (own, other, ply) {
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
            *self.entry(own, other) = KnownSize { own, other, ply, size, value };
        }
        Ok(value)
    }

    fn entry(&mut self, own: u64, other: u64) -> &mut KnownSize {
        // Odd numbers without a pattern (Knuth, TAOCP 6.4, multiplicative hashing).
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
        let index = mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> (u64::BITS - self.bits);
        &mut self.entries[usize::try_from(index).expect("few bits")]
    }
}
