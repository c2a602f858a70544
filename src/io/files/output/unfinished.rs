//! The unfinished files of this process, which an interrupt removes. A lock guards the creation, renaming and removal
//! of unfinished files.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions, TryLockError},
    io, mem,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use anyhow::{Context as _, Result};
use tempfile::TempPath;

use super::places::folder_of;

/// An unfinished file and its target. Dropping the value removes the file.
#[derive(Debug)]
struct Unfinished {
    name: String,
    temporary: TempPath,
    target: PathBuf,
}

/// The unfinished files by their paths.
static UNFINISHED: Mutex<BTreeMap<PathBuf, Unfinished>> = Mutex::new(BTreeMap::new());

const SUFFIX: &str = ".reversi";

fn unfinished() -> MutexGuard<'static, BTreeMap<PathBuf, Unfinished>> {
    // A panic cannot leave the list in an inconsistent state.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The path of an unfinished file. Dropping the value removes the file, unless the file has its final name.
#[derive(Debug)]
pub(super) struct Pending(PathBuf);

impl Pending {
    /// Creates a hidden file such as `.log.txt.a1B2c3.reversi` in the folder of `target`, with the permissions of an
    /// ordinary new file. Also removes such files of runs that were killed.
    pub(super) fn beside(target: PathBuf, name: &str) -> io::Result<(File, Self)> {
        let folder = folder_of(&target);
        // All systems allow names of 255 bytes.
        let start: String = target.file_name().unwrap_or_default().to_string_lossy().chars().take(50).collect();
        let prefix = format!(".{start}.");
        let mut unfinished = unfinished();
        remove_abandoned(folder, &prefix);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX);
        loop {
            let create = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
            let (file, temporary) = builder.make_in(folder, create)?.into_parts();
            // Another run may take the file for abandoned, until this process has locked the file.
            if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && temporary.exists() {
                let path = temporary.to_path_buf();
                unfinished.insert(path.clone(), Unfinished { name: name.to_owned(), temporary, target });
                return Ok((file, Self(path)));
            }
        }
    }

    pub(super) fn folder(&self) -> &Path {
        folder_of(&self.0)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        unfinished().remove(&self.0);
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

/// Renames unfinished files to their targets without an interrupt in between. After the first error, the function
/// renames no further file.
pub(super) fn name_all(pending: &[Pending]) -> Result<()> {
    let mut unfinished = unfinished();
    for Unfinished { name, temporary, target } in pending.iter().filter_map(|pending| unfinished.remove(&pending.0)) {
        let persisted = temporary.persist(target).map_err(|error| error.error);
        persisted.with_context(|| format!("cannot write {name}"))?;
    }
    Ok(())
}

/// Removes all unfinished files, and returns the names of their targets. The process must end after this call:
/// creating, committing or dropping an output blocks forever.
pub fn abandon_all() -> Vec<String> {
    let mut unfinished = unfinished();
    let names = mem::take(&mut *unfinished).into_values().map(|unfinished| unfinished.name).collect();
    mem::forget(unfinished);
    names
}
