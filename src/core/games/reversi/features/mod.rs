//! The features of evaluations, and the table of their names.
//!
//! A feature counts something for each player; an evaluation subtracts MIN's count from MAX's count. A table of weights
//! is a feature that adds up the weights of the squares under a player's discs. All other features are in separate
//! files, and count all squares at once.

use super::Position;
use reversi_io::names::names;

/// Makes the list of counted features and their names. For each feature, the macro needs the variant, the largest count
/// on an 8x8 board, and a module with the feature's name. The function `count` in this module counts for the player to
/// move. The opponent's count is the count of the [passed](Position::passed) position.
macro_rules! counted_features {
    ($($name:ident: $feature:ident $largest:literal),+ $(,)?) => {
        $(mod $name;)+

        names! {
            /// A counted feature.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum CountedFeature {
                $(#[doc = concat!("`", stringify!($name), "`.")] $feature => stringify!($name)),+
            }
        }

        impl CountedFeature {
            /// The count of this feature for the player to move.
            pub fn count(self, position: &Position) -> u32 {
                match self {
                    $(Self::$feature => $name::count(position)),+
                }
            }

            /// The largest count of this feature on an 8x8 board.
            pub const fn largest(self) -> i32 {
                match self {
                    $(Self::$feature => $largest),+
                }
            }
        }
    };
}

counted_features! {
    frontier: Frontier 64,
    mobility: Mobility 64,
    potential: Potential 64,
    stable: Stable 64,
    win: Win 1,
    xsquares: XSquares 4,
}

/// The features that are tables of weights, with their names. Each table has the weight of each square, row by row.
pub const TABLES: [(&str, [[i16; 8]; 8]); 3] = [("pieces", PIECES), ("weights", WEIGHTS), ("corners", CORNERS)];

/// `pieces`: every disc counts one.
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
