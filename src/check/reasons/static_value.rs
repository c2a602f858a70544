//! The value of a position, term by term and square by square.

use reversi_core::games::reversi::{Position, Square, Valuation, fitted};
use reversi_course::assignment::Task;

/// The static value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticValue {
    pub valuation: Valuation,
    /// The sum of the terms, from MAX's point of view.
    pub total: i32,
    /// The weight that each disc adds to the total, square by square from a1.
    pub squares: Vec<(Square, i32)>,
}

impl StaticValue {
    /// Computes the static value of a position in the search of a task.
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
