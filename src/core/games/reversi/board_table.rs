//! A table of what is known of boards, for searches that meet the same board again.

use super::Board;

/// A table in which each board has one slot, and what was stored there last stays. It grows as it fills, up to a limit.
///
/// A slot holds the whole board, so no two boards are ever taken for each other.
#[derive(Debug)]
pub struct BoardTable<T> {
    /// As many as a power of two. A slot without discs is empty: on that board there is nothing to search.
    slots: Vec<Slot<T>>,
    /// The slots that are not empty.
    taken: usize,
    /// The number of slots that it may grow to.
    limit: usize,
    unknown: T,
}

/// A board and what is known of it; 32 bytes where that takes 16 or fewer, so that it lies within one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot<T> {
    board: Board,
    known: T,
}

impl<T: Copy> BoardTable<T> {
    /// An empty table of so many slots, which grows up to a limit; both are powers of two. `unknown` is what it holds of
    /// the board without discs.
    pub fn new(slots: usize, limit: usize, unknown: T) -> Self {
        debug_assert!(slots.is_power_of_two() && limit.is_power_of_two(), "a slot's index is the end of a hash");
        Self { slots: vec![Slot { board: Board::EMPTY, known: unknown }; slots], taken: 0, limit, unknown }
    }

    /// Looks a board up.
    #[inline]
    pub fn probe(&self, board: Board) -> Option<&T> {
        let slot = &self.slots[self.index(board)];
        (slot.board == board).then_some(&slot.known)
    }

    /// Stores what is known of a board, in place of what its slot held.
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
