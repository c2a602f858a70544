//! The move generator: finds legal moves and captured discs in all eight directions.
//!
//! Smaller boards use the top left part of the same 64 bits, so the functions do not need the size. At the edge of a
//! smaller board, the next square never has a disc, so a line of discs ends there.

/// All columns except the first and the last, where lines along rows and diagonals end.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

pub const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

pub const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

pub const FIRST_ROW: u64 = 0xff;

/// For each axis (row, column, and both diagonals): the index distance to the next square.
pub const STEP: [u32; 4] = [1, 8, 7, 9];

/// For each axis: the squares on which captured discs can be.
const INNER: [u64; 4] = [INNER_COLUMNS, !0, INNER_COLUMNS, INNER_COLUMNS];

/// A word for each axis. A processor with vectors computes all four at once.
type Words = [u64; 4];

#[inline(always)]
fn each(word: impl Fn(usize) -> u64) -> Words {
    std::array::from_fn(word)
}

/// Lines of `other` discs can start next to an `own` disc. Returns the squares after these lines, empty or not. The
/// empty squares in this set are the legal moves. Each line is found by a parallel-prefix fill (Kogge-Stone) over at
/// most six discs. Inlined, the compiler would not use vectors.
#[inline(never)]
pub fn move_candidates(own: u64, other: u64) -> u64 {
    let through = each(|axis| other & INNER[axis]);
    let up = each(|axis| through[axis] & own << STEP[axis]);
    let down = each(|axis| through[axis] & own >> STEP[axis]);
    let up = each(|axis| up[axis] | through[axis] & up[axis] << STEP[axis]);
    let down = each(|axis| down[axis] | through[axis] & down[axis] >> STEP[axis]);
    let pairs_up = each(|axis| through[axis] & through[axis] << STEP[axis]);
    let pairs_down = each(|axis| pairs_up[axis] >> STEP[axis]);
    let up = each(|axis| up[axis] | pairs_up[axis] & up[axis] << (2 * STEP[axis]));
    let down = each(|axis| down[axis] | pairs_down[axis] & down[axis] >> (2 * STEP[axis]));
    let up = each(|axis| up[axis] | pairs_up[axis] & up[axis] << (2 * STEP[axis]));
    let down = each(|axis| down[axis] | pairs_down[axis] & down[axis] >> (2 * STEP[axis]));
    union(each(|axis| up[axis] << STEP[axis] | down[axis] >> STEP[axis]))
}

#[inline(always)]
fn union([one, two, three, four]: Words) -> u64 {
    one | two | three | four
}

/// The `other` discs that an `own` disc captures when placed on the square `index`. On each ray from the square, the
/// nearest square without an `other` disc ends the line. If this square has an own disc, the discs before it are
/// captured.
#[inline(never)]
pub fn flips(index: u8, own: u64, other: u64) -> u64 {
    let Rays { up, down } = &RAYS[(index & 63) as usize];
    let ends = each(|axis| up[axis] & !other);
    let end = each(|axis| ends[axis] & ends[axis].wrapping_neg() & own);
    let above = each(|axis| up[axis] & end[axis].wrapping_sub(u64::from(end[axis] != 0)));
    let ends = each(|axis| down[axis] & !other);
    let farther = each(|axis| ends[axis] >> STEP[axis]);
    let farther = each(|axis| farther[axis] | farther[axis] >> STEP[axis]);
    let farther = each(|axis| farther[axis] | farther[axis] >> (2 * STEP[axis]));
    let farther = each(|axis| farther[axis] | farther[axis] >> (4 * STEP[axis]));
    let end = each(|axis| own & ends[axis] & !farther[axis]);
    let below = each(|axis| down[axis] & (end[axis] << 1).wrapping_neg());
    union(each(|axis| above[axis] | below[axis]))
}

