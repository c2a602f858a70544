//! Files that outlast a failure of the power.

use std::{
    fs::File,
    io,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

static IS_WANTED: AtomicBool = AtomicBool::new(false);

/// Has every later commit of this process return only when the files and their names are on the disk (fsync(2), of each
/// file before it gets its name, and of the folder after that). It takes as long as the disk does.
pub fn sync_from_now_on() {
    IS_WANTED.store(true, Ordering::Relaxed);
}

/// Waits until what was written to a file is on the disk, where that is wanted. Pipes and devices have none.
///
/// # Errors
/// Those of the disk, among them what it did not say when it was written to.
pub(super) fn file(file: &File) -> io::Result<()> {
    if IS_WANTED.load(Ordering::Relaxed) && file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
}

/// Waits until the names in a folder are on the disk, where that is wanted. Systems other than Unix see to it themselves.
///
/// # Errors
/// A folder that cannot be opened, and those of the disk.
pub(super) fn folder(folder: &Path) -> io::Result<()> {
    if IS_WANTED.load(Ordering::Relaxed) && cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
