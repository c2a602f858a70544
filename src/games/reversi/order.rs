//! The order in which the squares of the board are tried.

use super::{Move, Square};
use crate::names::names;

names! {
    /// In which order moves are searched and ties are broken.
    ///
    /// A search always tries the squares of its own board row by row. To try those of a board column by column is to
    /// search the transposed board, row and column exchanged, and to transpose the squares that it names.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum MoveOrder {
        /// a1, b1, c1, ...: the search runs on the board as it is.
        #[default]
        Rows => "rows",
        /// a1, a2, a3, ...: the search runs on the transposed board.
        Columns => "columns",
    }
}

impl MoveOrder {
    /// The square of the true board for one of the board that is searched, and the other way round. Each row of the board has
    /// as many squares as each column, so that there always is one.
    pub fn square(self, square: Square) -> Square {
        match self {
            Self::Rows => square,
            Self::Columns => Square::new(square.column(), square.row()).unwrap_or(square),
        }
    }

    /// The same for a move.
    pub fn turned(self, played: Move) -> Move {
        match played {
            Move::Place(square) => Move::Place(self.square(square)),
            Move::Pass => Move::Pass,
        }
    }
}
