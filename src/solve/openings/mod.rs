//! Balanced openings: positions after the first moves in which neither player is ahead, for fair games.
//!
//! # Even openings
//! The value of an opening is the mean of two searches, one of them a ply deeper, by the positional weights of the
//! assignment.
//!
//! There are two searches because the player who places the last disc before the leaves has an advantage. In 138 random
//! openings of 8 plies, the values at depth 12 were on average 22 lower than at depth 11. The difference of discs says
//! nothing so early. This program's agents played on from these openings. A good value by the weights went with more
//! discs at the end (correlation 0.23). A good difference of discs did not (-0.08).
//!
//! The [list](balanced) of the program is the output of `reversi openings --count 100`: beginnings of random games, 8
//! plies long. Their value for either player is 2 or less, by searches of 12 and 11 plies in which a corner counts 99.

mod selection;

pub use selection::Selection;

use reversi_core::games::reversi::{Position, Record, Size, notation};

/// The 100 built-in openings of 8 plies each. No two are turned or mirrored images of each other.
///
/// # Panics
/// Never panics: the list contains only openings.
pub fn balanced() -> Vec<Record> {
    let start = Position::opening(Size::EIGHT);
    let opening = |line| notation::parse(line, &start).expect("a list of openings").into_record();
    include_str!("balanced.games").lines().map(opening).collect()
}
