//! Patterns: sets of squares whose discs together help to estimate the value of an 8x8 board.
//!
//! The patterns follow Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
//! Othello".
//!
//! A pattern lies on the board in two, four or eight places. If a pattern has fewer than eight places, the pattern is
//! its own mirror image. The discs and empty squares in one place are a configuration. The index of a configuration is
//! a number in base three. The digit of a square is 0 if the square is empty, 1 for an own disc, and 2 for an
//! opponent's disc.

use reversi_core::games::reversi::{Bitboard, Board, Square};

/// A set of squares that are evaluated together, in several places on the board.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// The indices of the squares in the first place, digit by digit; only the first `length` indices are used.
    squares: [usize; MOST],
    length: usize,
    /// For each digit of a configuration's index, the position of this digit in the mirror image.
    mirror: [usize; MOST],
    pub places: usize,
}

/// The largest number of squares of a pattern.
const MOST: usize = 10;

impl Pattern {
    /// Makes a pattern from the squares in `squares`, in positional order, with a number of places.
    const fn new(squares: u64, mirror: [usize; MOST], places: usize) -> Self {
        let mut pattern = Self { squares: [0; MOST], length: 0, mirror, places };
        let mut square = 0;
        while square < 64 {
            if squares >> square & 1 == 1 {
                pattern.squares[pattern.length] = square;
                pattern.length += 1;
            }
            square += 1;
        }
        pattern
    }

    /// Makes a pattern of squares in a line; the mirror image swaps the ends of the line.
    const fn line(squares: u64, places: usize) -> Self {
        let mut mirror = [0; MOST];
        let length = squares.count_ones() as usize;
        let mut digit = 0;
        while digit < length {
            mirror[digit] = length - 1 - digit;
            digit += 1;
        }
        Self::new(squares, mirror, places)
    }

    const fn configurations(&self) -> usize {
        POWERS[self.length - 1] as usize * 3
    }

    /// For each configuration, the lower one of its own index and the index of its mirror image. A configuration and
    /// its mirror image share a weight.
    pub fn lowest_alike(&self) -> Vec<usize> {
        let mut mirrored = vec![0; self.configurations()];
        for (digit, &mirror) in self.mirror[..self.length].iter().enumerate() {
            let (below, with_below) = mirrored.split_at_mut(usize::from(POWERS[digit]));
            for (times, with_below) in (1..3).zip(with_below.chunks_mut(below.len())) {
                for (index, below) in with_below.iter_mut().zip(&*below) {
                    *index = below + times * usize::from(POWERS[mirror]);
                }
            }
        }
        mirrored.into_iter().enumerate().map(|(index, mirrored)| index.min(mirrored)).collect()
    }
}

/// The value of each digit of an index.
const POWERS: [u16; MOST] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683];

pub const PATTERNS: [Pattern; 11] = [
    // An edge of the board, and the two squares diagonally next to its corners.
    Pattern::new(0x42ff, [7, 6, 5, 4, 3, 2, 1, 0, 9, 8], 4),
    // The other rows and columns.
    Pattern::line(0xff << 8, 4),
    Pattern::line(0xff << 16, 4),
    Pattern::line(0xff << 24, 4),
    // A corner of three by three squares.
    Pattern::new(0x07_0707, [0, 3, 6, 1, 4, 7, 2, 5, 8, 0], 4),
    // A corner of two by five squares; this pattern has no symmetry.
    Pattern::new(0x1f1f, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 8),
    // The diagonals.
    Pattern::line(0x8040_2010_0804_0201, 2),
    Pattern::line(0x0080_4020_1008_0402, 4),
    Pattern::line(0x0000_8040_2010_0804, 4),
    Pattern::line(0x0000_0080_4020_1008, 4),
    Pattern::line(0x0000_0000_8040_2010, 4),
];

/// The number of places of all patterns together.
pub const PLACES: usize = {
    let mut places = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        places += PATTERNS[pattern].places;
        pattern += 1;
    }
    places
};

/// An upper bound for the number of configurations of a pattern. Each index of two bytes is lower, so no index is out
/// of bounds.
pub const MAX_CONFIGURATIONS: usize = 1 << 16;

/// The index of a square after one of the eight symmetries of the board.
const fn image(index: usize, symmetry: usize) -> usize {
    let (mut row, mut column) = (index / 8, index % 8);
    if symmetry & 1 == 1 {
        row = 7 - row;
    }
    if symmetry & 2 == 2 {
        column = 7 - column;
    }
    if symmetry & 4 == 4 {
        (row, column) = (column, row);
    }
    row * 8 + column
}

/// The number of places, rounded up to whole vectors; the additional words stay 0.
pub const WORDS: usize = PLACES.next_multiple_of(16);

/// For each square, the number that an own disc adds to the index of each place. A pattern has a place for each of the
/// eight symmetries, except symmetries that give the squares of another place.
static COUNTS: [[u16; WORDS]; 64] = {
    let mut counts = [[0; WORDS]; 64];
    let mut place = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let Pattern { length, squares, places, .. } = PATTERNS[pattern];
        let first = place;
        let mut seen = [0; 8];
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut discs = 0_u64;
            let mut digit = 0;
            while digit < length {
                discs |= 1 << image(squares[digit], symmetry);
                digit += 1;
            }
            let mut earlier = first;
            while earlier < place && seen[earlier - first] != discs {
                earlier += 1;
            }
            if earlier == place {
                seen[place - first] = discs;
                while digit > 0 {
                    digit -= 1;
                    counts[image(squares[digit], symmetry)][place] = POWERS[digit];
                }
                place += 1;
            }
            symmetry += 1;
        }
        assert!(place - first == places);
        pattern += 1;
    }
    counts
};

/// The indices of a board's configurations in two parts: the sum for own discs, and half the sum for other discs. A
/// move changes the indices by the numbers of the placed and flipped discs.
#[derive(Clone, Copy, Debug)]
pub struct PatternIndices {
    own: [u16; WORDS],
    other: [u16; WORDS],
}

impl PatternIndices {
    /// The pattern indices of a board.
    #[inline(always)]
    pub fn of(board: Board) -> Self {
        Self { own: counted(board.own), other: counted(board.other) }
    }

    /// The indices of the board after a move.
    #[inline(always)]
    pub fn after(&self, square: Square, flips: Bitboard) -> Self {
        let flips = counted(flips);
        let mut own = self.other;
        let mut other = self.own;
        let laid = &COUNTS[usize::from(square.index()) & 63];
        for place in 0..WORDS {
            own[place] -= flips[place];
            other[place] += flips[place] + laid[place];
        }
        Self { own, other }
    }

    /// The indices of the same board for the opponent.
    #[inline(always)]
    pub const fn passed(&self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The index of the configuration in each place, pattern by pattern.
    #[inline(always)]
    pub fn by_place(&self) -> [u16; WORDS] {
        let (own, other) = (&self.own, &self.other);
        let mut indices = [0; WORDS];
        for place in 0..WORDS {
            indices[place] = own[place] + 2 * other[place];
        }
        indices
    }
}

/// For each place, the sum of the numbers of own discs.
#[inline(always)]
fn counted(discs: Bitboard) -> [u16; WORDS] {
    let mut sum = [0; WORDS];
    for square in discs {
        let counts = &COUNTS[usize::from(square.index()) & 63];
        // The function uses a loop, because the compiler would not always use the search's instructions for an
        // iterator.
        for place in 0..WORDS {
            sum[place] += counts[place];
        }
    }
    sum
}
