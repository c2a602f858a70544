//! `mobility`: a player's legal moves (Rosenbloom 1982).

use super::{Feature, Instructions, Position};

/// The squares on which the player captures.
pub struct Mobility;

impl Feature for Mobility {
    #[inline(always)]
    fn count<I: Instructions>(position: &Position<I>) -> u32 {
        position.legal_moves().len()
    }
}
