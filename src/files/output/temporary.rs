//! A file without its name yet.
//!
//! Where the system can, it has no name at all until it is complete: then even a process that is killed leaves nothing.

use std::{fs::File, io, path::Path};

use tempfile::TempPath;

use super::links::folder_of;

/// What a temporary file is called, before the random part.
const PREFIX: &str = ".reversi-";

/// A file that goes away when this is dropped, unless it is [named](Temporary::name).
#[derive(Debug)]
pub(super) enum Temporary {
    /// It has no name.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// It has a name of its own.
    Named(TempPath),
}

impl Temporary {
    /// Creates a file beside `target`, with the mode of an ordinary new file.
    pub(super) fn beside(target: &Path) -> io::Result<(File, Self)> {
        let folder = folder_of(target);
        #[cfg(target_os = "linux")]
        if let Some((file, same)) = unnamed::create(folder) {
            return Ok((file, Self::Unnamed(same)));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        Ok((file, Self::Named(path)))
    }

    /// Gives the file the name `target`, in place of a file that has it, which an error leaves intact.
    pub(super) fn name(self, target: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => unnamed::name(&file, target),
            Self::Named(path) => path.persist(target).map_err(|error| error.error),
        }
    }
}

/// Files without names, as Linux has them (open(2), `O_TMPFILE`).
#[cfg(target_os = "linux")]
mod unnamed {
    use std::{
        fs::File,
        io,
        os::fd::{AsRawFd as _, OwnedFd},
        path::Path,
    };

    use rustix::{
        fs::{AtFlags, CWD, Mode, OFlags, linkat, open},
        io::Errno,
    };

    use super::{PREFIX, folder_of};

    /// Where the system shows the open files of this process.
    const OPEN_FILES: &str = "/proc/self/fd";

    /// Creates a file, and returns it twice; `None` where this file system or this system has no such files, or something
    /// else is in the way: an ordinary file will tell.
    pub(super) fn create(folder: &Path) -> Option<(File, File)> {
        if !Path::new(OPEN_FILES).is_dir() {
            return None;
        }
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let file: OwnedFd = open(folder, flags, Mode::from_raw_mode(0o666)).ok()?;
        let file = File::from(file);
        let same = file.try_clone().ok()?;
        Some((file, same))
    }

    /// Gives a file a name. A link replaces nothing, so where a file has the name there is another name for a moment, and
    /// a rename.
    pub(super) fn name(file: &File, target: &Path) -> io::Result<()> {
        let from = format!("{OPEN_FILES}/{}", file.as_raw_fd());
        let link = |to: &Path| linkat(CWD, from.as_str(), CWD, to, AtFlags::SYMLINK_FOLLOW);
        match link(target) {
            Err(Errno::EXIST) => {
                let mut builder = tempfile::Builder::new();
                let linked = builder.prefix(PREFIX).make_in(folder_of(target), |path| Ok(link(path)?))?;
                linked.into_temp_path().persist(target).map_err(|error| error.error)
            }
            linked => Ok(linked?),
        }
    }
}
