//! `win`: whether the game is over and a player has won it.

use super::{Feature, Instructions, Position};

/// 1 if neither player can move and the player has more discs than the opponent, else 0.
pub struct Win;

impl Feature for Win {
    const LARGEST: i32 = 1;

    #[inline(always)]
    fn count<I: Instructions>(position: &Position<I>) -> u32 {
        u32::from(position.own().len() > position.other().len() && position.is_over())
    }
}
