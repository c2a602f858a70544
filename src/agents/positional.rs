//! What a position is worth to an agent that does not see the end of the game.

use crate::{
    game::{Evaluation, Value},
    games::reversi::{Color, DiscSquareTable, Pass, Size, Weights},
};

/// Values the discs of a game that goes on, and the result of one that is over: a game won is worth more than any
/// disc, the more the larger the difference.
#[derive(Clone, Debug)]
pub struct Positional<S>(pub S);

impl Positional<Weights> {
    /// Positional weights for a size of board: the table as it is on 8x8, on smaller boards without its middle rows
    /// and columns.
    ///
    /// What makes a square good or bad is its place relative to the corner: the corner itself is never lost again,
    /// and a disc next to it opens it to the opponent. So each quarter of a smaller board keeps the weights of the
    /// quarter of the 8x8 board, counted from its corner.
    #[must_use]
    pub fn of_size(size: Size, table: &[[i16; 8]; 8]) -> Self {
        let rows = usize::from(size.rows());
        let from_corner = |place| if place < rows.div_ceil(2) { place } else { place + 8 - rows };
        let mut weights = [[0; 8]; 8];
        for (row, line) in weights.iter_mut().take(rows).enumerate() {
            for (column, weight) in line.iter_mut().take(rows).enumerate() {
                *weight = table[from_corner(row)][from_corner(column)];
            }
        }
        Self(Weights::new(&weights))
    }
}

/// What one disc of the final difference is worth: more than all discs together by any weights.
const RESULT: i32 = 1 << 24;

/// The final difference of discs, dark's less light's, where a value stands for the end of a game and not a tie.
#[must_use]
pub fn final_difference(value: Value) -> Option<i32> {
    let difference = value.finite()? / RESULT;
    (difference != 0).then_some(difference)
}

impl<S: DiscSquareTable> Evaluation<Pass> for Positional<S> {
    fn evaluate(&self, game: &Pass) -> Value {
        let position = &game.0;
        if position.is_over() {
            let [dark, light] = [Color::Black, Color::White].map(|side| position.discs(side).len().cast_signed());
            Value::new(RESULT * (dark - light))
        } else {
            self.0.evaluate(game)
        }
    }
}
