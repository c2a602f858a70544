//! Evaluations in two parts: a sum over discs, and a rest that is computed for each position.

use std::{array, ops::Add};

use super::{
    Bitboard, Move, MoveOrder, Position, Rules, Size, Square,
    features::{CountedFeature, WEIGHTS},
};
use crate::game::{Evaluation, Value};

/// An evaluation in two parts: a sum over a player's discs, and a rest that does not depend on single discs. A move
/// changes the sum by the move's gain; the rest is computed again for each position. The value of a position is MAX's
/// count minus MIN's count.
pub trait StaticEvaluation: Sync {
    fn sum(&self, discs: Bitboard) -> i32;

    #[inline]
    fn one(&self, square: Square) -> i32 {
        self.sum(Bitboard::of(square))
    }

    /// The gain, without the rest, of the player whose move leads to the position `after`. Flipped discs count twice,
    /// because the player gains them and the opponent loses them. If a gain does not fit 32 bits, the gain and the sum
    /// both wrap around.
    #[inline(always)]
    fn gain_of(&self, position: &Position, played: Move, after: &Position) -> i32 {
        match played {
            Move::Place(square) => {
                let flips = self.sum(position.other() ^ after.own());
                self.one(square).wrapping_add(flips.wrapping_mul(2))
            }
            Move::Pass => 0,
        }
    }

    /// The gain of the player to move, minus the opponent's rest after the move.
    #[inline(always)]
    fn gain_with_rest(&self, position: &Position, played: Move) -> i32 {
        let after = position.after_move(played);
        self.gain_of(position, played, &after).wrapping_sub(self.rest(&after))
    }

    /// A lower bound for the gain of any move, including passes; the bound is at most zero.
    fn least_gain(&self) -> i32;

    fn largest_sum(&self) -> i32;

    /// The rest of the evaluation, from the point of view of the player to move.
    #[inline(always)]
    fn rest(&self, _: &Position) -> i32 {
        0
    }

    fn largest_rest(&self) -> i32 {
        0
    }

    fn largest_value(&self) -> i32 {
        self.largest_sum() + self.largest_rest()
    }
}

impl<S: StaticEvaluation, R: Rules> Evaluation<R> for S {
    #[inline(always)]
    fn evaluate(&self, game: &R) -> Value {
        Value::new(sign(game) * (difference(self, game.position()) + self.rest(game.position())))
    }

    #[inline]
    fn of_children<'a>(&'a self, parent: &'a R) -> impl Fn(R::Move) -> Value + 'a {
        let (sign, position) = (sign(parent), parent.position());
        let value = sign * difference(self, position);
        move |played| {
            let gain = self.gain_with_rest(position, played.into());
            Value::new(value.wrapping_add(sign.wrapping_mul(gain)))
        }
    }

    fn largest(&self) -> i32 {
        self.largest_value()
    }
}

/// The sum of the player to move minus the sum of the opponent.
#[inline]
pub fn difference(values: &impl StaticEvaluation, position: &Position) -> i32 {
    values.sum(position.own()) - values.sum(position.other())
}

/// Returns 1 if MAX is to move, and -1 if MIN is to move.
#[inline]
fn sign<R: Rules>(game: &R) -> i32 {
    if game.position().side_to_move() == game.max() { 1 } else { -1 }
}

/// Every disc counts one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pieces;

impl StaticEvaluation for Pieces {
    #[inline]
    fn sum(&self, discs: Bitboard) -> i32 {
        discs.len() as i32
    }

    fn least_gain(&self) -> i32 {
        0
    }

    fn largest_sum(&self) -> i32 {
        64
    }
}

/// The winner by discs: 1 if MAX has more discs, -1 if MIN has more discs, 0 for a tie (Reversi Tiny).
#[derive(Clone, Copy, Debug, Default)]
pub struct Winner;

impl<R: Rules> Evaluation<R> for Winner {
    #[inline]
    fn evaluate(&self, game: &R) -> Value {
        Value::new(sign(game) * difference(&Pieces, game.position()).signum())
    }
}

/// An evaluation in which every disc counts the weight of its square.
#[derive(Clone, Debug)]
pub struct Weights {
    sums: Sums,
    by_square: [i32; 64],
    least_gain: i32,
    largest: i32,
}

/// For each row of the board, the sum of weights for each set of squares in the row.
///
/// Numbers of 16 bits are enough for the assignment's weights, and the processor loads them one by one. For numbers of
/// 32 bits, the compiler would use a slower instruction that gathers eight numbers.
#[derive(Clone, Debug)]
enum Sums {
    Small(Box<[[i16; 256]; 8]>),
    Large(Box<[[i32; 256]; 8]>),
}

/// The sum of weights for each set of squares in a row. Each additional square doubles the number of sets.
fn sums_of_sets<T: Copy + Default + Add<Output = T>>(row: [T; 8]) -> [T; 256] {
    let mut sums = [T::default(); 256];
    for (square, weight) in row.into_iter().enumerate() {
        let (without, with) = sums.split_at_mut(1 << square);
        for (with, &without) in with.iter_mut().zip(without.iter()) {
            *with = without + weight;
        }
    }
    sums
}

#[inline]
fn sum_of<T: Copy + Into<i32>>(sums: &[[T; 256]; 8], discs: Bitboard) -> i32 {
    let mut sum = 0;
    for (row, squares) in discs.0.to_le_bytes().into_iter().enumerate() {
        sum += sums[row][usize::from(squares)].into();
    }
    sum
}

impl Weights {
    /// The positional weights of the assignment, row by row.
    pub const ASSIGNMENT: [[i16; 8]; 8] = WEIGHTS;

