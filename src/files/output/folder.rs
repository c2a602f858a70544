//! Folders for outputs.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};

use super::{durable, links::folder_of};

/// Creates a folder and those above it, as far as they are not there.
///
/// # Errors
/// Whatever the file system has against it.
pub fn create_folder(folder: &Path) -> Result<()> {
    let missing = folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).count();
    let create = || {
        fs::create_dir_all(folder)?;
        folder.ancestors().take(missing).try_for_each(|new| durable::folder(folder_of(new)))
    };
    create().with_context(|| format!("cannot create the folder {}", folder.display()))
}
