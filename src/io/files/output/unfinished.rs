//! The temporary files of this process, which an interrupt removes. They are created, named and removed under one lock.

use std::{
    fs::File,
    io, mem,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::{Context, Result};
use tempfile::TempPath;

use super::links::folder_of;

/// A temporary file and its target. It is removed when this is dropped.
#[derive(Debug)]
struct Unfinished {
    /// The number of its [`Pending`].
    number: u64,
    name: String,
    temporary: TempPath,
    target: PathBuf,
}

static UNFINISHED: Mutex<Vec<Unfinished>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<Unfinished>> {
    // The list is whole between any two operations on it.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stands for a temporary file, by its number, and removes it when dropped, unless it has been named.
#[derive(Debug)]
pub(super) struct Pending {
    number: u64,
    folder: PathBuf,
}

impl Pending {
    /// Creates a temporary file beside `target`, with the mode of an ordinary new file: `.log.txt.a1B2c3.reversi`.
    pub(super) fn beside(target: PathBuf, name: &str) -> io::Result<(File, Self)> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = folder_of(&target).to_owned();
        // Systems take names of 255 bytes or more.
        let file_name: String = target.file_name().unwrap_or_default().to_string_lossy().chars().take(50).collect();
        let prefix = format!(".{file_name}.");
        let mut temporary = tempfile::Builder::new();
        temporary.prefix(&prefix).suffix(".reversi");
        #[cfg(unix)]
        temporary.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut unfinished = unfinished();
        let (file, temporary) = temporary.tempfile_in(&folder)?.into_parts();
        unfinished.push(Unfinished { number, name: name.to_owned(), temporary, target });
        Ok((file, Self { number, folder }))
    }

    /// The folder of the target.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        unfinished().retain(|unfinished| unfinished.number != self.number);
    }
}

/// Gives temporary files the names of their targets, with no interrupt in between. After one that cannot be named, no other
/// is.
pub(super) fn name_all(pending: &[Pending]) -> Result<()> {
    let mut unfinished = unfinished();
    let is_pending = |unfinished: &mut Unfinished| pending.iter().any(|pending| pending.number == unfinished.number);
    for Unfinished { name, temporary, target, .. } in unfinished.extract_if(.., is_pending) {
        temporary.persist(target).map_err(|error| error.error).with_context(|| format!("cannot write {name}"))?;
    }
    Ok(())
}

/// Removes all temporary files and returns the names of their targets. The process must end now: to create, commit or drop an
/// output after this never returns.
pub fn abandon_all() -> Vec<String> {
    let mut unfinished = unfinished();
    let names = unfinished.drain(..).map(|unfinished| unfinished.name).collect();
    mem::forget(unfinished);
    names
}
