//! What positions are worth to a program with mistakes.

use super::{Mistake, MistakenGame, Mistakes, WrongWeight};
use crate::{
    assignment::Job,
    game::{Evaluation, Value},
    games::reversi::{Bitboard, Color, DiscSquareTable as _, Pieces, Weights},
};

/// An evaluation with mistakes.
#[derive(Clone, Debug)]
pub struct MistakenEvaluation {
    /// The weights; none where discs are counted.
    weights: Option<Weights>,
    /// From whose side positions are valued.
    side: Color,
    own_only: bool,
    negated: bool,
    of_side_to_move: bool,
}

impl MistakenEvaluation {
    /// The evaluation of a job from the side of max, with mistakes and wrong weights.
    #[must_use]
    pub fn new(job: &Job, mistakes: Mistakes, wrong: &[WrongWeight]) -> Self {
        let asked = job.task.evaluation().weights();
        let asked = match (mistakes.contains(Mistake::OtherEvaluation), asked) {
            (false, asked) => asked,
            (true, None) => Some(&job.assignment.weights),
            (true, Some(_)) => None,
        };
        let weights = asked.map(|&(mut table)| {
            if mistakes.contains(Mistake::WeightsRepeated) {
                let (above, below) = table.split_at_mut(4);
                below.copy_from_slice(above);
            }
            for weight in wrong {
                table[usize::from(weight.square.row())][usize::from(weight.square.column())] = weight.value;
            }
            Weights::new(&table)
        });
        Self {
            weights,
            side: job.task.max(),
            own_only: mistakes.contains(Mistake::OwnDiscsOnly),
            negated: mistakes.contains(Mistake::EvaluationNegated),
            of_side_to_move: mistakes.contains(Mistake::EvaluationOfPlayerToMove),
        }
    }

    /// The same evaluation from the side of a player.
    #[must_use]
    pub fn from_side(&self, side: Color) -> Self {
        Self { side, ..self.clone() }
    }

    fn sum(&self, discs: Bitboard) -> i32 {
        self.weights.as_ref().map_or_else(|| Pieces.sum(discs), |weights| weights.sum(discs))
    }
}

impl Evaluation<MistakenGame> for MistakenEvaluation {
    fn evaluate(&self, game: &MistakenGame) -> Value {
        let side = if self.of_side_to_move { game.side_to_move() } else { self.side };
        let opponents = if self.own_only { 0 } else { self.sum(game.discs(side.opponent())) };
        let value = self.sum(game.discs(side)) - opponents;
        Value::new(if self.negated { -value } else { value })
    }
}
