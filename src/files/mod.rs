//! The outside, as files: inputs, outputs that appear whole or not at all, and messages that point into a text.

pub mod diagnostic;
pub mod input;
pub mod output;
