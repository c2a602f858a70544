//! Locks the folder of results against a second tournament.

use std::{
    fs::{File, TryLockError},
    path::Path,
};

use anyhow::{Context as _, Result, bail};
use reversi_io::files::output;

/// A folder of results in which no other tournament writes as long as this value exists.
#[derive(Debug)]
pub struct ResultsFolder {
    _lock: File,
}

impl ResultsFolder {
    /// Makes and locks the folder. Returns an error if another tournament uses it.
    pub fn open(folder: &Path) -> Result<Self> {
        output::create_folder(folder)?;
        let cannot = || format!("cannot lock {}", folder.display());
        let lock = File::open(folder).with_context(cannot)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { _lock: lock }),
            Err(TryLockError::WouldBlock) => {
                bail!("another tournament writes into {}; wait for its end, or use another folder", folder.display())
            }
            Err(TryLockError::Error(error)) => Err(error).with_context(cannot),
        }
    }
}
