//! `frontier`: a player's discs next to an empty square, which give the opponent moves: fewer are better (Lee and Mahajan
//! 1990).

use super::{Instructions, Position};

/// The player's discs with at least one empty square among their eight neighbours.
#[inline(always)]
pub fn count<I: Instructions>(position: &Position<I>) -> u32 {
    (position.empty().with_neighbours() & position.own()).len()
}
