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

/// The number of discs that an `own` disc captures on each empty square, by the index of the square; anything on the other
/// squares.
///
/// The counting is done on all squares at once, in binary: a word holds a digit of each square's number.
#[must_use]
pub const fn capture_counts(own: u64, other: u64) -> [u8; 64] {
    let mut counts = [0; DIGITS];
    let mut axis = 0;
    while axis < AXES.len() {
        let (step, mask) = AXES[axis];
        let through = other & mask;
        let (mut up, mut down) = (own << step, own >> step);
        let (mut counts_up, mut counts_down) = ([0; DIGITS], [0; DIGITS]);
        let mut length = 1;
        while length <= 6 {
            // The squares beyond `length` discs in a line.
            up = (up & through) << step;
            down = (down & through) >> step;
            let mut digit = 0;
            while digit < 3 {
                if length >> digit & 1 == 1 {
                    counts_up[digit] |= up;
                    counts_down[digit] |= down;
                }
                digit += 1;
            }
            length += 1;
        }
        add(&mut counts, counts_up);
        add(&mut counts, counts_down);
        axis += 1;
    }
    by_square(counts)
}

/// The binary digits of a count: no disc captures more than 24, six on each of the four axes.
pub(super) const DIGITS: usize = 5;

/// Adds to a number on each square another one, digit by digit.
const fn add(sum: &mut [u64; DIGITS], number: [u64; DIGITS]) {
    let mut carry = 0;
    let mut digit = 0;
    while digit < DIGITS {
        let either = sum[digit] ^ number[digit];
        let both = sum[digit] & number[digit];
        sum[digit] = either ^ carry;
        carry = both | either & carry;
        digit += 1;
    }
}

/// The numbers, one after the other, whose binary digits stand in words.
#[allow(clippy::cast_possible_truncation)] // a bit
const fn by_square(digits: [u64; DIGITS]) -> [u8; 64] {
    let mut numbers = [0; 64];
    let mut index = 0;
    while index < numbers.len() {
        let mut digit = 0;
        while digit < DIGITS {
            numbers[index] |= ((digits[digit] >> index & 1) as u8) << digit;
            digit += 1;
        }
        index += 1;
    }
    numbers
}
