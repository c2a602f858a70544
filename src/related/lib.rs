//! The related assignments, a room each: what their command calls.

pub mod awari;
pub mod nxn;
pub mod tiny;
pub mod trees;
