//! Removing a folder that a stranger's program has filled: any depth, any modes.

use std::{
    ffi::{CStr, CString},
    os::fd::OwnedFd,
    path::Path,
};

use rustix::{
    fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, chmodat, openat, renameat, rmdir, unlinkat},
    io::{Errno, Result},
};

/// Removes a folder and all that is in it. Nobody else may be at work there.
///
/// Folders in folders are moved to the top before they are emptied, so that no depth takes more than two open files.
pub(super) fn remove(folder: &Path) -> Result<()> {
    let top = open(&openat(CWD, folder, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?, c".")?;
    let mut moved = 0_u64;
    loop {
        let names = members(&top)?;
        if names.is_empty() {
            break;
        }
        for name in names {
            if !unlink(&top, &name)? {
                empty_into(&top, &name, &mut moved)?;
                unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
            }
        }
    }
    rmdir(folder)
}

/// Empties a folder: its files are removed, its folders moved to the top.
fn empty_into(top: &OwnedFd, name: &CStr, moved: &mut u64) -> Result<()> {
    let folder = open(top, name)?;
    for name in members(&folder)? {
        if unlink(&folder, &name)? {
            continue;
        }
        // To move a folder changes what `..` is in it.
        allow(&folder, &name)?;
        loop {
            *moved += 1;
            let fresh = CString::new(format!("moved-{moved}")).map_err(|_| Errno::INVAL)?;
            match renameat(&folder, &name, top, &fresh) {
                // A stranger's folder that is called like this.
                Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
                other => break other?,
            }
        }
    }
    Ok(())
}

/// The names of all members.
fn members(folder: &OwnedFd) -> Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if entry.file_name() != c"." && entry.file_name() != c".." {
            names.push(entry.file_name().to_owned());
        }
    }
    Ok(names)
}

/// Removes what is no folder; says whether it was one of those.
fn unlink(folder: &OwnedFd, name: &CStr) -> Result<bool> {
    match unlinkat(folder, name, AtFlags::empty()) {
        Ok(()) => Ok(true),
        Err(Errno::ISDIR | Errno::PERM) => Ok(false),
        Err(error) => Err(error),
    }
}

fn open(parent: &OwnedFd, name: &CStr) -> Result<OwnedFd> {
    allow(parent, name)?;
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(parent, name, flags, Mode::empty())
}

/// Gives the owner all rights in a folder.
fn allow(parent: &OwnedFd, name: &CStr) -> Result<()> {
    let facts = rustix::fs::statat(parent, name, AtFlags::SYMLINK_NOFOLLOW)?;
    if FileType::from_raw_mode(facts.st_mode) != FileType::Directory {
        return Err(Errno::NOTDIR);
    }
    if Mode::from_raw_mode(facts.st_mode).contains(Mode::RWXU) {
        return Ok(());
    }
    chmodat(parent, name, Mode::RWXU, AtFlags::empty())
}
