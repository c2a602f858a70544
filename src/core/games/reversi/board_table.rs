//! A table of results by board, for searches that meet the same board several times.

use super::Board;

/// A table of results, in which each board belongs to one slot. Each slot keeps the last result that was stored in it.
/// The number of slots grows up to a limit.
///
/// Each slot contains the whole board, so two boards cannot be confused.
#[derive(Debug)]
pub struct BoardTable<T> {
    /// The number of slots is a power of two. A slot whose board has no discs is empty, because a board without discs
    /// is never searched.
    slots: Vec<Slot<T>>,
    taken: usize,
    limit: usize,
    unknown: T,
}

/// A board, and the result that was stored for this board. If the result takes at most 16 bytes, a slot takes 32 bytes
/// and lies within one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot<T> {
    board: Board,
    known: T,
}

impl<T: Copy> BoardTable<T> {
    /// Makes an empty table with a number of slots, which grows up to a limit. The number of slots and the limit must
    /// be powers of two. `unknown` fills empty slots.
    pub fn new(slots: usize, limit: usize, unknown: T) -> Self {
        debug_assert!(slots.is_power_of_two() && limit.is_power_of_two(), "a slot's index is the end of a hash");
        Self { slots: vec![Slot { board: Board::EMPTY, known: unknown }; slots], taken: 0, limit, unknown }
    }

    /// The stored result for a board; `None` if there is none.
    #[inline]
    pub fn probe(&self, board: Board) -> Option<&T> {
        let slot = &self.slots[self.index(board)];
        (slot.board == board).then_some(&slot.known)
    }

    /// Stores the result for a board, and replaces the old content of the slot.
    #[inline]
    pub fn store(&mut self, board: Board, known: T) {
        let index = self.index(board);
        let slot = &mut self.slots[index];
        self.taken += usize::from(slot.board == Board::EMPTY);
        *slot = Slot { board, known };
        if self.taken > self.slots.len() / 2 && self.slots.len() < self.limit {
            self.grow();
        }
    }

    #[inline]
    fn index(&self, board: Board) -> usize {
        board.hash() as usize & (self.slots.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        let larger = Self::new((self.slots.len() * 4).min(self.limit), self.limit, self.unknown);
        for Slot { board, known } in std::mem::replace(self, larger).slots {
            if board != Board::EMPTY {
                self.store(board, known);
            }
        }
    }
}
