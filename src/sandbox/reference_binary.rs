//! This program itself: a submission that could call it, or brought a copy of it, would be right in every case.

use std::{
    fs::{self, File},
    io,
    os::{
        fd::AsRawFd as _,
        unix::fs::{FileExt as _, MetadataExt as _},
    },
    path::{Path, PathBuf},
};

/// This program, as it was when the sandbox was opened.
#[derive(Debug)]
pub(super) struct ReferenceBinary {
    file: File,
    device: u64,
    inode: u64,
    length: u64,
}

impl ReferenceBinary {
    /// Opens the program.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let facts = file.metadata()?;
        Ok(Self { file, device: facts.dev(), inode: facts.ino(), length: facts.len() })
    }

    /// A name by which a child of this process can start the program, whatever has become of the file's own name.
    pub(super) fn path(&self) -> String {
        format!("/proc/self/fd/{}", self.file.as_raw_fd())
    }

    /// Whether a file that is put in is a copy of the program, perhaps with something after it.
    pub(super) fn is_copied_in(&self, file: &File, length: u64) -> bool {
        length >= self.length && self.is_same_contents(file).unwrap_or(true)
    }

    /// Whether bytes that are put in are a copy of the program, perhaps with something after it.
    pub(super) fn is_contained_in(&self, contents: &[u8]) -> io::Result<bool> {
        if (contents.len() as u64) < self.length {
            return Ok(false);
        }
        let mut at = 0;
        let mut block = vec![0; 1 << 16];
        while at < self.length {
            let count = self.file.read_at(&mut block, at)?;
            let start = usize::try_from(at).unwrap_or(usize::MAX);
            if count == 0 || contents.get(start..start + count) != Some(&block[..count]) {
                return Ok(false);
            }
            at += count as u64;
        }
        Ok(true)
    }

    /// All files under a folder that are the program or a copy of it.
    pub(super) fn copies_under(&self, folder: &Path, found: &mut Vec<PathBuf>) {
        // What cannot be read here cannot be read by a submission.
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                self.copies_under(&entry.path(), found);
            } else if kind.is_file() && entry.metadata().is_ok_and(|facts| facts.len() == self.length) {
                let path = entry.path();
                if self.is_found_at(&path) {
                    found.push(path);
                }
            }
        }
    }

    fn is_found_at(&self, path: &Path) -> bool {
        let Ok(file) = File::open(path) else { return false };
        let is_same_file = file.metadata().is_ok_and(|facts| (facts.dev(), facts.ino()) == (self.device, self.inode));
        is_same_file || self.is_same_contents(&file).unwrap_or(true)
    }

    /// Compares the beginning of a file, which is at least as long.
    fn is_same_contents(&self, file: &File) -> io::Result<bool> {
        let [mut ours, mut theirs] = [(); 2].map(|()| vec![0; 1 << 16]);
        let mut at = 0;
        while at < self.length {
            let count = self.file.read_at(&mut ours, at)?;
            if count == 0 || file.read_exact_at(&mut theirs[..count], at).is_err() || ours[..count] != theirs[..count] {
                return Ok(false);
            }
            at += count as u64;
        }
        Ok(true)
    }
}
