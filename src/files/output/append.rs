//! A file to which others add, too.

use std::{fs::OpenOptions, io::Write as _, path::Path};

use anyhow::{Context as _, Result};

use super::{
    durable::{self, Folders},
    links::{folder_of, follow_links},
};

/// Adds to the end of a file, which is made where there is none, or writes to a pipe or a device.
pub fn append(path: &Path, bytes: &[u8]) -> Result<()> {
    let name = path.display();
    let folders = Folders::open(follow_links(path).as_deref().map(folder_of))?;
    let append = || {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(bytes)?;
        durable::file(&file)
    };
    append().with_context(|| format!("cannot write {name}"))?;
    folders.sync(&format!("{name} is written"))
}
