//! `win`: 1 if the game is over and the player has won, otherwise 0.

use super::Position;

/// Returns 1 if neither player can move and the player has more discs than the opponent, otherwise 0.
pub fn count(position: &Position) -> u32 {
    u32::from(position.own().len() > position.other().len() && position.is_over())
}
