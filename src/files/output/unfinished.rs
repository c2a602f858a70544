//! The temporary files of this process: who holds their lock may create, rename and remove them.

use std::{
    fs::File,
    io, mem,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use anyhow::{Context, Result};
use tempfile::TempPath;

use super::links::folder_of;

/// A temporary file and what is to become of it. It is removed when this is dropped.
#[derive(Debug)]
struct Unfinished {
    /// The target's name in messages.
    name: String,
    temporary: TempPath,
    target: PathBuf,
}

static UNFINISHED: Mutex<Vec<Unfinished>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<Unfinished>> {
    // The list is whole between any two operations on it.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stands for a temporary file, by its path, and removes it when dropped, unless it has been renamed.
#[derive(Debug)]
pub(super) struct Pending(PathBuf);

impl Pending {
    /// Creates a temporary file beside `target`, with the mode of an ordinary new file.
    ///
    /// # Errors
    /// Whatever the folder of the target has against it.
    pub(super) fn beside(target: PathBuf, name: &str) -> io::Result<(File, Self)> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".reversi-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut unfinished = unfinished();
        let (file, temporary) = builder.tempfile_in(folder_of(&target))?.into_parts();
        let pending = Self(temporary.to_path_buf());
        unfinished.push(Unfinished { name: name.to_owned(), temporary, target });
        Ok((file, pending))
    }

    /// Where the temporary file is.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    fn is(&self, temporary: &Path) -> bool {
        self.0 == temporary
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        unfinished().retain(|unfinished| !self.is(&unfinished.temporary));
    }
}

/// Gives temporary files the names of their targets, with no interrupt in between.
///
/// # Errors
/// A file that cannot be renamed; those after it keep their temporary names.
pub(super) fn rename_all(pending: &[Pending]) -> Result<()> {
    let mut unfinished = unfinished();
    for Unfinished { name, temporary, target } in
        unfinished.extract_if(.., |unfinished| pending.iter().any(|pending| pending.is(&unfinished.temporary)))
    {
        temporary.persist(target).map_err(|error| error.error).with_context(|| format!("cannot write {name}"))?;
    }
    Ok(())
}

/// Removes all temporary files and returns the names of their targets. The process must end now: whoever creates,
/// commits or drops an output after this waits for ever.
pub(crate) fn abandon_all() -> Vec<String> {
    let mut unfinished = unfinished();
    let names = unfinished.drain(..).map(|unfinished| unfinished.name).collect();
    mem::forget(unfinished);
    names
}
