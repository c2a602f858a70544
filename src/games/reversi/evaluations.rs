//! What a position of Reversi is worth to the assignments: sums over the discs.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{Bitboard, Instructions, Move, Position, Rules, Square};
use crate::game::{Evaluation, Value};

/// What a set of one player's discs is worth. A position is worth the difference of the two sets.
pub trait DiscSquareTable: Sync {
    /// The sum over the discs.
    fn sum(&self, discs: Bitboard) -> i32;

    /// The value of one disc.
    #[inline]
    fn one(&self, square: Square) -> i32 {
        self.sum(Bitboard::of(square))
    }

    /// What a player gains who lays a disc on a square and captures others: those count twice, gained here and lost
    /// to the opponent.
    #[inline]
    fn gain(&self, placed: Square, flips: Bitboard) -> i32 {
        self.one(placed) + 2 * self.sum(flips)
    }

    /// What the player to move gains by a move.
    #[inline(always)]
    fn gain_of<R: Rules>(&self, game: &R, played: R::Move) -> i32 {
        match played.into() {
            Move::Place(square) => self.gain(square, game.position().flips_on_empty(square)),
            Move::Pass => 0,
        }
    }

    /// What each of the moves of the player to move gains.
    #[inline]
    fn gains<I: Instructions>(&self, position: &Position<I>) -> impl Fn(Square) -> i32 {
        |square| self.gain(square, position.flips_on_empty(square))
    }

    /// A limit that no move, a pass included, gains less than; zero or less.
    fn least_gain(&self) -> i32;

    /// The largest value, apart from its sign, that a position can have.
    fn largest_sum(&self) -> i32;
}

impl<S: DiscSquareTable, R: Rules> Evaluation<R> for S {
    #[inline]
    fn evaluate(&self, game: &R) -> Value {
        Value::new(difference(self, game))
    }

    #[inline]
    fn of_children<'a>(&'a self, parent: &'a R) -> impl Fn(R::Move) -> Value + 'a {
        let value = difference(self, parent);
        let sign = sign(parent);
        let gains = self.gains(parent.position());
        move |played| match played.into() {
            Move::Place(square) => Value::new(value + sign * gains(square)),
            Move::Pass => Value::new(value),
        }
    }

    fn largest(&self) -> i32 {
        self.largest_sum()
    }
}

#[inline]
fn difference<S: DiscSquareTable, R: Rules>(values: &S, game: &R) -> i32 {
    let position = game.position();
    sign(game) * (values.sum(position.own()) - values.sum(position.other()))
}

/// 1 where max is to move, -1 where min is.
#[inline]
fn sign<R: Rules>(game: &R) -> i32 {
    if game.position().side_to_move() == game.max() { 1 } else { -1 }
}

/// Every disc counts one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pieces;

impl DiscSquareTable for Pieces {
    #[inline]
    fn sum(&self, discs: Bitboard) -> i32 {
        discs.len() as i32
    }

    #[inline]
    fn gains<I: Instructions>(&self, position: &Position<I>) -> impl Fn(Square) -> i32 {
        let counts = position.flip_counts();
        move |square| 1 + 2 * i32::from(counts[usize::from(square.index() % 64)])
    }

    fn least_gain(&self) -> i32 {
        0
    }

    fn largest_sum(&self) -> i32 {
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

/// An evaluation by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluationName {
    /// `pieces`: the difference of discs.
    Pieces,
    /// `weights`: the positional weights of the assignment.
    Weights,
    /// Other positional weights, which no name stands for.
    Table {
        /// What they are called.
        name: String,
        /// For each square, row by row, as for an 8x8 board.
        weights: Box<[[i16; 8]; 8]>,
    },
}

impl EvaluationName {
    /// The table of weights; none for `pieces`.
    #[must_use]
    pub fn weights(&self) -> Option<&[[i16; 8]; 8]> {
        match self {
            Self::Pieces => None,
            Self::Weights => Some(&Weights::ASSIGNMENT),
            Self::Table { weights, .. } => Some(weights),
        }
    }
}

/// The name.
impl fmt::Display for EvaluationName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Pieces => "pieces",
            Self::Weights => "weights",
            Self::Table { name, .. } => name,
        })
    }
}

/// A text that names no evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected pieces or weights")]
pub struct ParseEvaluationError;

impl FromStr for EvaluationName {
    type Err = ParseEvaluationError;

    fn from_str(name: &str) -> Result<Self, ParseEvaluationError> {
        match name {
            "pieces" => Ok(Self::Pieces),
            "weights" => Ok(Self::Weights),
            _ => Err(ParseEvaluationError),
        }
    }
}

/// Every disc counts the weight of its square.
#[derive(Clone, Debug)]
pub struct Weights {
    sums: Sums,
    /// The weights, by the index of the square.
    by_square: [i16; 64],
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

#[inline]
fn sum_of<T: Copy + Into<i32>>(sums: &[[T; 256]; 8], discs: Bitboard) -> i32 {
    let mut sum = 0;
    for (row, squares) in discs.0.to_le_bytes().into_iter().enumerate() {
        sum += sums[row][usize::from(squares)].into();
    }
    sum
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
        let mut small = Box::new([[0; 256]; 8]);
        let is_small = sums.as_flattened().iter().zip(small.as_flattened_mut()).all(|(&sum, small)| {
            let fitting = i16::try_from(sum);
            *small = fitting.unwrap_or_default();
            fitting.is_ok()
        });
        let by_square = std::array::from_fn(|index| weights[index / 8][index % 8]);
        let weights = by_square.iter().map(|&weight| i32::from(weight));
        // Every square that costs something, captured.
        let least_gain = 2 * weights.clone().map(|weight| weight.min(0)).sum::<i32>();
        let largest = weights.map(i32::abs).sum();
        let sums = if is_small { Sums::Small(small) } else { Sums::Large(sums) };
        Self { sums, by_square, least_gain, largest }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::new(&Self::ASSIGNMENT)
    }
}

impl DiscSquareTable for Weights {
    #[inline]
    fn sum(&self, discs: Bitboard) -> i32 {
        match &self.sums {
            Sums::Small(sums) => sum_of(sums, discs),
            Sums::Large(sums) => sum_of(sums, discs),
        }
    }

    #[inline]
    fn one(&self, square: Square) -> i32 {
        self.by_square[usize::from(square.index()) % 64].into()
    }

    fn least_gain(&self) -> i32 {
        self.least_gain
    }

    fn largest_sum(&self) -> i32 {
        self.largest
    }
}
