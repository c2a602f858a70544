//! The refusal to write what does not fit.

use std::path::Path;

use anyhow::{Result, ensure};
use indicatif::HumanBytes;

use super::Output;

/// The bytes that are free for this user on the file system of a folder; `None` where that cannot be asked.
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
    /// Checks that a log may fit into the free space where it is to be written, or says what can be done; `may_fit` is given
    /// the number of bytes. Where the length of what is written is not known, nothing is checked.
    pub fn check_free_space(&self, may_fit: impl FnOnce(u64) -> bool) -> Result<()> {
        // How many bytes pipes, devices and compressed files take is not known.
        let Some(pending) = self.pending.as_ref().filter(|_| !self.sink.is_compressed()) else { return Ok(()) };
        let Some(space) = free_space(pending.folder()) else { return Ok(()) };
        ensure!(
            may_fit(space),
            "cannot write {}: the log is larger than the {} that are free there; expected a smaller depth, a name in .gz, or \
             --force to write it all the same",
            self.name(),
            HumanBytes(space)
        );
        Ok(())
    }
}
