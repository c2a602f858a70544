//! Output files that appear whole or not at all.
//!
//! An [`Output`] is written to a file beside its target that has no name, which [`commit_all`] names at the end. Whatever
//! goes wrong before, the old file is intact and nothing is left beside it. What cannot be replaced, such as a pipe or
//! a device, is written directly. A name that ends in `.gz` asks for compression.

#[cfg(target_os = "linux")]
mod append;
mod compressed;
mod distinct;
mod file;
mod folder;
mod free_space;
mod links;
mod temporary;
mod unfinished;
#[cfg(windows)]
mod windows_names;

#[cfg(target_os = "linux")]
pub use append::append;
pub use distinct::distinct;
pub use file::write;
pub use file::{Output, Written, commit_all};
pub use folder::create_folder;
pub use unfinished::abandon_all;
