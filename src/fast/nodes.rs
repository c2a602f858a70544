//! The number of nodes of a minimax search, without the search: positions that occur again are counted once.

use std::marker::PhantomData;

use crate::{
    game::{Depth, Kernel},
    games::reversi::{Canonical, Move, Rules},
};

/// Counts the nodes of minimax searches under the rules `R`, and remembers what it has counted, in 32 MiB.
#[derive(Debug)]
pub struct NodeCounter<R> {
    /// Empty until it is needed.
    table: Vec<Entry>,
    rules: PhantomData<R>,
}

/// The nodes below a position, down to a depth. The one that all begin with is that of no position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    own: u64,
    other: u64,
    depth: u32,
    nodes: u64,
}

/// The binary logarithm of the number of entries in each half of the table: one is for few plies, the other for many,
/// which would be overwritten at once.
const HALF: u32 = 19;

/// Below this depth, in plies, counting takes no longer than looking up.
const LEAST_DEPTH: u32 = 3;

/// From this depth on, turned and mirrored boards are one: looking for the view takes less than counting.
const TURNED_DEPTH: u32 = 6;

impl<R: Rules> NodeCounter<R> {
    /// A counter that has counted nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self { table: Vec::new(), rules: PhantomData }
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
        let (own, other) = if depth < TURNED_DEPTH {
            (child.position().own().0, child.position().other().0)
        } else {
            let view = Canonical::from(child.position());
            (view.own.0, view.other.0)
        };
        // Odd numbers without a pattern (Knuth, TAOCP 6.4, multiplicative hashing).
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
        let mixed = (mixed ^ u64::from(depth)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let half = u64::from(depth >= TURNED_DEPTH) << HALF;
        let index = usize::try_from(half | mixed >> (u64::BITS - HALF)).expect("few bits");
        if self.table.is_empty() {
            self.table.resize(2 << HALF, Entry::default());
        }
        let entry = self.table[index];
        if (entry.own, entry.other, entry.depth) == (own, other, depth) {
            return entry.nodes;
        }
        let nodes = self.below(&child, depth);
        self.table[index] = Entry { own, other, depth, nodes };
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
