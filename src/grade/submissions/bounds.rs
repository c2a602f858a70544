//! The limits of a submission, the same for folders and archives. The limits are checked before any file is copied.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::escape::quoted;

/// The largest number of bytes of all files, by their lengths; a file with holes counts with its full length.
const MOST_BYTES: u64 = 256 << 20;

/// The largest number of bytes of all sources. The grader reads the sources a fixed number of times to find projects,
/// includes and copies.
const MOST_SOURCES: u64 = 32 << 20;

/// The largest number of files and folders.
const MOST_NAMES: usize = 10_000;

/// The largest number of folders above a file.
const DEEPEST: usize = 100;

/// The size of a submission so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    bytes: u64,
    sources: u64,
    names: usize,
}

impl Bounds {
    /// The number of bytes that may still be added.
    pub const fn bytes_left(&self) -> u64 {
        MOST_BYTES.saturating_sub(self.bytes)
    }

    /// Adds the name of a file, folder or link.
    pub fn add_name(&mut self, path: &Path) -> Result<()> {
        self.names += 1;
        ensure!(self.names <= MOST_NAMES, "the submission holds more than {MOST_NAMES} files");
        let is_deep = path.components().count() > DEEPEST;
        ensure!(!is_deep, "{} lies more than {DEEPEST} folders deep", quoted(path));
        Ok(())
    }

    /// Adds the length of a source.
    pub fn add_source(&mut self, length: u64) -> Result<()> {
        self.sources = self.sources.saturating_add(length);
        ensure!(self.sources <= MOST_SOURCES, "the submission holds more than {} MiB of sources", MOST_SOURCES >> 20);
        Ok(())
    }

    /// Adds the length of a file.
    pub fn add_bytes(&mut self, length: u64) -> Result<()> {
        self.bytes = self.bytes.saturating_add(length);
        ensure!(self.bytes <= MOST_BYTES, "the submission holds more than {} MiB", MOST_BYTES >> 20);
        Ok(())
    }
}
