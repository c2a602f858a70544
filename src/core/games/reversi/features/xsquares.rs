//! `xsquares`: a player's discs diagonally next to an empty corner. Fewer are better, because the opponent may take the
//! corner (Rosenbloom 1982).

use super::Position;
use crate::games::reversi::lines::{FIRST_COLUMN, LAST_COLUMN};

/// The player's discs on the squares diagonally beside empty corners (X-squares).
pub fn count(position: &Position) -> u32 {
    let (board, empty) = (position.playable().0, position.empty().0);
    let has_right_neighbour = (board & !FIRST_COLUMN) >> 1;
    let ends_of_rows = FIRST_COLUMN | !has_right_neighbour;
    let ends_of_columns = !(board << 8) | !(board >> 8);
    let corners = empty & ends_of_rows & ends_of_columns;
    let right = (corners & !LAST_COLUMN) << 1;
    let left = (corners & !FIRST_COLUMN) >> 1;
    let beside = right | left;
    (position.own().0 & (beside << 8 | beside >> 8)).count_ones()
}
