//! The features of evaluations, and their names.
//!
//! A feature counts something for each player; an evaluation subtracts MIN's count from MAX's count. A table of weights
//! is a feature that adds up the weights of the squares under a player's discs. All other features are counted here, for
//! all squares at once.

mod stable;

use super::{
    Position,
    lines::{FIRST_COLUMN, LAST_COLUMN},
};
use reversi_io::names::names;

names! {
    /// A counted feature.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CountedFeature {
        /// The player's discs next to an empty square. With fewer frontier discs, the opponent has fewer moves (Lee and
        /// Mahajan 1990).
        Frontier => "frontier",
        /// The player's legal moves (Rosenbloom 1982).
        Mobility => "mobility",
        /// The empty squares next to the opponent's discs, on which the player may have a move later (Rosenbloom 1982).
        Potential => "potential",
        /// The player's discs that can never be flipped, found by one simple rule (Rosenbloom 1982).
        Stable => "stable",
        /// 1 if the game is over and the player has more discs than the opponent, otherwise 0.
        Win => "win",
        /// The player's discs diagonally next to an empty corner. Fewer are better, because the opponent may take the
        /// corner (Rosenbloom 1982).
        XSquares => "xsquares",
    }
}

impl CountedFeature {
    /// The count for the player to move. The opponent's count is the count of the [passed](Position::passed) position.
    pub fn count(self, position: &Position) -> u32 {
        let (own, other, empty) = (position.own(), position.other(), position.empty());
        match self {
            Self::Frontier => (empty.with_neighbours() & own).len(),
            Self::Mobility => position.legal_moves().len(),
            Self::Potential => (other.with_neighbours() & empty).len(),
            Self::Stable => stable::count(position),
            Self::Win => u32::from(own.len() > other.len() && position.is_over()),
            Self::XSquares => xsquares(position),
        }
    }

    /// The largest count on an 8x8 board.
    pub const fn largest(self) -> i32 {
        match self {
            Self::Frontier | Self::Mobility | Self::Potential | Self::Stable => 64,
            Self::Win => 1,
            Self::XSquares => 4,
        }
    }
}

fn xsquares(position: &Position) -> u32 {
    let (board, empty) = (position.playable().0, position.empty().0);
    let has_right_neighbour = (board & !FIRST_COLUMN) >> 1;
    let ends_of_rows = FIRST_COLUMN | !has_right_neighbour;
    let ends_of_columns = !(board << 8) | !(board >> 8);
    let corners = empty & ends_of_rows & ends_of_columns;
    let beside = (corners & !LAST_COLUMN) << 1 | (corners & !FIRST_COLUMN) >> 1;
    (position.own().0 & (beside << 8 | beside >> 8)).count_ones()
}

/// The features that are tables of weights, with their names. Each table has the weight of each square, row by row.
pub const TABLES: [(&str, [[i16; 8]; 8]); 3] = [("pieces", PIECES), ("weights", WEIGHTS), ("corners", CORNERS)];

pub const PIECES: [[i16; 8]; 8] = [[1; 8]; 8];

/// `weights`: the positional weights of the assignment (USC CSCI 561, figure "positional weight function").
pub const WEIGHTS: [[i16; 8]; 8] = [
    [99, -8, 8, 6, 6, 8, -8, 99],
    [-8, -24, -4, -3, -3, -4, -24, -8],
    [8, -4, 7, 4, 4, 7, -4, 8],
    [6, -3, 4, 0, 0, 4, -3, 6],
    [6, -3, 4, 0, 0, 4, -3, 6],
    [8, -4, 7, 4, 4, 7, -4, 8],
    [-8, -24, -4, -3, -3, -4, -24, -8],
    [99, -8, 8, 6, 6, 8, -8, 99],
];

/// `corners`: the discs on a1, h1, a8 and h8 (Rosenbloom 1982).
pub const CORNERS: [[i16; 8]; 8] = {
    let mut table = [[0; 8]; 8];
    table[0] = [1, 0, 0, 0, 0, 0, 0, 1];
    table[7] = table[0];
    table
};
