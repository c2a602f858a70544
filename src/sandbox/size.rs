//! How much files take: those that a command was given, and then those that it has.

use std::os::fd::{BorrowedFd, OwnedFd};

use anyhow::Result;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, chmodat, fstatvfs, openat, statat};
use serde::{Deserialize, Serialize};

use super::level::Level;

/// What files take.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Size {
    /// Bytes, in whole pages or blocks.
    pub bytes: u64,
    /// Files and folders.
    pub files: u64,
}

/// What is in a command's folder, and wherever else it can write.
pub(super) fn size(folder: BorrowedFd<'_>, level: Level) -> Result<Size> {
    if level == Level::Namespaces {
        let facts = fstatvfs(folder)?;
        let bytes = (facts.f_blocks - facts.f_bfree) * facts.f_frsize;
        return Ok(Size { bytes, files: facts.f_files - facts.f_ffree });
    }
    let mut size = Size::default();
    add(&mut size, &openat(folder, c".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?, 0);
    Ok(size)
}

/// Folders deeper than this in each other are too many.
const DEEPEST: usize = 500;

/// Adds what is in a folder on the disk. It may change all the time: what is gone is not counted.
fn add(size: &mut Size, folder: &OwnedFd, depth: usize) {
    if depth > DEEPEST {
        size.files = u64::MAX / 2;
        return;
    }
    let Ok(entries) = Dir::read_from(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        let Ok(facts) = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
        size.files = size.files.saturating_add(1);
        size.bytes = size.bytes.saturating_add(u64::try_from(facts.st_blocks).unwrap_or(0) * 512);
        if FileType::from_raw_mode(facts.st_mode) == FileType::Directory {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let open = || openat(folder, name, flags, Mode::empty());
            // Nothing is hidden by a mode.
            let inner = open().or_else(|_| {
                chmodat(folder, name, Mode::RWXU, AtFlags::empty())?;
                open()
            });
            if let Ok(inner) = inner {
                add(size, &inner, depth + 1);
            }
        }
    }
}
