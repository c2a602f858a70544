//! Locks the folder of results against a second tournament.

use std::{
    fs::{File, TryLockError},
    path::Path,
};

use anyhow::{Context as _, Result, bail};
use reversi_io::files::output;

/// Makes and locks the folder, as long as the returned file is open. Returns an error if another tournament uses it.
pub fn lock(folder: &Path) -> Result<File> {
    output::create_folder(folder)?;
    let cannot = || format!("cannot lock {}", folder.display());
    let lock = File::open(folder).with_context(cannot)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            bail!("another tournament writes into {}; wait for its end, or use another folder", folder.display())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(cannot),
    }
}
