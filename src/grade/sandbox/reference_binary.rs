//! Finds copies of this program. A submission that could call a version of this program would be right in every case.

use std::{
    collections::{HashMap, HashSet},
    fs::{self, File},
    io::{self, Read as _},
    os::{fd::AsRawFd as _, unix::fs::MetadataExt as _},
    path::{Path, PathBuf},
};

use memchr::memmem;
use rustix::fs::{MemfdFlags, memfd_create};

/// A note of an ELF file. Every version of this program contains the note, and no text contains its mark.
#[repr(C, align(4))]
struct Note {
    /// The lengths of the name and the mark, and a kind.
    header: [u32; 3],
    name: [u8; 8],
    mark: [u8; 32],
}

// Linkers write notes near the beginning of a program. Without this section, each start of `grade` would have to read
// some gigabytes of other programs.
#[allow(unsafe_code)]
#[unsafe(link_section = ".note.reversi")]
#[used]
static NOTE: Note = Note {
    header: [8, 32, 1],
    name: *b"reversi\0",
    mark: *b"\0reversi grades\0\xf5\xc1\x9e\x07\xd2\x41\xb8\x6c\xfa\x13\x85\xee\x5d\x90\x2b\0",
};

/// The number of bytes at the beginning of a program that contain its notes.
const BEGINNING: u64 = 1 << 16;

/// Opens the executable file of this program. If other users cannot start the file, makes a copy in memory that every
/// user can start.
pub(super) fn open_for_all(path: &Path) -> io::Result<File> {
    let mut program = File::open(path)?;
    if program.metadata()?.mode() & 0o001 != 0 {
        return Ok(program);
    }
    // Linux before 6.3 does not know this flag.
    let with = |flags| memfd_create(c"reversi", flags | MemfdFlags::CLOEXEC);
    let mut copy = File::from(with(MemfdFlags::EXEC).or_else(|_| with(MemfdFlags::empty()))?);
    io::copy(&mut program, &mut copy)?;
    // A file that is open for writing cannot be started, so the copy is opened again for reading.
    File::open(format!("/proc/self/fd/{}", copy.as_raw_fd()))
}

/// Looks for the mark in a sequence of blocks of bytes. The value is the end of the previous block, which may contain the
/// beginning of the mark.
#[derive(Debug, Default)]
pub(super) struct MarkSearch(Vec<u8>);

impl MarkSearch {
    /// True if the mark ends in this block.
    pub(super) fn ends_in(&mut self, block: &[u8]) -> bool {
        let longest = NOTE.mark.len() - 1;
        self.0.extend_from_slice(&block[..block.len().min(longest)]);
        let is_found = [&self.0, block].iter().any(|bytes| memmem::find(bytes, &NOTE.mark).is_some());
        let all = if block.len() < longest { &self.0 } else { block };
        self.0 = all[all.len().saturating_sub(longest)..].to_vec();
        is_found
    }
}

/// All copies of this program in `folders` and in their subfolders. A file or folder there that this process cannot read
/// counts as a copy.
pub(super) fn marked(folders: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let (mut left, mut marked) = (folders.collect::<Vec<_>>(), Vec::new());
    let (mut seen, mut known) = (HashSet::new(), HashMap::new());
    while let Some(path) = left.pop() {
        let Ok(facts) = fs::symlink_metadata(&path) else { continue };
        let is_copy = if facts.is_symlink() {
            left.extend(path.canonicalize().ok().filter(|target| target.is_file()));
            false
        } else if facts.is_dir() && seen.insert(path.clone()) {
            fs::read_dir(&path).map(|entries| left.extend(entries.flatten().map(|entry| entry.path()))).is_err()
        } else {
            let is_marked = || is_marked(&path, facts.len()).unwrap_or(true);
            facts.is_file() && *known.entry((facts.dev(), facts.ino())).or_insert_with(is_marked)
        };
        marked.extend(is_copy.then_some(path));
    }
    marked
}

/// True if the file is a program that contains the mark. A file of less than 1 MiB is not a version of this program.
fn is_marked(path: &Path, length: u64) -> io::Result<bool> {
    let (file, mut beginning) = (File::open(path)?, Vec::new());
    if length >= 1 << 20 {
        file.take(BEGINNING).read_to_end(&mut beginning)?;
    }
    Ok(beginning.starts_with(b"\x7fELF") && memmem::find(&beginning, &NOTE.mark).is_some())
}
