//! What a position is worth to an agent that does not see the end of the game.

use crate::{
    game::{Evaluation, Value},
    games::reversi::{Color, Pass, Size, StaticEvaluation, Weights, fitted},
};

/// Values the discs of a game that goes on, and the result of one that is over: a game won is worth more than any
/// disc, the more the larger the difference.
#[derive(Clone, Debug)]
pub struct Positional<S>(pub S);

impl Positional<Weights> {
    /// The positional weights of a table, [fitted] to a size of board.
    pub fn of_size(size: Size, table: &[[i16; 8]; 8]) -> Self {
        Self(Weights::new(&fitted(size, table)))
    }
}

/// What one disc of the final difference is worth. A position in which the game goes on is worth less than that, whatever
/// its evaluation says.
const RESULT: i32 = 1 << 24;

/// The final difference of discs, dark's less light's, where a value stands for the end of a game and not a tie.
pub fn final_difference(value: Value) -> Option<i32> {
    let difference = value.finite()? / RESULT;
    (difference != 0).then_some(difference)
}

impl<S: StaticEvaluation> Evaluation<Pass> for Positional<S> {
    fn evaluate(&self, game: &Pass) -> Value {
        let position = &game.0;
        if position.is_over() {
            Value::new(RESULT * position.lead(Color::Black))
        } else {
            self.0.evaluate(game).clamp(Value::new(1 - RESULT), Value::new(RESULT - 1))
        }
    }
}
