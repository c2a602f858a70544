//! Inputs, outputs that appear whole or not at all, and messages with a place in a text.

pub mod diagnostic;
pub mod html;
pub mod input;
mod line_ending;
#[cfg(not(target_family = "wasm"))]
pub mod output;
#[cfg(target_family = "wasm")]
pub mod put;
pub mod scanner;
pub mod stream;
pub mod table;
pub mod toml_file;
mod zstandard;

use std::path::Path;

pub use line_ending::LineEnding;

/// True if there is a file or a folder at a path.
pub fn exists(path: &Path) -> bool {
    #[cfg(target_family = "wasm")]
    return put::open(path).is_some();
    #[cfg(not(target_family = "wasm"))]
    path.exists()
}

/// True if there is a file at a path, and the file can be read twice.
pub fn is_file(path: &Path) -> bool {
    #[cfg(target_family = "wasm")]
    return put::open(path).is_some();
    #[cfg(not(target_family = "wasm"))]
    path.is_file()
}
