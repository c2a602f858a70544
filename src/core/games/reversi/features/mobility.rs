//! `mobility`: a player's legal moves (Rosenbloom 1982).

use super::Position;

/// The squares on which the player captures.
pub fn count(position: &Position) -> u32 {
    position.legal_moves().len()
}
