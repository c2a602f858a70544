//! Reads the files that a program left in a folder, without trusting them.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, Read as _},
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::{ffi::OsStrExt as _, net::UnixStream},
    },
    path::{Component, Path, PathBuf},
    process::Child,
};

use rustix::{
    fs::{AtFlags, FileType, Mode, OFlags, fstat, openat, statat},
    io::{Errno, retry_on_intr},
};
use thiserror::Error;

use super::untrusted::{DEEPEST, members, walk};

/// The folder of a command that has ended.
#[derive(Debug)]
pub struct Folder {
    pub(super) directory: OwnedFd,
    /// For a folder on a disk: the supervisor that removes the folder when this value is dropped.
    pub(super) _remover: Option<Remover>,
}

impl Folder {
    /// Opens a regular file below the folder. No link that the command created can lead outside the folder.
    pub fn open(&self, name: &Path) -> Result<File, Unusable> {
        let file = retry_on_intr(|| open_beneath(&self.directory, name)).map_err(|error| match error {
            Errno::NOENT | Errno::NOTDIR => Unusable::Missing,
            Errno::LOOP => Unusable::Link,
            Errno::XDEV => Unusable::Elsewhere,
            Errno::ACCESS | Errno::PERM => Unusable::Forbidden,
            Errno::NXIO | Errno::NODEV => Unusable::NotAFile,
            error => Unusable::Failed(error.into()),
        })?;
        let facts = fstat(&file).map_err(|error| Unusable::Failed(error.into()))?;
        if FileType::from_raw_mode(facts.st_mode) != FileType::RegularFile {
            return Err(Unusable::NotAFile);
        }
        if facts.st_nlink != 1 {
            return Err(Unusable::ManyNames);
        }
        // Root could still open the file, but the result must not depend on the grader's user.
        if !Mode::from_raw_mode(facts.st_mode).contains(Mode::RUSR) {
            return Err(Unusable::Forbidden);
        }
        Ok(file.into())
    }

    /// The names of the regular files in a folder below this one and in its subfolders. Unreadable folders and very
    /// deep folders are left out.
    pub fn files(&self, name: &Path) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        walk(&self.directory, name, |folder, path| {
            let mut folders = Vec::new();
            for name in members(folder)? {
                let path = path.join(OsStr::from_bytes(name.to_bytes()));
                let facts = statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW)?;
                match FileType::from_raw_mode(facts.st_mode) {
                    FileType::RegularFile => files.push(path),
                    FileType::Directory if path.components().count() <= DEEPEST => folders.push(path),
                    _ => {}
                }
            }
            Ok::<_, Errno>(folders)
        })?;
        Ok(files)
    }

    /// Reads a regular file below the folder. `most` is the largest size in bytes.
    pub fn read(&self, name: &Path, most: u64) -> Result<Vec<u8>, Unusable> {
        let file = self.open(name)?;
        let mut contents = Vec::new();
        file.take(most.saturating_add(1)).read_to_end(&mut contents).map_err(Unusable::Failed)?;
        if contents.len() as u64 > most { Err(Unusable::TooLarge) } else { Ok(contents) }
    }
}

/// Opens a file below a folder. Each name in the path is opened separately, and links are not followed. The error is
/// `LOOP` for a link and `XDEV` for another device. Opening a pipe does not wait for a writer.
fn open_beneath(folder: &OwnedFd, name: &Path) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let mut opened = folder.try_clone().map_err(|_| Errno::MFILE)?;
    let mut components = name.components().filter(|part| *part != Component::CurDir).peekable();
    while let Some(component) = components.next() {
        let Component::Normal(part) = component else { return Err(Errno::XDEV) };
        let is_last = components.peek().is_none();
        let flags = if is_last { flags } else { flags | OFlags::DIRECTORY };
        opened = openat(&opened, part, flags, Mode::empty()).map_err(|error| {
            // If a link is in place of a folder, the system reports only that it is not a folder.
            let facts = statat(&opened, part, AtFlags::SYMLINK_NOFOLLOW);
            let is_link = facts.is_ok_and(|facts| FileType::from_raw_mode(facts.st_mode) == FileType::Symlink);
            if is_link { Errno::LOOP } else { error }
        })?;
    }
    Ok(opened)
}

impl AsFd for Folder {
    /// The descriptor for [`super::FileSource::Folder`].
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.directory.as_fd()
    }
}

/// The reason why a file cannot be used.
#[derive(Debug, Error)]
pub enum Unusable {
    #[error("there is no such file")]
    Missing,
    /// The file is a link, or lies in a folder that is a link.
    #[error("it is a symbolic link")]
    Link,
    #[error("it lies outside of the program's folder")]
    Elsewhere,
    /// The file's permissions do not allow its owner to read it.
    #[error("its permissions do not allow reading")]
    Forbidden,
    /// The name belongs to a folder, a pipe, a device or a socket.
    #[error("it is not a regular file")]
    NotAFile,
    #[error("it has more than one name (hard links)")]
    ManyNames,
    #[error("it is too large")]
    TooLarge,
    /// The read failed because of the system, not because of the program that filled the folder.
    #[error("it cannot be read: {0}")]
    Failed(io::Error),
}

/// The supervisor of a command that has ended, waiting to remove the folder. The supervisor removes the folder when
/// this value is dropped or this process is killed.
#[derive(Debug)]
pub(super) struct Remover {
    /// The socket to the supervisor; `None` after the supervisor was told to remove the folder.
    pub socket: Option<UnixStream>,
    pub supervisor: Child,
}

impl Drop for Remover {
    fn drop(&mut self) {
        drop(self.socket.take());
        // Waiting fails only if the supervisor no longer exists.
        let _ = self.supervisor.wait();
    }
}
