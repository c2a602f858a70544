//! What a position is worth: term by term, and square by square.

use reversi_core::games::reversi::{Position, Square, Valuation, fitted};
use reversi_course::assignment::Task;

/// What a position is worth as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The terms of the evaluation.
    pub valuation: Valuation,
    /// The sum of the terms, from max's side.
    pub total: i32,
    /// What each disc adds to the total by the tables of the evaluation, in positional order.
    pub squares: Vec<(Square, i32)>,
}

impl Worth {
    /// What a position of a task's search is worth.
    pub fn of(task: &Task, position: &Position) -> Self {
        let (max, evaluation) = (task.max(), task.evaluation());
        let table = fitted(position.size(), &evaluation.square_sum());
        let squares = position.playable().into_iter().filter_map(|square| {
            let weight = table[usize::from(square.row())][usize::from(square.column())];
            position.at(square).map(|color| (square, if color == max { weight } else { -weight }))
        });
        let squares = squares.collect();
        let valuation = Valuation::of(evaluation, position);
        Self { total: valuation.value(max), valuation, squares }
    }
}
