//! A file without its name yet.
//!
//! Where the system can, it has no name at all until it is complete: then even a process that is killed leaves nothing.
//! Elsewhere, and for the moment in which it replaces a file, it is called after its target, and its process holds a lock on
//! it. So a file of such a name that is not locked was left by a process that is no more, and the next output for the same
//! target removes it.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use same_file::Handle;
use tempfile::TempPath;

use super::links::folder_of;

/// How many temporary names a target has: as many jobs can write it at a time.
const NAMES: u32 = 8;

/// A file that goes away when this is dropped, unless it is [named](Temporary::name).
#[derive(Debug)]
pub(super) enum Temporary {
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// It has a name of its own.
    Named(Named),
}

/// A temporary name, which is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Named {
    path: TempPath,
    /// Holds the lock as long as there is the name; none where the system cannot open a file twice, as in a browser.
    _lock: Option<File>,
}

impl Temporary {
    /// Creates a file beside `target`, with the mode of an ordinary new file.
    pub(super) fn beside(target: &Path) -> io::Result<(File, Self)> {
        #[cfg(target_os = "linux")]
        if let Some((file, same)) = unnamed::create(target) {
            return Ok((file, Self::Unnamed(same)));
        }
        names(target).for_each(|path| remove_left(&path));
        first_free(target, Named::create).map(|(file, named)| (file, Self::Named(named)))
    }

    /// Gives the file the name `target`, in place of a file that has it, which an error leaves intact.
    pub(super) fn name(self, target: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => unnamed::name(file, target),
            Self::Named(named) => named.rename(target),
        }
    }
}

impl Named {
    /// Creates a file of this name, and locks it.
    fn create(path: PathBuf) -> io::Result<(File, Self)> {
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        match file.try_lock() {
            // Before it was locked another job has taken it for one that was left.
            Err(TryLockError::WouldBlock) => return Err(ErrorKind::AlreadyExists.into()),
            Ok(()) if !is_at(&file, &path)? => return Err(ErrorKind::AlreadyExists.into()),
            // Where nothing can be locked, nothing that is left is removed.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let lock = match file.try_clone() {
            Err(error) if error.kind() == ErrorKind::Unsupported => None,
            same => Some(same?),
        };
        Ok((file, Self { path: TempPath::try_from_path(path)?, _lock: lock }))
    }

    /// Gives the file the name of its target instead.
    fn rename(self, target: &Path) -> io::Result<()> {
        self.path.persist(target).map_err(|error| error.error)
    }
}

/// The temporary names of a target: `.log.txt.reversi`, and others for jobs that write `log.txt` at the same time.
fn names(target: &Path) -> impl Iterator<Item = PathBuf> {
    // Systems take names of 255 bytes or more.
    let name: String = target.file_name().unwrap_or_default().to_string_lossy().chars().take(50).collect();
    (0..NAMES).map(move |number| {
        let number = if number == 0 { String::new() } else { format!(".{number}") };
        folder_of(target).join(format!(".{name}{number}.reversi"))
    })
}

/// Does something with the first temporary name that it finds free.
fn first_free<T>(target: &Path, take: impl FnMut(PathBuf) -> io::Result<T>) -> io::Result<T> {
    let taken = |result: &io::Result<T>| matches!(result, Err(error) if error.kind() == ErrorKind::AlreadyExists);
    names(target).map(take).find(|result| !taken(result)).unwrap_or(Err(ErrorKind::AlreadyExists.into()))
}

/// Removes a temporary file that was left. What cannot be removed is in use, or is none of ours.
fn remove_left(path: &Path) {
    let remove = || -> io::Result<()> {
        // To open a pipe would be to wait for its reader.
        if fs::symlink_metadata(path)?.is_file() {
            let file = OpenOptions::new().write(true).open(path)?;
            file.try_lock()?;
            // Its process may have given it the name of its target by now, and another process this name to another file.
            if is_at(&file, path)? {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    };
    let _ = remove();
}

/// Whether a path leads to an open file.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        found => Ok(found? == Handle::from_file(file.try_clone()?)?),
    }
}

/// Files without names, as Linux has them (open(2), `O_TMPFILE`).
#[cfg(target_os = "linux")]
mod unnamed {
    use std::{
        fs::File,
        io,
        os::fd::{AsRawFd as _, OwnedFd},
        path::{Path, PathBuf},
    };

    use rustix::{
        fs::{AtFlags, CWD, Mode, OFlags, linkat, open},
        io::Errno,
    };

    use tempfile::TempPath;

    use super::{Named, first_free, folder_of, names, remove_left};

    /// Where the system shows the open files of this process.
    const OPEN_FILES: &str = "/proc/self/fd";

    /// Creates a file beside `target`, and returns it twice; `None` where this file system or this system has no such files,
    /// or something else is in the way: an ordinary file will tell.
    pub(super) fn create(target: &Path) -> Option<(File, File)> {
        if !Path::new(OPEN_FILES).is_dir() {
            return None;
        }
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let file: OwnedFd = open(folder_of(target), flags, Mode::from_raw_mode(0o666)).ok()?;
        let file = File::from(file);
        let same = file.try_clone().ok()?;
        // The first name is the only one, but where several processes replace the same file in the same moment.
        names(target).take(1).for_each(|path| remove_left(&path));
        Some((file, same))
    }

    /// Gives a file a name. A link replaces nothing, so where a file has the name there is another name for a moment, and
    /// a rename.
    pub(super) fn name(file: File, target: &Path) -> io::Result<()> {
        let from = format!("{OPEN_FILES}/{}", file.as_raw_fd());
        let link = |to: &Path| linkat(CWD, from.as_str(), CWD, to, AtFlags::SYMLINK_FOLLOW);
        match link(target) {
            Err(Errno::EXIST) => {
                // Where nothing can be locked, nothing that is left is removed.
                let _ = file.try_lock();
                let linked = |path: PathBuf| Ok(link(&path).and(Ok(path))?);
                let path = TempPath::try_from_path(first_free(target, linked)?)?;
                Named { path, _lock: Some(file) }.rename(target)
            }
            linked => Ok(linked?),
        }
    }
}
