//! What a position of Reversi is worth to the assignments: sums over the discs.

use super::{Bitboard, Move, Rules};
use crate::{evaluation::Evaluation, value::Value};

/// What a set of one player's discs is worth. A position is worth the difference of the two sets.
pub trait DiscValues {
    /// The sum over the discs.
    fn sum(&self, discs: Bitboard) -> i32;

    /// The largest value, apart from its sign, that a position can have.
    fn largest(&self) -> i32;
}

impl<S: DiscValues, R: Rules> Evaluation<R> for S {
    #[inline]
    fn evaluate(&self, game: &R) -> Value {
        Value::new(difference(self, game))
    }

    #[inline]
    fn of_children<'a>(&'a self, parent: &'a R) -> impl Fn(R::Move) -> Value + 'a {
        // The mover gains the disc laid, and each captured disc counts twice: gained here, lost there.
        let value = difference(self, parent);
        let sign = sign(parent);
        move |played| match played.into() {
            Move::Place(square) => {
                let captured = parent.position().captured(square);
                Value::new(value + sign * (self.sum(Bitboard::of(square)) + 2 * self.sum(captured)))
            }
            Move::Pass => Value::new(value),
        }
    }
}

fn difference<S: DiscValues, R: Rules>(values: &S, game: &R) -> i32 {
    let position = game.position();
    sign(game) * (values.sum(position.own()) - values.sum(position.other()))
}

/// 1 where max is to move, -1 where min is.
fn sign<R: Rules>(game: &R) -> i32 {
    if game.position().mover() == game.max() { 1 } else { -1 }
}

/// Every disc counts one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pieces;

impl DiscValues for Pieces {
    #[inline]
    #[allow(clippy::cast_possible_wrap)] // at most 64
    fn sum(&self, discs: Bitboard) -> i32 {
        discs.len() as i32
    }

    fn largest(&self) -> i32 {
        64
    }
}

/// Who has more discs: 1 where max has, -1 where min has, 0 where neither (Reversi Tiny).
#[derive(Clone, Copy, Debug, Default)]
pub struct Winner;

impl<R: Rules> Evaluation<R> for Winner {
    #[inline]
    fn evaluate(&self, game: &R) -> Value {
        Value::new(difference(&Pieces, game).signum())
    }
}

/// Every disc counts the weight of its square.
#[derive(Clone, Debug)]
pub struct Weights {
    /// For each row of the board and each set of squares in it, the sum of their weights.
    sums: Box<[[i32; 256]; 8]>,
    largest: i32,
}

impl Weights {
    /// The positional weights of the assignment (USC CSCI 561, figure "positional weight function"), row by row.
    pub const ASSIGNMENT: [[i16; 8]; 8] = [
        [99, -8, 8, 6, 6, 8, -8, 99],
        [-8, -24, -4, -3, -3, -4, -24, -8],
        [8, -4, 7, 4, 4, 7, -4, 8],
        [6, -3, 4, 0, 0, 4, -3, 6],
        [6, -3, 4, 0, 0, 4, -3, 6],
        [8, -4, 7, 4, 4, 7, -4, 8],
        [-8, -24, -4, -3, -3, -4, -24, -8],
        [99, -8, 8, 6, 6, 8, -8, 99],
    ];

    /// The evaluation by a table of weights, row by row.
    #[must_use]
    pub fn new(weights: &[[i16; 8]; 8]) -> Self {
        let mut sums = Box::new([[0; 256]; 8]);
        for (row, sums) in weights.iter().zip(sums.iter_mut()) {
            for squares in 1..256_usize {
                // One square less than a set that comes before it.
                let first = squares.trailing_zeros() as usize;
                sums[squares] = sums[squares & (squares - 1)] + i32::from(row[first]);
            }
        }
        let largest = weights.iter().flatten().map(|&weight| i32::from(weight).abs()).sum();
        Self { sums, largest }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::new(&Self::ASSIGNMENT)
    }
}

impl DiscValues for Weights {
    #[inline]
    fn sum(&self, discs: Bitboard) -> i32 {
        let rows = discs.0.to_le_bytes();
        let sums = self.sums.iter().zip(rows).map(|(sums, row)| sums[usize::from(row)]);
        // No sum saturates. But a plain sum is what the compiler gathers with one slow vector instruction.
        sums.fold(0, i32::saturating_add)
    }

    fn largest(&self) -> i32 {
        self.largest
    }
}
