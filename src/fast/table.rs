//! The transposition table: what a search has found out about a position, for the next time it is met.

use crate::{
    game::Depth,
    games::reversi::{Bitboard, Instructions, Move, Position},
};

/// What is known of a value: it lies between these, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is this or more.
    pub lower: i32,
    /// The value is this or less.
    pub upper: i32,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Self = Self { lower: i32::MIN, upper: i32::MAX };
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The depth of the search that the bounds come from, and hold for.
    pub depth: Depth,
    /// The bounds of the value, from the side of the player to move.
    pub bounds: Bounds,
    /// The move that was best, or good enough.
    pub best: Option<Move>,
}

/// A table in which each position has one slot, and the last one stored there stays. It grows as it fills.
///
/// Two nodes with the same board share what is known of it, with the colours exchanged, too: to the player to move
/// they make no difference. Nor do passes before the node, where rules count them: after one the opponent has no
/// capture, so if the player has none either, whatever passes follow, the board stays as it is.
#[derive(Debug)]
pub struct Table {
    slots: Vec<Slot>,
    taken: usize,
}

/// A position and what is known of it, within one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot(Key, Entry);

/// The discs of the player to move, and of the opponent. The squares outside a smaller board count to both, so that
/// boards of different sizes differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key(Bitboard, Bitboard);

impl Table {
    /// The numbers of slots it begins with and grows to, at 32 bytes each: 128 KiB and 2 MiB. A larger one spares
    /// fewer nodes than its cache misses cost, even where a position with 18 empty squares is solved.
    const SMALLEST: usize = 1 << 12;
    const LARGEST: usize = 1 << 16;

    /// An empty table.
    pub fn new() -> Self {
        Self { slots: vec![Self::EMPTY; Self::SMALLEST], taken: 0 }
    }

    /// A slot without a position: the board without a disc, on which there is nothing to search.
    const EMPTY: Slot =
        Slot(Key(Bitboard::EMPTY, Bitboard::EMPTY), Entry { depth: Depth::ZERO, bounds: Bounds::OPEN, best: None });

    /// What is known of a position.
    #[inline]
    pub fn probe<I: Instructions>(&self, position: &Position<I>) -> Option<&Entry> {
        let key = Key::of(position);
        let Slot(stored, entry) = &self.slots[key.index(self.slots.len())];
        (*stored == key).then_some(entry)
    }

    /// Remembers an entry in place of what was known before.
    #[inline]
    pub fn store<I: Instructions>(&mut self, position: &Position<I>, entry: Entry) {
        let key = Key::of(position);
        let index = key.index(self.slots.len());
        let slot = &mut self.slots[index];
        self.taken += usize::from(slot.0 == Self::EMPTY.0);
        *slot = Slot(key, entry);
        if self.taken > self.slots.len() / 2 && self.slots.len() < Self::LARGEST {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![Self::EMPTY; self.slots.len() * 4];
        for Slot(key, entry) in std::mem::replace(&mut self.slots, larger) {
            if key != Self::EMPTY.0 {
                let index = key.index(self.slots.len());
                self.slots[index] = Slot(key, entry);
            }
        }
    }
}

impl Key {
    #[inline]
    fn of<I: Instructions>(position: &Position<I>) -> Self {
        let outside = !position.playable();
        Self(position.own() | outside, position.other() | outside)
    }

    /// The slot in a table of `slots`, a power of two (multiplicative hashing, Knuth 6.4).
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the upper bits of a hash
    fn index(self, slots: usize) -> usize {
        let own = self.0.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (own ^ own >> 32).wrapping_add(self.1.0).wrapping_mul(0xd1b5_4a32_d192_ed03);
        (hash >> 32) as usize & (slots - 1)
    }
}
