//! This program itself: a submission that could call it, or brought a copy of it, would be right in every case.

use std::{
    fs::{self, File},
    io,
    os::{fd::AsRawFd as _, unix::fs::FileExt as _},
    path::{Path, PathBuf},
};

/// This program, as it was when the sandbox was opened.
#[derive(Debug)]
pub(super) struct ReferenceBinary {
    file: File,
    pub length: u64,
}

impl ReferenceBinary {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        Ok(Self { length: file.metadata()?.len(), file })
    }

    /// A name by which a child of this process can start the program, even if the file has another name by now, or none.
    pub(super) fn path(&self) -> String {
        format!("/proc/self/fd/{}", self.file.as_raw_fd())
    }

    /// Whether the program has these bytes at a place, as far as it goes. What cannot be compared is the same.
    pub(super) fn has(&self, bytes: &[u8], at: u64) -> bool {
        let left = usize::try_from(self.length.saturating_sub(at)).unwrap_or(usize::MAX);
        let mut ours = vec![0; bytes.len().min(left)];
        self.file.read_exact_at(&mut ours, at).is_err() || bytes.starts_with(&ours)
    }

    /// All files under a folder that are the program or a copy of it.
    pub(super) fn copies_under(&self, folder: &Path, found: &mut Vec<PathBuf>) {
        // What cannot be read here cannot be read by a submission.
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                self.copies_under(&entry.path(), found);
            } else if kind.is_file()
                && entry.metadata().is_ok_and(|facts| facts.len() == self.length)
                && File::open(entry.path()).is_ok_and(|file| self.is_copied_in(&file))
            {
                found.push(entry.path());
            }
        }
    }

    /// Compares a file of the program's length.
    fn is_copied_in(&self, file: &File) -> bool {
        let mut block = vec![0; 1 << 16];
        (0..self.length).step_by(block.len()).all(|at| {
            let count = block.len().min(usize::try_from(self.length - at).unwrap_or(usize::MAX));
            file.read_exact_at(&mut block[..count], at).is_err() || self.has(&block[..count], at)
        })
    }
}
