//! A table of results by board, for searches that meet the same board again.

use super::Board;

/// A table with one slot for each board. A slot keeps the last stored result. The table grows up to a limit.
///
/// A slot holds the whole board, so two boards are never confused.
#[derive(Debug)]
pub struct BoardTable<T> {
    /// The number of slots is a power of two. A slot without discs is empty: a board without discs is never searched.
    slots: Vec<Slot<T>>,
    /// The number of used slots.
    taken: usize,
    /// The largest number of slots.
    limit: usize,
    unknown: T,
}

/// A board and the result for it. A slot takes 32 bytes if the result takes 16 or fewer, so it lies within one cache
/// line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot<T> {
    board: Board,
    known: T,
}

impl<T: Copy> BoardTable<T> {
    /// An empty table of so many slots, which grows up to a limit. Both numbers are powers of two. `unknown` fills
    /// empty slots.
    pub fn new(slots: usize, limit: usize, unknown: T) -> Self {
        debug_assert!(slots.is_power_of_two() && limit.is_power_of_two(), "a slot's index is the end of a hash");
        Self { slots: vec![Slot { board: Board::EMPTY, known: unknown }; slots], taken: 0, limit, unknown }
    }

    /// The result for a board, if it is stored.
    #[inline]
    pub fn probe(&self, board: Board) -> Option<&T> {
        let slot = &self.slots[self.index(board)];
        (slot.board == board).then_some(&slot.known)
    }

    /// Stores the result for a board and replaces the slot's old content.
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
