//! What a position is worth, square by square.

use crate::{
    assignment::Task,
    games::reversi::{ByColor, Color, Position, Square},
};

/// What a position is worth as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// What the discs of each colour add up to.
    pub of_color: ByColor<i32>,
    /// The sum of max's less that of min's.
    pub total: i32,
    /// What each disc adds to the total, in positional order.
    pub squares: Vec<(Square, i32)>,
}

impl Worth {
    /// What a position of a task's search is worth.
    #[must_use]
    pub fn of(task: &Task, position: &Position) -> Self {
        let weights = task.evaluation().weights();
        let weight = |square: Square| {
            weights.map_or(1, |table| i32::from(table[usize::from(square.row())][usize::from(square.column())]))
        };
        let mut of_color = ByColor { black: 0, white: 0 };
        let mut squares = Vec::new();
        for square in position.playable() {
            if let Some(color) = position.at(square) {
                of_color[color] += weight(square);
                squares.push((square, if color == task.max() { weight(square) } else { -weight(square) }));
            }
        }
        let max: Color = task.max();
        Self { of_color, total: of_color[max] - of_color[max.opponent()], squares }
    }
}