    /// Makes the evaluation from a table of weights, row by row. The sum of all absolute weights must fit 32 bits.
    pub fn new<T: Copy + Into<i32>>(weights: &[[T; 8]; 8]) -> Self {
        let rows = weights.map(|row| row.map(Into::into));
        let by_square: [i32; 64] = array::from_fn(|index| rows[index / 8][index % 8]);
        let small = rows.map(|row| row.map(|weight| i16::try_from(weight).unwrap_or_default()));
        let fits = |sum: i32| i16::try_from(sum).is_ok();
        let are_small = rows.iter().all(|row| {
            fits(row.iter().map(|&weight| weight.max(0)).sum()) && fits(row.iter().map(|&weight| weight.min(0)).sum())
        });
        let sums = if are_small {
            Sums::Small(Box::new(small.map(sums_of_sets)))
        } else {
            Sums::Large(Box::new(rows.map(sums_of_sets)))
        };
        // The least gain occurs if all squares with negative weights are flipped.
        let least_gain = by_square.iter().map(|&weight| weight.min(0)).sum::<i32>().saturating_mul(2);
        let largest = by_square.iter().map(|weight| weight.abs()).sum();
        Self { sums, by_square, least_gain, largest }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::new(&WEIGHTS)
    }
}

impl StaticEvaluation for Weights {
    #[inline]
    fn sum(&self, discs: Bitboard) -> i32 {
        match &self.sums {
            Sums::Small(sums) => sum_of(sums, discs),
            Sums::Large(sums) => sum_of(sums, discs),
        }
    }

    #[inline]
    fn one(&self, square: Square) -> i32 {
        self.by_square[usize::from(square.index()) % 64]
    }

    fn least_gain(&self) -> i32 {
        self.least_gain
    }

    fn largest_sum(&self) -> i32 {
        self.largest
    }
}

/// An evaluation by a table of weights, and by counted features with their coefficients.
#[derive(Clone, Debug)]
pub struct Sum {
    weights: Weights,
    counted: Vec<(i32, CountedFeature)>,
    largest_rest: i32,
}

impl StaticEvaluation for Sum {
    #[inline]
    fn sum(&self, discs: Bitboard) -> i32 {
        self.weights.sum(discs)
    }

    #[inline]
    fn one(&self, square: Square) -> i32 {
        self.weights.one(square)
    }

    fn least_gain(&self) -> i32 {
        self.weights.least_gain
    }

    fn largest_sum(&self) -> i32 {
        self.weights.largest
    }

    fn rest(&self, position: &Position) -> i32 {
        let difference =
            |feature: CountedFeature| feature.count(position) as i32 - feature.count(&position.passed()) as i32;
        self.counted.iter().map(|&(coefficient, feature)| coefficient * difference(feature)).sum()
    }

    fn largest_rest(&self) -> i32 {
        self.largest_rest
    }
}

/// Adapts a table of weights to the board size. A smaller board does not have the middle rows and columns of the table.
///
/// A square is good or bad because of its distance from the corner. A disc in a corner is never lost, and a disc next
/// to a corner lets the opponent take the corner. Each quarter of a smaller board gets the weights of a quarter of the
/// 8x8 board, counted from the corner.
pub fn fitted<T: Copy + Default>(size: Size, table: &[[T; 8]; 8]) -> [[T; 8]; 8] {
    let rows = usize::from(size.rows());
    let from_corner = |place| if place < rows.div_ceil(2) { place } else { place + 8 - rows };
    let weight = |row: usize, column: usize| {
        if row.max(column) < rows { table[from_corner(row)][from_corner(column)] } else { T::default() }
    };
    array::from_fn(|row| array::from_fn(|column| weight(row, column)))
}

/// The table that [`fitted`] adapts to these rows of a smaller board: each quarter in its corner, and 0 between them.
pub fn spread<T: Copy + Default>(rows: &[Vec<T>]) -> [[T; 8]; 8] {
    let mut table = [[T::default(); 8]; 8];
    let from_corner = |place| if place < rows.len().div_ceil(2) { place } else { place + 8 - rows.len() };
    for (row, weights) in rows.iter().enumerate() {
        for (column, &weight) in weights.iter().enumerate() {
            table[from_corner(row)][from_corner(column)] = weight;
        }
    }
    table
}

/// An evaluation in its fastest type; searches are compiled for each of these types.
#[derive(Clone, Debug)]
pub enum LeafEvaluation {
    Pieces,
    Weights(Weights),
    Sum(Sum),
}

impl LeafEvaluation {
    /// Makes the evaluation for boards of a size, after they were turned or mirrored for an order of moves. `weights`
    /// is a table for 8x8, row by row; `counted` are features with their coefficients. A counted feature has the same
    /// count in every image of a board. The sum of the largest counts times their coefficients must fit 32 bits.
    pub fn new(size: Size, order: MoveOrder, weights: &[[i32; 8]; 8], counted: Vec<(i32, CountedFeature)>) -> Self {
        if counted.is_empty() && *weights == [[1; 8]; 8] {
            return Self::Pieces;
        }
        let weights = Weights::new(&order.image_of_table(size, &fitted(size, weights)));
        if counted.is_empty() {
            return Self::Weights(weights);
        }
        let largest_rest = counted.iter().map(|(coefficient, feature)| coefficient.abs() * feature.largest()).sum();
        Self::Sum(Sum { weights, counted, largest_rest })
    }

    /// The largest possible absolute value of a position.
    pub fn largest_value(&self) -> i32 {
        match self {
            Self::Pieces => Pieces.largest_value(),
            Self::Weights(weights) => weights.largest_value(),
            Self::Sum(sum) => sum.largest_value(),
        }
    }
}
