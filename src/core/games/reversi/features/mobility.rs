//! `mobility`: a player's legal moves (Rosenbloom 1982).

use super::{Instructions, Position};

/// The squares on which the player captures.
#[inline(always)]
pub fn count<I: Instructions>(position: &Position<I>) -> u32 {
    position.legal_moves().len()
}
