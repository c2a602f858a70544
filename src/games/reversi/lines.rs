//! The one move generator: which squares capture, and what they capture, in the eight directions.
//!
//! Boards of every size lie in the low corner of the same 8x8 word, so these functions need no size: a line of the
//! opponent's discs that runs to the edge of a smaller board ends on a square that never holds a disc.

/// All columns but the first and the last: a line along a row or a diagonal cannot go on beyond those.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The distance of the neighbouring square in each of the four directions of increasing index, and the squares that
/// a captured disc can stand on in a line of that direction or its opposite.
const AXES: [(u32, u64); 4] = [(1, INNER_COLUMNS), (8, !0), (7, INNER_COLUMNS), (9, INNER_COLUMNS)];

/// The candidates for moves: the squares, taken or not, that end a line of the `other` discs which begins next to one of
/// the `own` discs. The empty squares of the board among them are the legal moves.
///
/// Each direction is a parallel-prefix fill (Kogge-Stone) over at most six captured discs.
#[must_use]
pub const fn move_candidates(own: u64, other: u64) -> u64 {
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
pub const fn flips(index: u8, own: u64, other: u64) -> u64 {
    let placed = 1u64 << (index & 63);
    let mut flips = 0;
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
            flips |= up;
        }
        if own & down >> step != 0 {
            flips |= down;
        }
        axis += 1;
    }
    flips
}

/// The number of discs that an `own` disc captures on each empty square, by the index of the square; anything on the other
/// squares.
///
/// The counting is done on all squares at once, in binary: a word holds a digit of each square's number.
#[must_use]
pub const fn flip_counts(own: u64, other: u64) -> [u8; 64] {
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

/// How many discs an `own` disc captures on the square of index `index`, where that is the last empty one.
///
/// All other squares without an own disc hold the opponent's: the own discs on a line are enough for a table to tell how
/// many it captures there. Squares outside a smaller board do no harm: no own disc lies behind them.
#[must_use]
#[inline]
pub const fn flip_count_of_last(index: u8, own: u64) -> u32 {
    /// The first column. A product with it moves squares of eight different columns into the last row.
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    let index = index as usize & 63;
    let (row, column) = (index / 8, index % 8);
    let [falling, rising] = DIAGONALS[index];
    let along_row = own >> (8 * row) & 0xff;
    // A product with a diagonal moves the squares of a column into the last row.
    let along_column = (own >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let along_falling = (own & falling).wrapping_mul(COLUMN) >> 56;
    let along_rising = (own & rising).wrapping_mul(COLUMN) >> 56;
    let by_column = &ON_LINE[column];
    by_column[along_row as usize] as u32
        + by_column[along_falling as usize] as u32
        + by_column[along_rising as usize] as u32
        + ON_LINE[row][along_column as usize] as u32
}

/// For each place on a line of eight, and the own discs on it, how many of the others a disc on that place captures if there
/// is no other empty place.
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

/// For each square the two diagonals that it lies on.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut all = [[0; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let mut other = 0;
        while other < 64 {
            if other / 8 + index % 8 == index / 8 + other % 8 {
                all[index][0] |= 1 << other;
            }
            if other / 8 + other % 8 == index / 8 + index % 8 {
                all[index][1] |= 1 << other;
            }
            other += 1;
        }
        index += 1;
    }
    all
};
