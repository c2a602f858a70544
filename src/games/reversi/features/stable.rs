//! `stable`: a player's discs that can never be turned, as far as one rule sees (Rosenbloom 1982).

use super::{Feature, Instructions, Position};

/// The least set of the player's discs with this property: in each of the four lines through a disc of the set, the line
/// has no empty square, or ends at the disc, or the disc's neighbour on one side is in the set, too.
pub struct Stable;

impl Feature for Stable {
    #[inline(always)]
    fn count<I: Instructions>(position: &Position<I>) -> u32 {
        // Squares beyond a smaller board are like the edge of the largest one.
        let beyond = !position.playable().0;
        let taken = beyond | position.own().0 | position.other().0;
        let held = LINES.map(|line| line.full(taken) | line.neighbours(beyond) | line.edge);
        let held_in_all = |stable: u64| {
            let mut all = position.own().0;
            for (line, held) in LINES.iter().zip(held) {
                all &= held | line.neighbours(stable);
            }
            all
        };
        let mut stable = held_in_all(0);
        if stable != 0 {
            loop {
                let grown = held_in_all(stable);
                if grown == stable {
                    break;
                }
                stable = grown;
            }
        }
        stable.count_ones()
    }
}

/// The lines of one direction.
struct Lines {
    /// The distance between the indices of neighbours.
    step: u32,
    /// The squares that have a neighbour of a lower index.
    after: u64,
    /// The squares that have a neighbour of a higher index.
    before: u64,
    /// The squares at an end of their line.
    edge: u64,
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// Rows, columns, and the two directions of diagonals.
const LINES: [Lines; 4] = [
    Lines::new(1, !FIRST_COLUMN, !LAST_COLUMN),
    Lines::new(8, !0xff, !0 >> 8),
    Lines::new(9, !0xff & !FIRST_COLUMN, !0 >> 8 & !LAST_COLUMN),
    Lines::new(7, !0xff & !LAST_COLUMN, !0 >> 8 & !FIRST_COLUMN),
];

impl Lines {
    const fn new(step: u32, after: u64, before: u64) -> Self {
        Self { step, after, before, edge: !(after & before) }
    }

    /// The neighbours, on the lines, of some squares.
    #[inline(always)]
    const fn neighbours(&self, squares: u64) -> u64 {
        squares << self.step & self.after | squares >> self.step & self.before
    }

    /// The squares on whose whole line all squares are `taken`: parallel-prefix fills (Kogge-Stone) to both ends, in which
    /// what lies beyond the end of a line counts as taken.
    #[inline(always)]
    const fn full(&self, taken: u64) -> u64 {
        let (mut up, mut down) = (taken, taken);
        let (mut after, mut before) = (self.after, self.before);
        let mut step = self.step;
        while step <= 4 * self.step {
            up &= up << step | !after;
            down &= down >> step | !before;
            after &= after << step;
            before &= before >> step;
            step *= 2;
        }
        up & down
    }
}
