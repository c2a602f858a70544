//! A board and the player to move.

use super::{Bitboard, Board, Color, Move, Size, Square, lines};

/// The discs on a board of one size, and the player to move. A position can compute captures. The [rules](super::Rules)
/// decide what happens if a player cannot capture.
///
/// ```
/// use reversi_core::games::reversi::{Color, Position, Size, Square};
///
/// let opening = Position::opening(Size::EIGHT);
/// let moves: Vec<String> = opening.legal_moves().into_iter().map(|square| square.to_string()).collect();
/// assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
///
/// let d3: Square = "d3".parse().unwrap();
/// let after = opening.after(d3);
/// assert_eq!(after.side_to_move(), Color::White);
/// assert_eq!(after.lead(Color::Black), 4 - 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    side_to_move: Color,
    board: Board,
    playable: Bitboard,
}

impl Position {
    /// A position with the given discs.
    ///
    /// # Panics
    /// Panics if a square belongs to both colors or lies outside the board.
    pub fn new(size: Size, side_to_move: Color, black: Bitboard, white: Bitboard) -> Self {
        let playable = size.squares();
        assert!((black & white).is_empty(), "a square holds one disc");
        assert!(((black | white) - playable).is_empty(), "discs lie on the board");
        let board = match side_to_move {
            Color::Black => Board { own: black, other: white },
            Color::White => Board { own: white, other: black },
        };
        Self { side_to_move, board, playable }
    }

    /// The opening with black to move. White has the top left and bottom right centre squares, and black the two other
    /// centre squares.
    ///
    /// # Panics
    /// Panics for 1x1, which has no centre.
    pub fn opening(size: Size) -> Self {
        // On a board of odd size, the lower right square of the centre is the middle.
        let first = (size.rows() / 2).checked_sub(1).expect("a centre takes two rows");
        let pair =
            |columns: [u8; 2]| (first..).zip(columns).filter_map(|(row, column)| Square::new(row, first + column));
        Self::new(size, Color::Black, pair([1, 0]).collect(), pair([0, 1]).collect())
    }

    /// The player to move.
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The discs, from the point of view of the player to move.
    #[inline]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The discs of the player to move.
    pub const fn own(&self) -> Bitboard {
        self.board.own
    }

    /// The opponent's discs.
    pub const fn other(&self) -> Bitboard {
        self.board.other
    }

    /// The discs of a color.
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.board.own } else { self.board.other }
    }

    /// The number of this color's discs minus the number of the other color's discs.
    pub fn lead(&self, color: Color) -> i32 {
        self.discs(color).len().cast_signed() - self.discs(color.opponent()).len().cast_signed()
    }

    /// The color with more discs; `None` for a tie.
    pub fn leader(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.lead(color) > 0)
    }

    /// The color of the disc on a square; `None` if the square is empty.
    pub fn at(&self, square: Square) -> Option<Color> {
        if self.board.own.contains(square) {
            Some(self.side_to_move)
        } else if self.board.other.contains(square) {
            Some(self.side_to_move.opponent())
        } else {
            None
        }
    }

    /// All squares of the board.
    pub const fn playable(&self) -> Bitboard {
        self.playable
    }

    /// The squares without a disc.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        self.playable - self.board.occupied()
    }

    /// The size of the board.
    #[allow(clippy::cast_possible_truncation)] // at most 8
    pub const fn size(&self) -> Size {
        Size::new((self.playable.0 & 0xff).count_ones() as u8).expect("a row of squares")
    }

    /// The legal moves: the squares on which the player to move captures.
    #[inline(always)]
    pub fn legal_moves(&self) -> Bitboard {
        Bitboard(lines::move_candidates(self.board.own.0, self.board.other.0)) & self.empty()
    }

    /// The discs that the player to move captures on `square`; empty if the square is taken or nothing is captured.
    #[inline(always)]
    pub fn flips(&self, square: Square) -> Bitboard {
        if self.empty().contains(square) { self.flips_on_empty(square) } else { Bitboard::EMPTY }
    }

    /// The discs that the player to move captures on an empty square.
    #[inline(always)]
    fn flips_on_empty(&self, square: Square) -> Bitboard {
        Bitboard(lines::flips(square.index(), self.board.own.0, self.board.other.0))
    }

    /// The position after the player to move has placed a disc on an empty square.
    #[inline(always)]
    pub fn after(&self, square: Square) -> Self {
        self.child(self.board.after(square, self.flips_on_empty(square)))
    }

    /// The position after a move to an empty square, or after a pass.
    #[inline(always)]
    pub fn after_move(&self, played: Move) -> Self {
        match played {
            Move::Place(square) => self.after(square),
            Move::Pass => self.passed(),
        }
    }

    /// The position after a disc is placed on a square; `None` if the square has a disc or nothing is captured.
    #[inline(always)]
    pub fn after_capture(&self, square: Square) -> Option<Self> {
        let flips = self.flips(square);
        (!flips.is_empty()).then(|| self.child(self.board.after(square, flips)))
    }

    #[inline(always)]
    fn child(&self, board: Board) -> Self {
        Self { side_to_move: self.side_to_move.opponent(), board, ..*self }
    }

    /// The same board with the other player to move.
    #[inline]
    pub const fn passed(&self) -> Self {
        Self { side_to_move: self.side_to_move.opponent(), board: self.board.passed(), ..*self }
    }

    /// The same board with a given player to move.
    #[inline]
    pub fn with_side_to_move(&self, side_to_move: Color) -> Self {
        if side_to_move == self.side_to_move { *self } else { self.passed() }
    }

    /// True if neither player has a legal move.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty() && self.passed().legal_moves().is_empty()
    }
}
