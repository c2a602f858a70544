//! Folders for outputs.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};

use super::{durable::Folders, links::folder_of};

/// Creates a folder and those above it, as far as they are not there.
pub fn create_folder(folder: &Path) -> Result<()> {
    let create =
        |new: &Path| fs::create_dir_all(new).with_context(|| format!("cannot create the folder {}", folder.display()));
    let missing: Vec<&Path> =
        folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).collect();
    for new in missing.into_iter().rev() {
        let above = Folders::open([folder_of(new)])?;
        create(new)?;
        above.sync(&format!("the folder {} is there", new.display()))?;
    }
    // It may be no folder.
    create(folder)
}
