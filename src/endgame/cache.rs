//! What one thread has found out of late about boards near the end. It stays within the processor's own cache, where it is
//! known sooner than the table of all threads can tell.

use std::cell::Cell;

use super::{
    board::{Board, hash},
    table::Entry,
};

/// A table in which each board has one slot, and the last one stored there stays.
#[derive(Debug)]
pub struct Cache {
    slots: Box<[Cell<Slot>]>,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot {
    board: Board,
    entry: Entry,
}

impl Cache {
    /// The number of slots, of 32 bytes each.
    const SLOTS: usize = 1 << 12;

    /// A cache that knows nothing.
    pub fn new() -> Self {
        // On the board without discs there is nothing to search.
        let slot = Slot { board: Board::EMPTY, entry: Entry::UNKNOWN };
        Self { slots: vec![Cell::new(slot); Self::SLOTS].into() }
    }

    /// What is known of a board.
    #[inline]
    pub fn probe(&self, board: Board) -> Option<Entry> {
        let slot = self.slots[Self::place(board)].get();
        (slot.board == board).then_some(slot.entry)
    }

    /// Remembers what is known of a board.
    #[inline]
    pub fn store(&self, board: Board, entry: Entry) {
        self.slots[Self::place(board)].set(Slot { board, entry });
    }

    #[inline]
    const fn place(board: Board) -> usize {
        hash(board) as usize % Self::SLOTS
    }
}
