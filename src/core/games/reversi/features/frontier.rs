//! `frontier`: a player's discs next to an empty square. With fewer frontier discs, the opponent has fewer moves (Lee
//! and Mahajan 1990).

use super::Position;

/// The player's discs with at least one empty neighbour square.
pub fn count(position: &Position) -> u32 {
    (position.empty().with_neighbours() & position.own()).len()
}
