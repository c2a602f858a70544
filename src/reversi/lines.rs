//! The one move generator: which squares capture, and what they capture, in the eight directions.
//!
//! Boards of every size lie in the low corner of the same 8x8 word, so these functions need no size: a line of the
//! opponent's discs that runs to the edge of a smaller board ends on a square that never holds a disc.

/// All columns but the first and the last: a line along a row or a diagonal cannot go on beyond those.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The distance of the neighbouring square in each of the four directions of increasing index, and the squares that
/// a captured disc can stand on in a line of that direction or its opposite.
const AXES: [(u32, u64); 4] = [(1, INNER_COLUMNS), (8, !0), (7, INNER_COLUMNS), (9, INNER_COLUMNS)];

/// The squares, taken or not, that end a line of the `other` discs which begins next to one of the `own` discs.
/// The caller leaves only the playable empty squares.
///
/// Each direction is a parallel-prefix fill (Kogge-Stone) over at most six captured discs.
#[must_use]
pub const fn line_ends(own: u64, other: u64) -> u64 {
    let mut ends = 0;
    let mut axis = 0;
    while axis < AXES.len() {
        let (step, mask) = AXES[axis];
        let through = other & mask;
        let mut up = through & own << step;
        let mut down = through & own >> step;
        up |= through & up << step;
        down |= through & down >> step;
        let pairs_up = through & through << step;
        let pairs_down = through & through >> step;
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        ends |= up << step | down >> step;
        axis += 1;
    }
    ends
}

/// The `other` discs captured by an `own` disc on the square of index `index`: in each direction, the unbroken line
/// of them between that square and the next of the `own` discs. Zero where nothing is captured.
#[must_use]
pub const fn captured(index: u8, own: u64, other: u64) -> u64 {
    let placed = 1u64 << (index & 63);
    let mut captured = 0;
    let mut axis = 0;
    while axis < AXES.len() {
        let (step, mask) = AXES[axis];
        let through = other & mask;
        let pairs_up = through & through << step;
        let pairs_down = through & through >> step;
        let mut up = through & placed << step;
        let mut down = through & placed >> step;
        up |= through & up << step;
        down |= through & down >> step;
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        up |= pairs_up & up << (2 * step);
        down |= pairs_down & down >> (2 * step);
        if own & up << step != 0 {
            captured |= up;
        }
        if own & down >> step != 0 {
            captured |= down;
        }
        axis += 1;
    }
    captured
}
