//! The games: positions, moves and rules. They know neither search nor log.

pub mod awari;
pub mod reversi;
pub mod tree;
