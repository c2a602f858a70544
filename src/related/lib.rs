//! The related assignments: one module for each, which its command calls.

pub mod awari;
pub mod nxn;
pub mod tiny;
pub mod trees;
