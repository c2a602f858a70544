//! Folders for outputs.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};

/// Creates a folder and those above it, as far as they are not there.
///
/// # Errors
/// The folder cannot be created.
pub fn create_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))
}
