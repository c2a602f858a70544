//! Patterns: sets of squares whose discs together say something of what an 8x8 board is worth (Buro 1997, "Experiments
//! with Multi-ProbCut and a new high-quality evaluation function for Othello").
//!
//! A pattern lies on the board in two, four or eight places; one of fewer than eight looks the same from two sides. The
//! discs in one of its places make a number in base three, a digit a square: 0 empty, 1 own, 2 the other's.

use crate::{
    endgame::board::{Board, transposed},
    games::reversi::Bitboard,
};

/// A kind of place.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// The number of squares.
    pub squares: usize,
    /// For each digit of the number the one that it changes places with when the pattern is seen from its other side.
    pub mirror: [usize; 10],
    /// In how many places it lies.
    pub places: usize,
}

impl Pattern {
    /// How many numbers it has.
    pub const fn numbers(&self) -> usize {
        let mut numbers = 1;
        let mut square = 0;
        while square < self.squares {
            numbers *= 3;
            square += 1;
        }
        numbers
    }

    /// The number of the same discs, seen from the other side.
    pub fn mirrored(&self, number: usize) -> usize {
        let mut rest = number;
        let mut mirrored = 0;
        for &digit in &self.mirror[..self.squares] {
            mirrored += rest % 3 * POWERS[digit] as usize;
            rest /= 3;
        }
        mirrored
    }
}

/// What each digit of a number counts.
const POWERS: [u16; 10] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683];

/// A line of so many squares.
const fn line(squares: usize, places: usize) -> Pattern {
    let mut mirror = [0; 10];
    let mut digit = 0;
    while digit < squares {
        mirror[digit] = squares - 1 - digit;
        digit += 1;
    }
    Pattern { squares, mirror, places }
}

/// All patterns, in the order of their places in [`numbers`].
pub const PATTERNS: [Pattern; 11] = [
    // An edge and the two squares diagonally next to its corners.
    Pattern { squares: 10, mirror: [7, 6, 5, 4, 3, 2, 1, 0, 9, 8], places: 4 },
    // The other rows and columns.
    line(8, 4),
    line(8, 4),
    line(8, 4),
    // A corner, three by three.
    Pattern { squares: 9, mirror: [0, 3, 6, 1, 4, 7, 2, 5, 8, 0], places: 4 },
    // A corner, two by five. No other side of it looks the same.
    Pattern { squares: 10, mirror: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], places: 8 },
    // The diagonals.
    line(8, 2),
    line(7, 4),
    line(6, 4),
    line(5, 4),
    line(4, 4),
];

/// The number of places of all patterns.
pub const PLACES: usize = {
    let mut places = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        places += PATTERNS[pattern].places;
        pattern += 1;
    }
    places
};

/// For each pattern where its numbers begin among those of all patterns, and after the last how many there are.
pub const FIRST: [usize; PATTERNS.len() + 1] = {
    let mut first = [0; PATTERNS.len() + 1];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        first[pattern + 1] = first[pattern] + PATTERNS[pattern].numbers();
        pattern += 1;
    }
    first
};

/// How many numbers all patterns have.
pub const NUMBERS: usize = FIRST[PATTERNS.len()];

/// The numbers of a board in all places, each among those of all patterns.
#[inline(always)]
#[allow(clippy::inline_always)] // so that it is compiled for the instructions of the search
pub fn numbers(board: Board) -> [usize; PLACES] {
    let [own, other] = [Sides::of(board.own.0), Sides::of(board.other.0)];
    let mut numbers = [0; PLACES];
    let mut place = 0;
    let mut add = |pattern: usize, own: u64, other: u64| {
        numbers[place] = FIRST[pattern] + ternary(own, other);
        place += 1;
    };
    for side in 0..4 {
        let (own, other) = (own.edges[side], other.edges[side]);
        add(0, edge(own), edge(other));
    }
    for row in 1..4 {
        for side in 0..4 {
            let (own, other) = (own.edges[side], other.edges[side]);
            add(row, own >> (8 * row) & 0xff, other >> (8 * row) & 0xff);
        }
    }
    for corner in 0..4 {
        add(4, three_by_three(own.corners[corner]), three_by_three(other.corners[corner]));
    }
    for side in 0..4 {
        let (own, other) = (own.edges[side], other.edges[side]);
        add(5, two_by_five(own), two_by_five(other));
        // From the other end of the edge.
        let (own, other) = (own.swap_bytes().reverse_bits(), other.swap_bytes().reverse_bits());
        add(5, two_by_five(own), two_by_five(other));
    }
    let (own, other) = (board.own.0, board.other.0);
    let mut diagonal = 0;
    while diagonal < DIAGONALS.len() {
        let Diagonal { pattern, squares, first_column } = DIAGONALS[diagonal];
        add(pattern, columns(own & squares) >> first_column, columns(other & squares) >> first_column);
        diagonal += 1;
    }
    numbers
}

