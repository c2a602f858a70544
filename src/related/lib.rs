//! Contains a module for each related assignment; a command calls each module.

pub mod answers;
pub mod awari;
pub mod nxn;
pub mod tiny;
pub mod trees;