/// For each axis (row, column, and both diagonals of the 8x8 board): the squares whose line has no empty square.
#[inline]
pub const fn full_lines(filled: u64) -> [u64; 4] {
    let rows = {
        let mut full = filled & filled >> 4;
        full &= full >> 2;
        full &= full >> 1;
        (full & FIRST_COLUMN) * FIRST_ROW
    };
    let columns = {
        let mut full = filled & filled.rotate_right(32);
        full &= full.rotate_right(16);
        full & full.rotate_right(8)
    };
    [
        rows,
        columns,
        full_diagonals::<7>(filled, !LAST_COLUMN, !FIRST_COLUMN),
        full_diagonals::<9>(filled, !FIRST_COLUMN, !LAST_COLUMN),
    ]
}

/// The squares on diagonals without an empty square; `STEP` is the index distance along a diagonal. From each empty
/// square, a parallel-prefix fill (Kogge-Stone) marks the square's diagonal in both directions. `up` has the squares
/// that a step to a higher index can reach, and `down` the squares for a step to a lower index.
#[inline]
const fn full_diagonals<const STEP: u32>(filled: u64, mut up: u64, mut down: u64) -> u64 {
    let (mut above, mut below) = (!filled, !filled);
    let mut distance = STEP;
    while distance <= 4 * STEP {
        above |= up & above << distance;
        below |= down & below >> distance;
        up &= up << distance;
        down &= down >> distance;
        distance *= 2;
    }
    !(above | below)
}

/// The number of discs that an `own` disc captures on the last empty square `index`.
///
/// All other squares without an own disc have an opponent's disc. So the own discs on a line are enough to look up the
/// number of captured discs in a table. Squares outside a smaller board do not matter, because no own disc is beyond
/// them.
#[inline]
pub const fn flip_count_of_last(index: u8, own: u64) -> u32 {
    let index = index as usize & 63;
    let (row, column) = (index / 8, index % 8);
    let [falling, rising] = DIAGONALS[index];
    let along_row = own >> (8 * row) & 0xff;
    // Multiplying by a diagonal moves a column of bits into the last row. Multiplying by the first column moves squares
    // from eight different columns into the last row.
    let along_column = (own >> column & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let along_falling = (own & falling).wrapping_mul(FIRST_COLUMN) >> 56;
    let along_rising = (own & rising).wrapping_mul(FIRST_COLUMN) >> 56;
    let by_column = &ON_LINE[column];
    by_column[along_row as usize] as u32
        + by_column[along_falling as usize] as u32
        + by_column[along_rising as usize] as u32
        + ON_LINE[row][along_column as usize] as u32
}

/// The number of captured discs on a line of eight squares, in a table. The table's indices are the only empty square
/// and the set of own discs.
#[allow(clippy::cast_possible_truncation)] // at most 7
static ON_LINE: [[u8; 256]; 8] = {
    let mut all = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let below = own & ((1 << place) - 1);
            let above = own >> place >> 1;
            if below != 0 {
                all[place][own] += place as u8 - 1 - below.ilog2() as u8;
            }
            if above != 0 {
                all[place][own] += above.trailing_zeros() as u8;
            }
            own += 1;
        }
        place += 1;
    }
    all
};

/// For each square, the squares of its two diagonals without the square itself.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut all = [[0; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let Rays { up, down } = &RAYS[index];
        all[index] = [up[3] | down[3], up[2] | down[2]];
        index += 1;
    }
    all
};

/// For each of the four axes, the squares between one square and the edge of the 8x8 board in both directions.
pub struct Rays {
    pub up: [u64; 4],
    pub down: [u64; 4],
}

/// For each of the four [axes](STEP), the change of row and column to the next square with a higher index.
const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, -1), (1, 1)];

/// The rays from each square of the board.
pub static RAYS: [Rays; 64] = {
    let mut all = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut index = 0;
    while index < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (down, right) = STEPS[axis];
            all[index].up[axis] = ray(index, down, right);
            all[index].down[axis] = ray(index, -down, -right);
            axis += 1;
        }
        index += 1;
    }
    all
};

#[allow(clippy::cast_possible_truncation)] // an index is below 64
const fn ray(index: usize, down: i8, right: i8) -> u64 {
    let (mut row, mut column) = (index as i8 / 8 + down, index as i8 % 8 + right);
    let mut squares = 0;
    while 0 <= row && row < 8 && 0 <= column && column < 8 {
        squares |= 1 << (row * 8 + column);
        row += down;
        column += right;
    }
    squares
}
