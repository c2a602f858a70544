//! Inputs, outputs that appear whole or not at all, progress, interrupts, and names in messages.

pub mod files;
pub mod names;
pub mod shard;
pub mod terminal;
pub mod threads;
pub mod visible;
