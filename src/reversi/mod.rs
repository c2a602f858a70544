//! Reversi: board, moves, rules, evaluations, and boards as text. It knows no search and no log.

mod bitboard;
mod color;
mod evaluations;
mod instructions;
pub mod lines;
pub mod one_line;
mod position;
mod rules;
mod square;
pub mod text;
#[cfg(target_arch = "x86_64")]
mod vector;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use evaluations::{DiscValues, Pieces, Weights, Winner};
pub use instructions::{Instructions, Portable};
pub use position::Position;
pub use rules::{CountedPass, Move, NoPass, Pass, Rules};
pub use square::{Size, Square};
#[cfg(target_arch = "x86_64")]
pub use vector::{Avx2, Avx512};
