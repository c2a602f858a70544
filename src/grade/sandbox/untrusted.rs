//! Walks, measures and empties folders that an untrusted program has filled or still fills. Each folder is opened from
//! the descriptor of its parent, and links are not followed. Permissions are changed only through open descriptors.

use std::{
    collections::VecDeque,
    ffi::{CStr, CString},
    os::fd::{AsFd, AsRawFd as _, OwnedFd},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{AtFlags, Dir, FileType, Mode, OFlags, chmod, fchmod, fstat, openat, renameat, statat, statvfs, unlinkat},
    io::{Errno, Result},
    path::Arg,
};
use serde::{Deserialize, Serialize};

/// Opens a folder inside another folder; the error is `NOTDIR` or `LOOP` if the name is not a folder.
pub(super) fn open_folder(parent: impl AsFd, name: impl Arg + Copy) -> Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat(&parent, name, flags | OFlags::RDONLY, Mode::empty()) {
        // This user owns the folder, but permissions forbid reading it.
        Err(Errno::ACCESS) => {
            let folder = openat(&parent, name, flags | OFlags::PATH, Mode::empty()).or_else(|_| {
                fchmod(&parent, Mode::RWXU)?;
                openat(&parent, name, flags | OFlags::PATH, Mode::empty())
            })?;
            // This path leads to the opened folder, even if the folder was renamed.
            chmod(format!("/proc/self/fd/{}", folder.as_raw_fd()), Mode::RWXU)?;
            openat(&folder, c".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
        }
        folder => folder,
    }
}

/// Opens a folder below another folder, one name at a time, so that any depth needs only two open files.
fn open_folder_beneath(top: impl AsFd, path: &Path) -> Result<OwnedFd> {
    path.iter().try_fold(open_folder(top, c".")?, |folder, name| open_folder(&folder, name))
}

/// Visits a folder. Each visit returns paths of subfolders, which are visited later. To save steps, a folder is opened
/// from one of the last folders above it. If each folder were opened from the top, deep folders would take as many
/// steps as their depth.
pub(super) fn walk<E: From<Errno>>(
    top: impl AsFd,
    start: &Path,
    mut visit: impl FnMut(&OwnedFd, &Path) -> std::result::Result<Vec<PathBuf>, E>,
) -> std::result::Result<(), E> {
    /// A run may have only a small number of open files.
    const MOST_OPEN: usize = 8;
    let (mut left, mut open) = (vec![start.to_path_buf()], VecDeque::<(PathBuf, OwnedFd)>::new());
    while let Some(path) = left.pop() {
        open.retain(|(above, _)| path.starts_with(above));
        let opened = match open.back() {
            Some((above, folder)) => open_folder_beneath(folder, path.strip_prefix(above).unwrap_or(&path)),
            None => open_folder_beneath(&top, &path),
        };
        let folder = match opened {
            // The program has made a path that cannot be opened, so the path is skipped.
            Err(_) if path != start => continue,
            opened => opened?,
        };
        left.extend(visit(&folder, &path)?);
        open.push_back((path, folder));
        if open.len() > MOST_OPEN {
            open.pop_front();
        }
    }
    Ok(())
}

pub(super) fn members(folder: &OwnedFd) -> Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if entry.file_name() != c"." && entry.file_name() != c".." {
            names.push(entry.file_name().to_owned());
        }
    }
    Ok(names)
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct DiskUse {
    /// The number of bytes, in whole pages or blocks.
    pub bytes: u64,
    pub files: u64,
}

/// The deepest allowed level of folders. Deeper folders count as too many files, and cannot be used in another run.
/// During counting, each level takes an open file.
pub(super) const DEEPEST: usize = 100;

impl DiskUse {
    /// The disk use of a file system that only one command uses.
    pub(super) fn of_file_system(folder: impl Arg) -> Result<Self> {
        let facts = statvfs(folder)?;
        let bytes = (facts.f_blocks - facts.f_bfree) * facts.f_frsize;
        Ok(Self { bytes, files: facts.f_files - facts.f_ffree })
    }

    /// The disk use of some folders. The folders may change during the count; files that disappear do not count.
    pub(super) fn of_folders(folders: &[OwnedFd]) -> Result<Self> {
        let mut sum = Self::default();
        for folder in folders {
            sum.add(&open_folder(folder, c".")?, 0);
        }
        Ok(sum)
    }

    fn add(&mut self, folder: &OwnedFd, depth: usize) {
        if depth > DEEPEST {
            self.files = u64::MAX / 2;
            return;
        }
        for name in members(folder).unwrap_or_default() {
            let Ok(facts) = statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            self.files = self.files.saturating_add(1);
            self.bytes = self.bytes.saturating_add(u64::try_from(facts.st_blocks).unwrap_or(0) * 512);
            if FileType::from_raw_mode(facts.st_mode) == FileType::Directory
                && let Ok(inner) = open_folder(folder, &name)
            {
                self.add(&inner, depth + 1);
            }
        }
    }
}

/// Removes everything in a folder, at any depth and with any permissions. No other process may use the folder at this
/// time.
///
/// Subfolders are moved to the top before they are emptied. Moving subfolders to the top makes two open files enough
/// for any depth.
pub(super) fn empty(folder: impl AsFd) -> Result<()> {
    let top = open_folder(folder, c".")?;
    let mut moved = 0_u64;
    loop {
        let names = members(&top)?;
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            if !unlink(&top, &name)? {
                empty_into(&top, &name, &mut moved)?;
                unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
            }
        }
    }
}

/// Empties a folder that is in the top folder: removes its files and moves its subfolders to the top.
fn empty_into(top: &OwnedFd, name: &CStr, moved: &mut u64) -> Result<()> {
    let folder = open_writable(top, name)?;
    for name in members(&folder)? {
        if unlink(&folder, &name)? {
            continue;
        }
        // Moving a folder changes its entry `..`, so the folder must be writable.
        open_writable(&folder, &name)?;
        loop {
            *moved += 1;
            let fresh = CString::new(format!("moved-{moved}")).map_err(|_| Errno::INVAL)?;
            match renameat(&folder, &name, top, &fresh) {
                // The program has already used this name, so the next name is tried.
                Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
                other => break other?,
            }
        }
    }
    Ok(())
}

/// Opens a folder, and gives its owner all permissions.
fn open_writable(parent: &OwnedFd, name: &CStr) -> Result<OwnedFd> {
    let folder = open_folder(parent, name)?;
    if !Mode::from_raw_mode(fstat(&folder)?.st_mode).contains(Mode::RWXU) {
        fchmod(&folder, Mode::RWXU)?;
    }
    Ok(folder)
}

/// Removes a file or link; returns false if the name belongs to a folder.
fn unlink(folder: &OwnedFd, name: &CStr) -> Result<bool> {
    match unlinkat(folder, name, AtFlags::empty()) {
        Ok(()) => Ok(true),
        Err(Errno::ISDIR | Errno::PERM) => Ok(false),
        Err(error) => Err(error),
    }
}
