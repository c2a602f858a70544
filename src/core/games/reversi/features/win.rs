//! `win`: whether the game is over and a player has won it.

use super::{Instructions, Position};

/// 1 if neither player can move and the player has more discs than the opponent, else 0.
#[inline(always)]
pub fn count<I: Instructions>(position: &Position<I>) -> u32 {
    u32::from(position.own().len() > position.other().len() && position.is_over())
}
