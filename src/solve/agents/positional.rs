//! The evaluation of an agent whose search does not reach the end of the game.

use reversi_core::{
    game::{Evaluation, Value},
    games::reversi::{Color, Pass, Size, StaticEvaluation, Weights, fitted},
};

/// Before the end of the game, evaluates the discs; at the end, evaluates the result. A won game has a larger value
/// than any position before the end. A larger difference of discs has a larger value than a smaller difference.
#[derive(Clone, Debug)]
pub struct Positional<S>(pub S);

impl Positional<Weights> {
    /// The positional weights of a table, [fitted] to a board size.
    pub fn of_size(size: Size, table: &[[i16; 8]; 8]) -> Self {
        Self(Weights::new(&fitted(size, table)))
    }
}

/// The value of one disc of the final difference, larger than any value before the end of the game.
pub const RESULT: i32 = 1 << 24;

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
