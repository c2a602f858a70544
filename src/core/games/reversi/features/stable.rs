//! Counts stable discs, which can never be flipped.

use super::Position;
use crate::games::reversi::lines::{FIRST_COLUMN, FIRST_ROW, LAST_COLUMN, STEP, full_lines};

/// The number of discs that one simple rule finds to be stable. A disc is stable if it is safe along all four lines
/// through it. A disc is safe along a line if the line is full, ends at the disc, or has a stable disc next to it.
pub fn count(position: &Position) -> u32 {
    // Squares outside a smaller board have the same effect as the edge of the 8x8 board.
    let (own, beyond) = (position.own().0, !position.playable().0);
    let mut held = full_lines(beyond | own | position.other().0);
    for axis in 0..STEP.len() {
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

/// For each axis, the squares at the ends of lines: rows, columns, rising and falling diagonals.
const EDGES: [u64; 4] = {
    let (columns, rows) = (FIRST_COLUMN | LAST_COLUMN, FIRST_ROW | FIRST_ROW << 56);
    [columns, rows, rows | columns, rows | columns]
};

/// The neighbours of some squares along an axis. At an edge, the result is wrong: a step beyond the edge leads to the
/// opposite edge.
const fn neighbours(axis: usize, squares: u64) -> u64 {
    let step = STEP[axis];
    squares << step | squares >> step
}
