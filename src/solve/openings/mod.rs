//! Balanced openings: positions after the first moves in which neither player is ahead, for games that are to be fair.
//!
//! # What is even
//! An opening is worth the mean of two searches, one a ply deeper than the other, by the positional weights of the
//! assignment.
//!
//! There are two searches because the player who places the last disc before the leaves gains by it. In 138 random openings
//! of 8 plies the values at depth 12 were lower by 22, in the mean, than those at depth 11. The difference of discs says
//! nothing so early. In games that this program's agents played on from there, a good value by the weights went with more
//! discs at the end (correlation 0.23). A good difference of discs did not (-0.08).
//!
//! The [list](balanced) of the program is the output of `reversi openings --count 100`: beginnings of random games, 8 plies
//! long. They are worth 2 or less to either player, where a corner counts 99, by searches of 12 and 11 plies.

mod selection;

pub use selection::Selection;

use reversi_core::games::reversi::{Position, Record, Size, notation};

/// The openings that come with the program, 100 of 8 plies each: no two the same however the board is turned or mirrored.
///
/// # Panics
/// Never: the list is one of openings.
pub fn balanced() -> Vec<Record> {
    let start = Position::opening(Size::EIGHT);
    let opening = |line| notation::parse(line, &start).expect("a list of openings").into_record();
    include_str!("balanced.games").lines().map(opening).collect()
}
