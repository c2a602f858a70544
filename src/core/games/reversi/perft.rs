//! Perft of Reversi, with the best instructions of this processor.

use super::{Pass, Position};
use crate::{game, with_best_instructions};

/// [`game::perft`] where a player without a move passes: the paths of exactly `depth` plies.
pub fn perft(position: &Position, depth: u32) -> u64 {
    with_best_instructions!(best => game::perft(&Pass(position.with(best)), depth))
}
