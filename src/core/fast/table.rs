//! The transposition table: keeps results of a search for the next time that it meets the same position.

use crate::{
    game::{Bounds, Depth},
    games::reversi::{Board, BoardTable, Move, Position},
};

/// The bounds and the best move of a position.
#[derive(Clone, Copy, Debug)]
pub struct TranspositionEntry {
    /// The depth of the search that found the bounds.
    pub depth: Depth,
    /// The bounds of the value, from the point of view of the player to move.
    pub bounds: Bounds,
    /// The best move, or a move that made a cut-off.
    pub best: Option<Move>,
}

/// The entries of positions.
///
/// Two nodes with the same board share an entry, also if the colours are swapped: the result is the same for the player
/// to move. Earlier passes do not matter either, even if the rules count them. After a pass the opponent has no
/// capture. If the player has none either, the board stays the same.
#[derive(Debug)]
pub struct TranspositionTable(BoardTable<TranspositionEntry>);

impl TranspositionTable {
    /// The numbers of slots at the start and at most. At 32 bytes a slot these are 128 KiB and 2 MiB. A larger table
    /// costs more in cache misses than it saves in nodes, even for a position with 18 empty squares.
    const SLOTS: usize = 1 << 12;
    const LIMIT: usize = 1 << 16;

    /// An empty table.
    pub fn new() -> Self {
        let unknown = TranspositionEntry { depth: Depth::ZERO, bounds: Bounds::OPEN, best: None };
        Self(BoardTable::new(Self::SLOTS, Self::LIMIT, unknown))
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<&TranspositionEntry> {
        self.0.probe(key(position))
    }

    /// Stores an entry; replaces an older one.
    #[inline]
    pub fn store(&mut self, position: &Position, entry: TranspositionEntry) {
        self.0.store(key(position), entry);
    }
}

/// The board of a position. Squares outside a smaller board are set for both players, so boards of different sizes
/// differ.
#[inline]
fn key(position: &Position) -> Board {
    let outside = !position.playable();
    Board { own: position.own() | outside, other: position.other() | outside }
}
