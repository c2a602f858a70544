//! `stable`: a player's discs that can never be flipped, found by one simple rule (Rosenbloom 1982).

use super::Position;
use crate::games::reversi::lines::{AXES, FIRST_COLUMN, FIRST_ROW, LAST_COLUMN, full_lines};

/// The smallest set of stable discs. A disc belongs to the set if it is safe in all four lines through it. A line is
/// safe if it is full, if it ends at the disc, or if a neighbouring disc on it is in the set.
pub fn count(position: &Position) -> u32 {
    // Squares outside a smaller board count like the edge of the 8x8 board.
    let (own, beyond) = (position.own().0, !position.playable().0);
    let mut held = full_lines(beyond | own | position.other().0);
    for axis in 0..AXES.len() {
        held[axis] |= neighbours(axis, beyond) | EDGES[axis];
    }
    let mut stable = 0;
    loop {
        let mut grown = own;
        for (axis, held) in held.into_iter().enumerate() {
            grown &= held | neighbours(axis, stable);
        }
        if grown == stable {
            return stable.count_ones();
        }
        stable = grown;
    }
}

/// The squares at the ends of the lines of each axis: rows, columns, rising and falling diagonals.
const EDGES: [u64; 4] = {
    let (columns, rows) = (FIRST_COLUMN | LAST_COLUMN, FIRST_ROW | FIRST_ROW << 56);
    [columns, rows, rows | columns, rows | columns]
};

/// The neighbours of squares along an axis. Squares at the ends of lines are included: a step beyond an edge leads to
/// the other edge.
const fn neighbours(axis: usize, squares: u64) -> u64 {
    let (step, _) = AXES[axis];
    squares << step | squares >> step
}
