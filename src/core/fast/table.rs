//! The transposition table: keeps the result for each searched position, in case the search meets the position again.

use crate::{
    game::{Bounds, Depth},
    games::reversi::{Board, BoardTable, Move, Position},
};

/// The bounds and the best move of a position.
#[derive(Clone, Copy, Debug)]
pub struct TranspositionEntry {
    pub depth: Depth,
    /// The bounds of the value, from the point of view of the player to move.
    pub bounds: Bounds,
    /// The best move, or a move that caused a cut-off.
    pub best: Option<Move>,
}

/// The number of slots at the start, and the largest number of slots. Each slot takes 32 bytes, so the table takes 128
/// KiB at the start and 2 MiB at most. A larger table would be slower because of cache misses, even for a position with
/// 18 empty squares.
const SLOTS: usize = 1 << 12;
const LIMIT: usize = 1 << 16;

/// An empty table.
pub fn table() -> BoardTable<TranspositionEntry> {
    BoardTable::new(SLOTS, LIMIT, TranspositionEntry { depth: Depth::ZERO, bounds: Bounds::OPEN, best: None })
}

/// The board of a position, as a key of the table. Squares outside a smaller board are set for both players, so boards
/// of different sizes have different keys.
///
/// Two nodes with the same board share an entry, even with swapped colors: for the player to move, both results are
/// equal. Earlier passes do not change the result, even if the rules count passes. After a pass, the opponent cannot
/// capture anything. If the player to move cannot capture either, the board stays the same.
#[inline]
pub fn key(position: &Position) -> Board {
    let outside = !position.playable();
    Board { own: position.own() | outside, other: position.other() | outside }
}
