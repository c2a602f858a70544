//! The unfinished files of this process, which an interrupt removes. A lock guards the creation, renaming and removal
//! of unfinished files.

use std::{
    fs::{File, OpenOptions},
    io, mem,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::{Context, Result};
use tempfile::{NamedTempFile, TempPath};

use super::links::folder_of;

/// An unfinished file and its target. Dropping the value removes the file.
#[derive(Debug)]
struct Unfinished {
    /// The number of the file's [`Pending`].
    number: u64,
    name: String,
    temporary: Temporary,
    target: PathBuf,
}

#[derive(Debug)]
enum Temporary {
    /// A file without a name. The system removes the file with the process, also after SIGKILL.
    Unnamed(File),
    /// A hidden file in the target's folder.
    Named(TempPath),
}

static UNFINISHED: Mutex<Vec<Unfinished>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<Unfinished>> {
    // A panic cannot leave the list in an inconsistent state.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A handle of an unfinished file. Dropping the handle removes the file, unless the file has its final name.
#[derive(Debug)]
pub(super) struct Pending {
    number: u64,
    folder: PathBuf,
}

impl Pending {
    /// Creates an unfinished file on the file system of `target`, with the permissions of an ordinary new file.
    pub(super) fn beside(target: PathBuf, name: &str) -> io::Result<(File, Self)> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = folder_of(&target).to_owned();
        let mut unfinished = unfinished();
        let (file, temporary) = if let Some(file) = unnamed::create(&folder) {
            (file.try_clone()?, Temporary::Unnamed(file))
        } else {
            let (file, path) =
                hidden(&target, |path| OpenOptions::new().write(true).create_new(true).open(path))?.into_parts();
            (file, Temporary::Named(path))
        };
        unfinished.push(Unfinished { number, name: name.to_owned(), temporary, target });
        Ok((file, Self { number, folder }))
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        unfinished().retain(|unfinished| unfinished.number != self.number);
    }
}

/// Makes a file with a hidden name in the target's folder: `.log.txt.a1B2c3.reversi`.
fn hidden<T>(target: &Path, make: impl FnMut(&Path) -> io::Result<T>) -> io::Result<NamedTempFile<T>> {
    // All systems allow names of 255 bytes.
    let name: String = target.file_name().unwrap_or_default().to_string_lossy().chars().take(50).collect();
    tempfile::Builder::new().prefix(&format!(".{name}.")).suffix(".reversi").make_in(folder_of(target), make)
}

/// Files without a name, for Linux; not all file systems have them.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::{fs::File, io, os::fd::AsRawFd as _, path::Path};

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    /// The folder in which the system lists the open files of this process.
    const DESCRIPTORS: &str = "/proc/self/fd";

    pub(super) fn create(folder: &Path) -> Option<File> {
        let flags = OFlags::WRONLY | OFlags::TMPFILE | OFlags::CLOEXEC;
        let file = open(folder, flags, Mode::from_raw_mode(0o666)).ok()?;
        Path::new(DESCRIPTORS).is_dir().then(|| file.into())
    }

    pub(super) fn link(file: &File, path: &Path) -> io::Result<()> {
        let source = Path::new(DESCRIPTORS).join(file.as_raw_fd().to_string());
        Ok(linkat(CWD, source, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }
}

/// Other systems than Linux have no files without a name.
#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::{fs::File, io, path::Path};

    pub(super) const fn create(_: &Path) -> Option<File> {
        None
    }

    pub(super) fn link(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Renames unfinished files to their targets without an interrupt in between. After the first error, the function
/// renames no further file.
pub(super) fn name_all(pending: &[Pending]) -> Result<()> {
    let mut unfinished = unfinished();
    let is_pending = |unfinished: &mut Unfinished| pending.iter().any(|pending| pending.number == unfinished.number);
    for Unfinished { name, temporary, target, .. } in unfinished.extract_if(.., is_pending) {
        let cannot_write = || format!("cannot write {name}");
        let path = match temporary {
            Temporary::Named(path) => path,
            // A link cannot replace an existing file, but a renamed link can.
            Temporary::Unnamed(file) => {
                hidden(&target, |path| unnamed::link(&file, path)).with_context(cannot_write)?.into_temp_path()
            }
        };
        path.persist(target).map_err(|error| error.error).with_context(cannot_write)?;
    }
    Ok(())
}

/// Removes all unfinished files, and returns the names of their targets. The process must end after this call:
/// creating, committing or dropping an output blocks forever.
pub fn abandon_all() -> Vec<String> {
    let mut unfinished = unfinished();
    let names = unfinished.drain(..).map(|unfinished| unfinished.name).collect();
    mem::forget(unfinished);
    names
}
