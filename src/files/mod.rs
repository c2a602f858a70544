//! The outside, as files: inputs, outputs that appear whole or not at all, and messages that point into a text.

pub mod diagnostic;
pub mod input;
mod line_ending;
pub mod markup;
pub mod output;
mod shard;
pub mod stream;
pub mod table;

pub use line_ending::{LineEnding, ParseLineEndingError};
pub use shard::{ParseShardError, Shard};
