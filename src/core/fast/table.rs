//! The transposition table: what a search has found out about a position, for the next time it is met.

use crate::{
    game::{Bounds, Depth},
    games::reversi::{Board, BoardTable, Move, Position},
};

/// The bounds and the best move of a position.
#[derive(Clone, Copy, Debug)]
pub struct TranspositionEntry {
    /// The depth of the search that the bounds come from, and hold for.
    pub depth: Depth,
    /// The bounds of the value, from the side of the player to move.
    pub bounds: Bounds,
    /// The move that was best, or good enough.
    pub best: Option<Move>,
}

/// The entries of positions.
///
/// Two nodes with the same board share an entry, with the colours swapped, too: the player to move sees no difference.
/// Passes before the node make none either, where rules count them. After a pass the opponent has no capture. If the player
/// has none either, the board stays as it is.
#[derive(Debug)]
pub struct TranspositionTable(BoardTable<TranspositionEntry>);

impl TranspositionTable {
    /// The numbers of slots it begins with and grows to, at 32 bytes each: 128 KiB and 2 MiB. A larger one spares
    /// fewer nodes than its cache misses cost, even where a position with 18 empty squares is solved.
    const SLOTS: usize = 1 << 12;
    const LIMIT: usize = 1 << 16;

    /// An empty table.
    pub fn new() -> Self {
        let unknown = TranspositionEntry { depth: Depth::ZERO, bounds: Bounds::OPEN, best: None };
        Self(BoardTable::new(Self::SLOTS, Self::LIMIT, unknown))
    }

    /// Looks a position up.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<&TranspositionEntry> {
        self.0.probe(key(position))
    }

    /// Stores an entry in place of what was known before.
    #[inline]
    pub fn store(&mut self, position: &Position, entry: TranspositionEntry) {
        self.0.store(key(position), entry);
    }
}

/// The board of a position. The squares outside a smaller board count to both players, so that boards of different sizes
/// differ.
#[inline]
fn key(position: &Position) -> Board {
    let outside = !position.playable();
    Board { own: position.own() | outside, other: position.other() | outside }
}
