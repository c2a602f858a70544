//! Texts in, files out whole or not at all, progress and interrupts, and the names that messages use.

pub mod files;
pub mod names;
pub mod shard;
pub mod terminal;
pub mod threads;
