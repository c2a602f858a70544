//! The orders in which a search tries squares, and the image of the board for each order.

use std::{fmt, str::FromStr};

use super::{Bitboard, Color, Move, Position, Size, Square};
use reversi_io::names::{ParseError, names};

names! {
    /// The direction in which a search tries squares.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Lines {
        /// Row by row: starting from a1, the order is a1, b1, c1, ...
        #[default]
        Rows => "rows",
        /// Column by column: starting from a1, the order is a1, a2, a3, ...
        Columns => "columns",
    }
}

names! {
    /// A corner of the board, by its name on 8x8. On smaller boards, the corners have other square names.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Corner {
        /// Top left.
        #[default]
        A1 => "a1",
        /// Top right.
        H1 => "h1",
        /// Bottom left.
        A8 => "a8",
        /// Bottom right.
        H8 => "h8",
    }
}

/// The order in which a search tries moves. If several moves have equal values, the search chooses the first move in
/// this order.
///
/// A search always tries the squares of its board row by row from a1. For another order, the search runs on the *image*
/// of the board, in which the order's first square becomes a1. The squares in the result are then converted back. There
/// are eight orders, one for each way to turn or mirror a square board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveOrder {
    pub lines: Lines,
    pub first: Corner,
}

impl MoveOrder {
    /// The positional order, for which a board is equal to its image.
    pub const ROWS_FROM_A1: Self = Self { lines: Lines::Rows, first: Corner::A1 };

    /// All eight orders.
    pub fn all() -> impl Iterator<Item = Self> {
        Lines::ALL.into_iter().flat_map(|lines| Corner::ALL.map(|first| Self { lines, first }))
    }

    /// The order in words, for a sentence: `row by row from a1`, `column by column from h8`.
    pub fn in_words(self) -> String {
        let lines = match self.lines {
            Lines::Rows => "row by row",
            Lines::Columns => "column by column",
        };
        format!("{lines} from {}", self.first)
    }

    /// The whole order, for a student whose order is wrong: `row by row from the top, each row from the left: a1, b1,
    /// ... h1, a2, b2 ...`.
    pub fn in_full(self, size: Size) -> String {
        let down = if matches!(self.first, Corner::A1 | Corner::H1) { "top" } else { "bottom" };
        let across = if matches!(self.first, Corner::A1 | Corner::A8) { "left" } else { "right" };
        let (line, edge, start) = match self.lines {
            Lines::Rows => ("row", down, across),
            Lines::Columns => ("column", across, down),
        };
        let [first, second, last, next, after] = [0, 1, size.rows() - 1, 8, 9].map(|index| {
            let square = self.original(size, Bitboard(1 << index)).first();
            square.map(|square| square.to_string()).unwrap_or_default()
        });
        format!(
            "{line} by {line} from the {edge}, each {line} from the {start}: \
             {first}, {second}, ... {last}, {next}, {after} ..."
        )
    }

    /// The squares after the board is turned or mirrored for this order.
    pub const fn image(self, size: Size, squares: Bitboard) -> Bitboard {
        self.transposed(self.mirrored(size, squares))
    }

    /// The squares whose image is given: the inverse of [`image`](Self::image).
    pub const fn original(self, size: Size, image: Bitboard) -> Bitboard {
        self.mirrored(size, self.transposed(image))
    }

    /// Mirrors the board so that the first corner becomes a1; a second call reverses this.
    const fn mirrored(self, size: Size, squares: Bitboard) -> Bitboard {
        match self.first {
            Corner::A1 => squares,
            Corner::H1 => squares.mirrored(size),
            Corner::A8 => squares.upside_down(size),
            Corner::H8 => squares.mirrored(size).upside_down(size),
        }
    }

    /// If the order goes by columns, swaps rows and columns.
    const fn transposed(self, squares: Bitboard) -> Bitboard {
        match self.lines {
            Lines::Rows => squares,
            Lines::Columns => squares.transposed(),
        }
    }

    /// The first of some squares in this order.
    pub fn first_of(self, size: Size, squares: Bitboard) -> Option<Square> {
        let image = self.image(size, squares).first()?;
        self.original(size, Bitboard::of(image)).first()
    }

    /// The move whose image is given.
    pub fn original_move(self, size: Size, image: Move) -> Move {
        self.original(size, image.squares()).first().map_or(Move::Pass, Move::Place)
    }

    /// The image of a move in this order.
    pub fn image_of_move(self, size: Size, played: Move) -> Move {
        self.image(size, played.squares()).first().map_or(Move::Pass, Move::Place)
    }

    /// The image of a position in this order.
    pub fn image_of_position(self, position: &Position) -> Position {
        let [black, white] = Color::ALL.map(|color| self.image(position.size(), position.discs(color)));
        Position::new(position.size(), position.side_to_move(), black, white)
    }

    /// The image of a table that has a number for each square, row by row. In the image, squares outside the board have
    /// the number zero.
    pub fn image_of_table<T: Copy + Default>(self, size: Size, table: &[[T; 8]; 8]) -> [[T; 8]; 8] {
        let mut image = [[T::default(); 8]; 8];
        for square in size.squares() {
            if let Some(place) = self.image(size, Bitboard::of(square)).first() {
                image[usize::from(place.row())][usize::from(place.column())] =
                    table[usize::from(square.row())][usize::from(square.column())];
            }
        }
        image
    }
}

/// Writes the direction and the corner: `rows:a1`.
impl fmt::Display for MoveOrder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&format!("{}:{}", self.lines, self.first))
    }
}

/// Reads `rows:a1`.
impl FromStr for MoveOrder {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let order = || {
            let (lines, first) = text.split_once(':')?;
            Some(Self { lines: lines.parse().ok()?, first: first.parse().ok()? })
        };
        order().ok_or_else(|| "expected rows or columns and the first corner, such as rows:a1 or columns:h8".into())
    }
}
