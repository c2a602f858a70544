//! Checks the free space before a large file is written.

use std::path::Path;

use anyhow::{Result, ensure};
use indicatif::HumanBytes;

use super::Output;

/// The free bytes for this user on a folder's file system; `None` if unknown.
#[cfg(unix)]
fn free_space(folder: &Path) -> Option<u64> {
    let file_system = rustix::fs::statvfs(folder).ok()?;
    file_system.f_frsize.checked_mul(file_system.f_bavail)
}

#[cfg(windows)]
fn free_space(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

#[cfg(not(any(unix, windows)))]
const fn free_space(_: &Path) -> Option<u64> {
    None
}

impl Output {
    /// Returns an error with advice if a log cannot fit into the free space. `may_fit` gets the number of free bytes.
    /// If the length of the output is unknown, the function checks nothing.
    pub fn check_free_space(&self, may_fit: impl FnOnce(u64) -> bool) -> Result<()> {
        // The number of bytes for pipes, devices and compressed files is unknown.
        let Some(pending) = self.pending.as_ref().filter(|_| !self.sink.is_compressed()) else { return Ok(()) };
        let Some(space) = free_space(pending.folder()) else { return Ok(()) };
        ensure!(
            may_fit(space),
            "cannot write {}: the log is larger than the {} that are free there; expected a smaller depth, a name in .gz, or \
             --force to write the log anyway",
            self.name(),
            HumanBytes(space)
        );
        Ok(())
    }
}
