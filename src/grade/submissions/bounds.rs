//! The bounds of a submission, the same for a folder and for an archive. They are checked before anything is copied.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// The most bytes of all files, by their lengths: a file with holes counts as long as it claims to be.
const MOST_BYTES: u64 = 256 << 20;

/// The most files and folders.
const MOST_NAMES: usize = 10_000;

/// How deep a file may lie in folders.
const DEEPEST: usize = 100;

/// What a submission holds so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    bytes: u64,
    names: usize,
}

/// Why a submission is refused as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoundsError {
    /// It is larger than any program.
    #[error("the submission holds more than {} MiB", MOST_BYTES >> 20)]
    TooLarge,
    /// It has more files than any program.
    #[error("the submission holds more than {MOST_NAMES} files")]
    TooMany,
    /// A file lies deeper than that of any program.
    #[error("{0:?} lies more than {DEEPEST} folders deep")]
    TooDeep(PathBuf),
}

impl Bounds {
    /// The bytes that there may still be.
    #[must_use]
    pub const fn bytes_left(&self) -> u64 {
        MOST_BYTES.saturating_sub(self.bytes)
    }

    /// Adds a file or folder; the length of a folder is 0.
    ///
    /// # Errors
    /// More than a submission may hold.
    pub fn add(&mut self, name: &Path, length: u64) -> Result<(), BoundsError> {
        self.bytes = self.bytes.saturating_add(length);
        self.names += 1;
        if self.bytes > MOST_BYTES {
            Err(BoundsError::TooLarge)
        } else if self.names > MOST_NAMES {
            Err(BoundsError::TooMany)
        } else if name.components().count() > DEEPEST {
            Err(BoundsError::TooDeep(name.to_path_buf()))
        } else {
            Ok(())
        }
    }
}
