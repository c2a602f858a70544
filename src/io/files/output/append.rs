//! A file to which others add, too.

use std::{fs::OpenOptions, io::Write as _, path::Path};

use anyhow::{Context as _, Result};

/// Adds to the end of a file, which is made where there is none, or writes to a pipe or a device.
///
/// # Errors
/// The file cannot be opened or written.
pub fn append(path: &Path, bytes: &[u8]) -> Result<()> {
    let append = || OpenOptions::new().append(true).create(true).open(path)?.write_all(bytes);
    append().with_context(|| format!("cannot write {}", path.display()))
}
