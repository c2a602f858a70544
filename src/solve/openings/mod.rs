//! Balanced openings: positions after the first moves in which neither player is ahead, for fair games.
//!
//! # Even openings
//! The value of an opening is the mean of two searches, one of them a ply deeper, by the positional weights of the
//! assignment.
//!
//! Two searches are necessary, because the player who places the last disc before the leaves has an advantage. In 138
//! random openings of 8 plies, the values at depth 12 were on average 22 lower than at depth 11. At this stage of the
//! game, the difference of discs says nothing about the result. To show this, this program's agents continued games
//! from these openings. The value by the weights was related to the discs at the end of the game (correlation 0.23).
//! The difference of discs was not related to the discs at the end of the game (-0.08).
//!
//! The [list](balanced) has beginnings of [random] games, 8 plies long. The value of these openings for either player is
//! at most 2, by searches of 12 and 11 plies in which a corner counts 99.

mod random;

pub use random::random;

use reversi_core::games::reversi::{Position, Record, Size, notation};

/// The 100 built-in openings of 8 plies each. No opening is a turned or mirrored image of another.
pub fn balanced() -> Vec<Record> {
    let start = Position::opening(Size::EIGHT);
    let opening = |line| notation::parse(line, &start).expect("a list of openings").into_record();
    include_str!("balanced.games").lines().map(opening).collect()
}
