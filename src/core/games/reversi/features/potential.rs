//! `potential`: the empty squares next to the opponent's discs, on which a player may have a move later (Rosenbloom
//! 1982).

use super::Position;

/// The empty squares next to at least one disc of the opponent.
pub fn count(position: &Position) -> u32 {
    (position.other().with_neighbours() & position.empty()).len()
}