/// A board as it looks from its sides.
struct Sides {
    /// With each of the four edges as the first row.
    edges: [u64; 4],
    /// With each of the four corners as the first square.
    corners: [u64; 4],
}

impl Sides {
    #[inline]
    const fn of(discs: u64) -> Self {
        let transposed = transposed(Bitboard(discs)).0;
        let (below, right) = (discs.swap_bytes(), transposed.swap_bytes());
        Self { edges: [discs, below, transposed, right], corners: [discs, below, right, discs.reverse_bits()] }
    }
}

/// The first row, and the second and the last but one of the second row.
#[inline]
const fn edge(discs: u64) -> u64 {
    discs & 0xff | discs >> 1 & 0x100 | discs >> 5 & 0x200
}

/// The first three of the first three rows.
#[inline]
const fn three_by_three(discs: u64) -> u64 {
    discs & 0x7 | discs >> 5 & 0x38 | discs >> 10 & 0x1c0
}

/// The first five of the first two rows.
#[inline]
const fn two_by_five(discs: u64) -> u64 {
    discs & 0x1f | discs >> 3 & 0x3e0
}

/// The columns that have a disc, where none has two.
#[inline]
const fn columns(discs: u64) -> u64 {
    discs.wrapping_mul(0x0101_0101_0101_0101) >> 56
}

/// For each binary number the one with the same digits in base three.
static TERNARY: [u16; 1024] = {
    let mut all = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut digit = 0;
        while digit < 10 {
            if bits >> digit & 1 == 1 {
                all[bits] += POWERS[digit];
            }
            digit += 1;
        }
        bits += 1;
    }
    all
};

/// The number in base three that two binary ones of at most ten digits make up.
#[inline]
#[allow(clippy::cast_possible_truncation)] // ten digits
const fn ternary(own: u64, other: u64) -> usize {
    TERNARY[own as usize & 1023] as usize + 2 * TERNARY[other as usize & 1023] as usize
}

/// A diagonal of four squares and more.
#[derive(Clone, Copy)]
struct Diagonal {
    pattern: usize,
    squares: u64,
    first_column: u32,
}

/// All diagonals, in the order of their patterns.
const DIAGONALS: [Diagonal; 18] = {
    let mut all = [Diagonal { pattern: 0, squares: 0, first_column: 0 }; 18];
    let mut next = 0;
    let mut shorter = 0;
    while shorter <= 4 {
        // Beginning in the first column and row, and ending in the last ones: where the longest has all of them, one is
        // enough.
        let mut start = 0;
        while start < if shorter == 0 { 1 } else { 2 } {
            let mut falling = 0;
            while falling < 2 {
                let (row, column) = if start == 0 { (shorter, 0) } else { (0, shorter) };
                let mut squares = 0;
                let mut step = 0;
                while step < 8 - shorter {
                    let down = row + step;
                    let down = if falling == 1 { down } else { 7 - down };
                    squares |= 1 << (8 * down + column + step);
                    step += 1;
                }
                all[next] = Diagonal { pattern: 6 + shorter as usize, squares, first_column: column };
                next += 1;
                falling += 1;
            }
            start += 1;
        }
        shorter += 1;
    }
    all
};
