//! Unfinished files, which get their names when they are complete.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context as _, Result};
use tempfile::TempPath;

use super::places::folder_of;
use crate::terminal::{
    interrupt::{self, Guard},
    say,
};

/// An unfinished file and its target. Dropping the value or an interrupt removes the file.
#[derive(Debug)]
pub(super) struct Pending {
    temporary: TempPath,
    target: PathBuf,
    /// The last field: while an interrupt ends the process, dropping the guard blocks.
    removal: Guard,
}

const SUFFIX: &str = ".reversi";

impl Pending {
    /// Creates a hidden file such as `.log.txt.a1B2c3.reversi` in the folder of `target`, with the permissions of an
    /// ordinary new file. Also removes such files of runs that were killed.
    pub(super) fn beside(target: PathBuf, name: &str) -> io::Result<(File, Self)> {
        let folder = folder_of(&target);
        // All systems allow names of 255 bytes.
        let start: String = target.file_name().unwrap_or_default().to_string_lossy().chars().take(50).collect();
        let prefix = format!(".{start}.");
        remove_abandoned(folder, &prefix);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX);
        loop {
            // An interrupt waits until the new file has its name here.
            let created = Arc::new(Mutex::new(None));
            let mut place = created.lock().unwrap_or_else(PoisonError::into_inner);
            let (unfinished, message) = (Arc::clone(&created), format!("interrupted: {name} is unchanged"));
            let removal = interrupt::on_end(move || {
                if let Some(path) = &*unfinished.lock().unwrap_or_else(PoisonError::into_inner) {
                    // If the file stays, a later run removes it.
                    let _ = fs::remove_file(path);
                    say(message);
                }
            });
            let create = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
            let made = builder.make_in(folder, create);
            *place = made.as_ref().ok().map(|made| made.path().to_path_buf());
            drop(place);
            let (file, temporary) = made?.into_parts();
            // Another run may take the file for abandoned, until this process has locked the file.
            if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && temporary.exists() {
                return Ok((file, Self { temporary, target, removal }));
            }
        }
    }

    pub(super) fn folder(&self) -> &Path {
        folder_of(&self.temporary)
    }

    /// Renames the file to its target. `name` is for an error.
    pub(super) fn persist(self, name: &str) -> Result<()> {
        let Self { temporary, target, removal } = self;
        let persisted = temporary.persist(target).map_err(|error| error.error);
        // If an interrupt has removed the file, this line blocks until the process ends.
        drop(removal);
        persisted.with_context(|| format!("cannot write {name}"))
    }
}

/// Removes the unfinished files that no process has locked.
fn remove_abandoned(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours = name.starts_with(prefix) && name.ends_with(SUFFIX);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let file = OpenOptions::new().write(true).open(entry.path());
            if file.is_ok_and(|file| file.try_lock().is_ok()) {
                // If the file stays, a later run removes it.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}
