//! The games: positions, moves and rules. The modules do not depend on search or log.

pub mod awari;
pub mod reversi;
pub mod tree;
