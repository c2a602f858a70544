//! Reversi: board, moves, rules, evaluations and notations. The module does not depend on search or log.

mod bitboard;
mod board;
mod board_table;
mod color;
mod evaluations;
mod expression;
pub mod features;
pub mod lines;
mod moves;
pub mod notation;
mod order;
mod position;
mod record;
mod rules;
pub mod sides;
mod square;
mod valuation;
mod weights_file;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use board_table::BoardTable;
pub use color::{ByColor, Color};
pub use evaluations::{LeafEvaluation, Pieces, StaticEvaluation, Sum, Weights, Winner, difference, fitted, spread};
pub use expression::{Expression, Feature, Term};
pub use moves::Move;
pub use notation::{one_line, text};
pub use order::{Corner, Lines, MoveOrder};
pub use position::Position;
pub use record::Record;
pub use rules::{Continuation, CourseNode, EndRules, Ended, NoMove, Pass, Rules};
pub use square::{Size, Square};
pub use valuation::{Valuation, in_brackets};
pub use weights_file::parse_weights;
