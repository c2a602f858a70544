//! Output files that appear whole or not at all.
//!
//! An [`Output`] is a temporary file, which [`commit_all`] renames to its target. If anything fails before the
//! renaming, the old file is intact and no other file remains. The program writes pipes and devices directly, because a
//! rename cannot replace a pipe or a device. The program compresses outputs with names in `.gz`.

mod compressed;
mod distinct;
mod file;
mod free_space;
mod links;
mod unfinished;
#[cfg(windows)]
mod windows_names;

use std::{fs, path::Path};
#[cfg(target_os = "linux")]
use std::{fs::OpenOptions, io::Write as _};

use anyhow::{Context as _, Result};

pub use distinct::distinct;
pub use file::{Output, Written, commit_all, write};
pub use unfinished::abandon_all;

/// Creates a folder, and its parent folders if they do not exist.
pub fn create_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))
}

/// Appends to a file that other processes also extend, or writes to a pipe or a device.
#[cfg(target_os = "linux")]
pub fn append(path: &Path, bytes: &[u8]) -> Result<()> {
    let append = || OpenOptions::new().append(true).create(true).open(path)?.write_all(bytes);
    append().with_context(|| format!("cannot write {}", path.display()))
}
