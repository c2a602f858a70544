//! Evaluations in two parts: a sum over discs, and features that are counted anew in each position.

use std::{array, ops::Add};

use super::{
    Bitboard, Move, MoveOrder, Position, Rules, Size, Square,
    features::{CountedFeature, WEIGHTS},
};
use crate::game::{Evaluation, Value};

/// An evaluation in two parts: a sum over a player's discs, which a move changes by what it gains, and a rest, which is
/// counted anew in each position. A position is worth what it is worth to max less what it is worth to min.
pub trait StaticEvaluation: Sync {
    /// The sum over a player's discs.
    fn sum(&self, discs: Bitboard) -> i32;

    /// The value of one disc.
    #[inline]
    fn one(&self, square: Square) -> i32 {
        self.sum(Bitboard::of(square))
    }

    /// The gain of a player, without the rest, by a disc on a square. Flipped discs count twice, gained here and lost to
    /// the opponent. A gain that does not fit wraps around, and so does the sum that it is added to.
    #[inline]
    fn gain(&self, placed: Square, flips: Bitboard) -> i32 {
        self.one(placed).wrapping_add(self.sum(flips).wrapping_mul(2))
    }

    /// The gain of the player to move, without the rest, by a move that leads to a position.
    #[inline(always)]
    fn gain_of(&self, position: &Position, played: Move, after: &Position) -> i32 {
        match played {
            Move::Place(square) => self.gain(square, position.other() ^ after.own()),
            Move::Pass => 0,
        }
    }

    /// The gain of the player to move, less the rest after the move, which is the opponent's.
    #[inline(always)]
    fn gain_with_rest(&self, position: &Position, played: Move) -> i32 {
        let after = match played {
            Move::Place(square) => position.after(square),
            Move::Pass => position.passed(),
        };
        self.gain_of(position, played, &after).wrapping_sub(self.rest(&after))
    }

    /// The [gain with the rest](Self::gain_with_rest) of each move of a position.
    #[inline]
    fn gains<'a>(&'a self, position: &'a Position) -> impl Fn(Move) -> i32 + 'a {
        move |played| self.gain_with_rest(position, played)
    }

    /// A limit that no move, a pass included, gains less than; zero or less.
    fn least_gain(&self) -> i32;

    /// The largest sum, apart from its sign, that a position can have.
    fn largest_sum(&self) -> i32;

    /// The rest, as the player to move sees it.
    #[inline(always)]
    fn rest(&self, _: &Position) -> i32 {
        0
    }

    /// The largest rest, apart from its sign, that a position can have.
    fn largest_rest(&self) -> i32 {
        0
    }

    /// The largest value, apart from its sign, that a position can have.
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
        let gains = self.gains(position);
        move |played| Value::new(value.wrapping_add(sign.wrapping_mul(gains(played.into()))))
    }

    fn largest(&self) -> i32 {
        self.largest_value()
    }
}

/// The difference of the two sums, as the player to move sees it.
#[inline]
pub fn difference(values: &impl StaticEvaluation, position: &Position) -> i32 {
    values.sum(position.own()) - values.sum(position.other())
}

/// 1 where max is to move, -1 where min is.
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

    #[inline]
    fn gains<'a>(&'a self, position: &'a Position) -> impl Fn(Move) -> i32 + 'a {
        let counts = position.flip_counts();
        move |played| played.square().map_or(0, |square| 1 + 2 * i32::from(counts[usize::from(square.index() % 64)]))
    }

    fn least_gain(&self) -> i32 {
        0
    }

    fn largest_sum(&self) -> i32 {
        64
    }
}

/// The winner of discs: 1 if MAX has more, -1 if MIN has, 0 for a tie (Reversi Tiny).
#[derive(Clone, Copy, Debug, Default)]
pub struct Winner;

impl<R: Rules> Evaluation<R> for Winner {
    #[inline]
    fn evaluate(&self, game: &R) -> Value {
        Value::new(sign(game) * difference(&Pieces, game.position()).signum())
    }
}

/// Every disc counts the weight of its square.
#[derive(Clone, Debug)]
pub struct Weights {
    sums: Sums,
    /// The weights, by the index of the square.
    by_square: [i32; 64],
    least_gain: i32,
    largest: i32,
}

/// For each row of the board and each set of squares in it, the sum of their weights.
///
/// Numbers of 16 bits, which suffice for the assignment's weights, are loaded one by one. For those of 32 bits there is an
/// instruction that gathers eight of them, which the compiler takes, and which takes longer.
#[derive(Clone, Debug)]
enum Sums {
    Small(Box<[[i16; 256]; 8]>),
    Large(Box<[[i32; 256]; 8]>),
}

/// The sum of each set of the squares in a row: with one square more there are as many sets again.
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

    /// The evaluation by a table of weights, row by row. All weights together, apart from their signs, fit 32 bits.
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
        // Every square whose disc costs something, flipped.
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

/// A table of weights and features that are counted, each with its coefficient.
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

/// A table of weights for a size of board: as it is on 8x8, on smaller boards without its middle rows and columns.
///
/// The place of a square relative to the corner makes it good or bad. The corner is never lost again, and a disc next to it
/// opens it to the opponent. So each quarter of a smaller board keeps the weights of a quarter of the 8x8 board, counted
/// from its corner.
pub fn fitted<T: Copy + Default>(size: Size, table: &[[T; 8]; 8]) -> [[T; 8]; 8] {
    let rows = usize::from(size.rows());
    let from_corner = |place| if place < rows.div_ceil(2) { place } else { place + 8 - rows };
    let weight = |row: usize, column: usize| {
        if row.max(column) < rows { table[from_corner(row)][from_corner(column)] } else { T::default() }
    };
    array::from_fn(|row| array::from_fn(|column| weight(row, column)))
}

/// An evaluation as a type that searches are compiled for: the fastest that it fits.
#[derive(Clone, Debug)]
pub enum LeafEvaluation {
    Pieces,
    Weights(Weights),
    /// A table of weights and features that are counted.
    Sum(Sum),
}

impl LeafEvaluation {
    /// The evaluation of boards of a size as their images in an order: a table of weights, row by row as for 8x8, and
    /// counted features with their coefficients. Features count the same in every image. The largest counts, each times its
    /// coefficient, fit 32 bits together.
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

    /// The largest value, apart from its sign, that a position can have.
    pub fn largest_value(&self) -> i32 {
        match self {
            Self::Pieces => Pieces.largest_value(),
            Self::Weights(weights) => weights.largest_value(),
            Self::Sum(sum) => sum.largest_value(),
        }
    }
}
