//! The discs of a node, and what is known of the squares of a board before any disc lies there.

use crate::games::reversi::{Bitboard, Position, Size, Square};

/// The discs, from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The discs of the player to move.
    pub own: Bitboard,
    /// The discs of the opponent.
    pub other: Bitboard,
}

impl Board {
    /// No disc.
    pub const EMPTY: Self = Self { own: Bitboard::EMPTY, other: Bitboard::EMPTY };

    /// The discs of a position.
    pub const fn of(position: &Position) -> Self {
        Self { own: position.own(), other: position.other() }
    }

    /// The board for the opponent, after the player to move has laid a disc on a square and captured others.
    #[inline]
    pub fn after(self, square: Square, flips: Bitboard) -> Self {
        Self { own: self.other ^ flips, other: self.own ^ flips ^ Bitboard::of(square) }
    }

    /// The board for the opponent, after a pass.
    #[inline]
    pub const fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }
}

/// A number that differs between boards, most of the time (multiplicative hashing, Knuth 6.4).
#[inline]
pub const fn hash(board: Board) -> u32 {
    let own = board.own.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = (own ^ own >> 32).wrapping_add(board.other.0).wrapping_mul(0xd1b5_4a32_d192_ed03);
    (hash >> 32) as u32
}

/// The squares of a board of one size, and how they lie.
#[derive(Debug)]
pub struct Geometry {
    /// The size of the board.
    pub size: Size,
    /// All squares.
    pub squares: Bitboard,
    /// Their number.
    pub count: i32,
    /// The four corners.
    pub corners: Bitboard,
    /// The four quarters of the board.
    all_quarters: [Bitboard; 4],
    /// For each square the quarter of the board that it lies in.
    pub quarters: [Bitboard; 64],
    /// How good a move to each square is, all else equal.
    pub square_scores: [i32; 64],
}

/// The index of a square, which the compiler knows to be below 64.
#[inline]
pub const fn index(square: Square) -> usize {
    square.index() as usize & 63
}

impl Geometry {
    /// The squares of a board.
    pub fn new(size: Size) -> Self {
        // Of one quarter of the board, from its corner; known to the field since the first programs.
        const SQUARE_SCORES: [[i32; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];
        let squares = size.squares();
        let last = size.rows() - 1;
        let half = size.rows() / 2;
        let is_corner =
            |square: &Square| [square.row(), square.column()].iter().all(|&place| place == 0 || place == last);
        let mut quarters = [Bitboard::EMPTY; 64];
        let mut square_scores = [0; 64];
        for square in squares {
            let (row, column) = (square.row(), square.column());
            quarters[index(square)] = squares
                .into_iter()
                .filter(|of| (of.row() < half) == (row < half) && (of.column() < half) == (column < half))
                .collect();
            let from_edge = |place: u8| usize::from(place.min(last - place));
            square_scores[index(square)] = SQUARE_SCORES[from_edge(row)][from_edge(column)];
        }
        let corners: Bitboard = squares.into_iter().filter(is_corner).collect();
        let mut all_quarters = [Bitboard::EMPTY; 4];
        for (quarter, corner) in all_quarters.iter_mut().zip(corners) {
            *quarter = quarters[index(corner)];
        }
        Self { size, squares, count: squares.len() as i32, corners, all_quarters, quarters, square_scores }
    }

    /// The least of the eight boards that a board looks like from its four sides and in a mirror. All are worth the same.
    pub fn canonical(&self, board: Board) -> Board {
        let Board { own, other } = board;
        let upright = |discs| [discs, self.upside_down(discs)];
        let four = |discs| [upright(discs), upright(self.mirrored(discs))];
        let eight = |discs| [four(discs), four(transposed(discs))];
        let [owns, others] = [eight(own), eight(other)];
        let images = owns.as_flattened().as_flattened().iter().zip(others.as_flattened().as_flattened());
        let least = images.min().expect("eight boards");
        Board { own: *least.0, other: *least.1 }
    }

    /// The last row as the first one.
    fn upside_down(&self, discs: Bitboard) -> Bitboard {
        Bitboard(discs.0.swap_bytes() >> (64 - 8 * u32::from(self.size.rows())))
    }

    /// The last column as the first one.
    fn mirrored(&self, discs: Bitboard) -> Bitboard {
        Bitboard(discs.0.reverse_bits().swap_bytes() >> (8 - u32::from(self.size.rows())))
    }

    /// The squares of all quarters with an odd number of empty squares. Who plays there first also plays there last.
    #[inline(always)]
    pub fn odd(&self, empty: Bitboard) -> Bitboard {
        let mut odd = Bitboard::EMPTY;
        for quarter in self.all_quarters {
            let is_odd = u64::from((empty & quarter).len() & 1);
            odd |= Bitboard(quarter.0 & is_odd.wrapping_neg());
        }
        odd
    }
}

/// Rows as columns (Warren, Hacker's Delight, 7-3).
pub const fn transposed(discs: Bitboard) -> Bitboard {
    let mut discs = discs.0;
    let swap = (discs ^ discs >> 7) & 0x00aa_00aa_00aa_00aa;
    discs ^= swap ^ swap << 7;
    let swap = (discs ^ discs >> 14) & 0x0000_cccc_0000_cccc;
    discs ^= swap ^ swap << 14;
    let swap = (discs ^ discs >> 28) & 0x0000_0000_f0f0_f0f0;
    Bitboard(discs ^ swap ^ swap << 28)
}
