//! Inputs, outputs that appear whole or not at all, and messages with a place in a text.

pub mod diagnostic;
pub mod html;
pub mod input;
mod line_ending;
pub mod output;
pub mod scanner;
pub mod stream;
pub mod table;
pub mod toml_file;
mod zstandard;

pub use line_ending::LineEnding;
