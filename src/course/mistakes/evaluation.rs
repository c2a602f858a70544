//! Evaluates positions in the way of a program with mistakes.

use super::{MistakenGame, PlainMistake, PlainMistakes, WrongTerm, WrongWeight};
use crate::assignment::Job;
use reversi_core::{
    game::{Evaluation, Game as _, Value},
    games::reversi::{
        Bitboard, Color, Expression, Square, StaticEvaluation as _, Weights, features::CountedFeature, fitted,
    },
};

/// An evaluation with mistakes.
#[derive(Clone, Debug)]
pub struct MistakenEvaluation {
    weights: Weights,
    /// The features of the evaluation that are counted, with their coefficients.
    counted: Vec<(i32, CountedFeature)>,
    /// The player from whose point of view positions are evaluated.
    side: Color,
    mistakes: PlainMistakes,
}

impl MistakenEvaluation {
    /// The evaluation of a job from MAX's point of view, with mistakes and wrong weights.
    pub fn new(job: &Job, mistakes: PlainMistakes, wrong: &[WrongWeight]) -> Self {
        let asked = job.task.evaluation();
        let other =
            if asked.is_pieces() { job.assignment.evaluation(&Expression::weights()) } else { Expression::pieces() };
        let evaluation = if mistakes.contains(PlainMistake::OtherEvaluation) { &other } else { asked };
        let size = job.task.start.size();
        let mut table = evaluation.square_sum();
        if !evaluation.is_pieces() && mistakes.contains(PlainMistake::WeightsRepeated) {
            let (above, below) = table.split_at_mut(4);
            below.copy_from_slice(above);
        }
        let mut table = fitted(size, &table);
        // All other terms of the evaluation stay unchanged.
        for (weight, (coefficient, right)) in wrong.iter().zip(evaluation.weights_term(size).into_iter().cycle()) {
            let (row, column) = (usize::from(weight.square.row()), usize::from(weight.square.column()));
            table[row][column] += coefficient * (i32::from(weight.value) - i32::from(right[row][column]));
        }
        Self { weights: Weights::new(&table), counted: evaluation.counted(), side: job.task.max(), mistakes }
    }

    /// The evaluation with another coefficient for one of its terms.
    pub fn with_term(self, job: &Job, wrong: &WrongTerm) -> Self {
        let Some(evaluation) = job.task.evaluation().with_coefficient(&wrong.feature, wrong.coefficient) else {
            return self;
        };
        let table = fitted(job.task.start.size(), &evaluation.square_sum());
        Self { weights: Weights::new(&table), counted: evaluation.counted(), ..self }
    }

    /// The evaluation from the given player's point of view.
    pub fn from_side(&self, side: Color) -> Self {
        Self { side, ..self.clone() }
    }

    /// The weight of a square.
    pub fn weight(&self, square: Square) -> i32 {
        self.weights.sum(Bitboard::of(square))
    }

    fn sum(&self, game: &MistakenGame, player: Color) -> i32 {
        let sum = self.weights.sum(game.discs(player));
        if self.counted.is_empty() {
            return sum;
        }
        let game = game.with_side_to_move(player);
        let position = game.position();
        // A program has one function for legal moves, so mistakes in captures also change the number of legal moves.
        let count = |feature: &CountedFeature| match feature {
            CountedFeature::Mobility => game.moves().map(|_| 1).sum(),
            CountedFeature::Win => i32::from(game.is_over() && position.own().len() > position.other().len()),
            feature => feature.count(&position) as i32,
        };
        let counts = self.counted.iter().map(|(coefficient, feature)| coefficient * count(feature));
        sum + counts.sum::<i32>()
    }
}

impl Evaluation<MistakenGame> for MistakenEvaluation {
    fn evaluate(&self, game: &MistakenGame) -> Value {
        let has = |mistake| self.mistakes.contains(mistake);
        let side = if has(PlainMistake::EvaluationOfPlayerToMove) { game.side_to_move() } else { self.side };
        let opponents = if has(PlainMistake::OwnDiscsOnly) { 0 } else { self.sum(game, side.opponent()) };
        let value = if has(PlainMistake::WinBonus) && game.is_over() {
            let [own, other] = [side, side.opponent()].map(|color| game.discs(color).len() as i32);
            1000 * (own - other).signum()
        } else {
            self.sum(game, side) - opponents
        };
        let value = if has(PlainMistake::EvaluationNegated) { -value } else { value };
        Value::new(if has(PlainMistake::ByteValues) { (value + 128).rem_euclid(256) - 128 } else { value })
    }
}
