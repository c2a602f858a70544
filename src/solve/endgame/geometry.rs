//! The squares of a board and their geometry, without discs.

use reversi_core::games::reversi::{Bitboard, Size, Square};

/// The squares of a board of one size and their geometry.
#[derive(Debug)]
pub struct Geometry {
    pub size: Size,
    pub squares: Bitboard,
    pub count: i32,
    pub corners: Bitboard,
    all_quarters: [Bitboard; 4],
    /// For each square, its quarter of the board.
    pub quarters: [Bitboard; 64],
    /// For each square, the value of a move to this square if all other criteria are equal.
    pub square_scores: [i32; 64],
}

/// The index of a square, in a form from which the compiler knows that the index is below 64.
#[inline]
pub const fn index(square: Square) -> usize {
    square.index() as usize & 63
}

impl Geometry {
    /// The geometry of a board of this size.
    pub fn new(size: Size) -> Self {
        // Scores for one quarter of an 8x8 board, from its corner: corners are best, and the squares next to corners
        // are worst.
        const SQUARE_SCORES: [[i32; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];
        let squares = size.squares();
        let last = size.rows() - 1;
        let half = size.rows() / 2;
        let quarter_of = |square: Square| usize::from(square.row() < half) * 2 + usize::from(square.column() < half);
        let mut all_quarters = [Bitboard::EMPTY; 4];
        let mut square_scores = [0; 64];
        for square in squares {
            all_quarters[quarter_of(square)] |= Bitboard::of(square);
            let from_edge = |place: u8| usize::from(place.min(last - place));
            square_scores[index(square)] = SQUARE_SCORES[from_edge(square.row())][from_edge(square.column())];
        }
        let mut quarters = [Bitboard::EMPTY; 64];
        for square in squares {
            quarters[index(square)] = all_quarters[quarter_of(square)];
        }
        let (count, corners) = (squares.len() as i32, size.corners());
        Self { size, squares, count, corners, all_quarters, quarters, square_scores }
    }

    /// The squares of all quarters with an odd number of empty squares. In a quarter with an odd number of empty
    /// squares, the first player to move can also make the last move.
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
