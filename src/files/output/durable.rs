//! Files that outlast a failure of the power.

use std::{
    fs::{File, OpenOptions},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context as _, Result, anyhow, ensure};

use super::links::folder_of;

static IS_WANTED: AtomicBool = AtomicBool::new(false);

/// From now on a commit of this process returns only when the files and their names are on the disk: fsync(2) of each file
/// before the file gets its name, and of the folder after that.
pub fn sync_from_now_on() {
    IS_WANTED.store(true, Ordering::Relaxed);
}

/// Whether commits wait for the disk.
pub(super) fn is_wanted() -> bool {
    IS_WANTED.load(Ordering::Relaxed)
}

/// Waits until what was written to a file is on the disk, where that is wanted. Pipes and devices have none.
pub(super) fn file(file: &File) -> io::Result<()> {
    if is_wanted() && file.metadata()?.is_file() { wait(file) } else { Ok(()) }
}

/// Waits until a file or a folder is on the disk, as far as its file system can tell.
fn wait(file: &File) -> io::Result<()> {
    match file.sync_all() {
        // It has no such thing: there is nothing to wait for.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        waited => waited,
    }
}

/// Waits until files of an earlier run, those that are there, are on the disk under their names, where that is wanted.
pub fn sync_existing(paths: &[PathBuf]) -> Result<()> {
    if !is_wanted() {
        return Ok(());
    }
    for path in paths {
        // Some systems let only those wait who may write.
        let sync = || match OpenOptions::new().append(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            opened => file(&opened?),
        };
        sync().with_context(|| format!("cannot sync {}", path.display()))?;
    }
    let folders = Folders::open(paths.iter().map(|path| folder_of(path)))?;
    folders.sync("the files of an earlier run are there")
}

/// Folders in which there will be new names: they are opened before there is any, so that nothing is changed where that
/// cannot be. Empty where nobody wants to wait, and on systems other than Unix, which see to it themselves.
#[derive(Debug)]
pub(super) struct Folders(Vec<(PathBuf, File)>);

impl Folders {
    /// Opens each of some folders once.
    pub(super) fn open<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<Self> {
        let mut folders: Vec<(PathBuf, File)> = Vec::new();
        for path in paths.into_iter().filter(|_| is_wanted() && cfg!(unix)) {
            if folders.iter().all(|(known, _)| known != path) {
                let folder = File::open(path).map_err(|error| {
                    let is_closed = error.kind() == ErrorKind::PermissionDenied;
                    let expected = if is_closed { "; expected one that may be read, or no --sync" } else { "" };
                    anyhow!("cannot sync the folder {}: {error}{expected}", path.display())
                })?;
                folders.push((path.to_owned(), folder));
            }
        }
        Ok(Self(folders))
    }

    /// Waits until the names in all of them are on the disk, in the order in which they were opened. `done` says what is so
    /// whatever the disk says. An error keeps no other folder from its turn.
    pub(super) fn sync(&self, done: &str) -> Result<()> {
        let sync = |(path, folder): &(PathBuf, File)| {
            wait(folder).err().map(|error| format!("cannot sync the folder {}: {error}", path.display()))
        };
        let failures: Vec<String> = self.0.iter().filter_map(sync).collect();
        ensure!(
            failures.is_empty(),
            "{}; {done}, but a power failure may undo that: run the command again, or without --sync",
            failures.join("; ")
        );
        Ok(())
    }
}
