//! A command for the sandbox, with its files and its limits.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs::File,
    io::{self, Read},
    os::{fd::OwnedFd, unix::fs::FileExt as _},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize};

/// A command, with its environment, files and limits.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ContainedCommand {
    /// The program and its arguments. A program without a slash is a program of the system; a path with a slash is
    /// relative to the command's folder.
    pub arguments: Vec<OsString>,
    /// Variables in addition to `PATH`, `HOME`, `LANG` and `TMPDIR`, or other values for these four.
    pub environment: Vec<(OsString, OsString)>,
    /// The files are packed, and come through a pipe.
    #[serde(skip)]
    pub files: Vec<FileSource>,
    /// The name of the file in the command's folder that becomes standard input; without it, standard input is empty.
    pub input: Option<OsString>,
    /// Programs without symbolic links that the command must not see.
    pub hidden: Vec<OsString>,
    pub limits: Limits,
    /// The limit of processes that the system enforces. The command itself does not see this limit.
    pub most_processes: Option<u64>,
}

/// The resource limits of a command, together with all processes that it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The CPU time of all processes together.
    #[serde(rename = "processor_seconds", with = "seconds")]
    pub processor: Duration,
    #[serde(rename = "seconds", with = "seconds")]
    pub wall: Duration,
    /// The bytes of resident memory of all processes together. Reserved address space does not count.
    pub memory: u64,
    /// The bytes of printed text, new files and additions to files together, in whole pages.
    pub output: u64,
    pub files: u64,
    /// The number of processes and threads at one time.
    pub processes: u64,
}

/// Durations, stored as numbers of seconds.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        duration.as_secs_f64().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The folders of programs without a slash in their names.
pub(super) const PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

/// The number of bytes beyond the limit that the system lets a command write: 128 MiB, which a fast program writes in
/// tens of milliseconds.
pub(super) const MORE_BYTES: u64 = 128 << 20;

/// The system allows 300 processes above the limit: about as many as a fork bomb starts between measurements. With a
/// smaller number, forks would fail before the supervisor notices the excess. The result would be a crash.
const MORE_PROCESSES: u64 = 300;

impl Default for Limits {
    fn default() -> Self {
        Self {
            processor: Duration::from_secs(10),
            wall: Duration::from_secs(30),
            memory: 1 << 30,
            output: 64 << 20,
            files: 10_000,
            processes: 256,
        }
    }
}

impl Limits {
    /// The system's limit of processes, which is high enough that the supervisor notices an excess.
    pub const fn most_processes(&self) -> u64 {
        self.processes.saturating_add(MORE_PROCESSES)
    }

    /// The same limits, but with this CPU time and three times as much wall-clock time.
    pub fn with_processor(self, processor: Duration) -> Self {
        Self { processor, wall: processor.saturating_mul(3), ..self }
    }
}

/// Files in a command's folder: new copies, which the command may change. If two files have the same name, the later file
/// replaces the earlier file. The name comes first, and may contain folders.
#[derive(Debug)]
pub enum FileSource {
    /// The content of an open folder, for example the folder after a build. Some paths and everything below them are left
    /// out; links stay links.
    Folder {
        folder: OwnedFd,
        without: BTreeSet<PathBuf>,
    },
    EmptyFolder(PathBuf),
    /// A symbolic link and its target.
    Link(PathBuf, PathBuf),
    /// A file whose contents are a part of a larger file. All stored files have the same modification time, so `make`
    /// does not consider any of them outdated.
    Stored(PathBuf, StoredFile),
    Contents(PathBuf, Vec<u8>),
}

/// The contents of a file, stored as a part of a larger file.
#[derive(Clone, Debug)]
pub struct StoredFile {
    /// The larger file that stores the contents.
    pub store: Arc<File>,
    /// The offset of the contents' first byte in the store.
    pub start: u64,
    pub length: u64,
    pub is_program: bool,
}

impl StoredFile {
    /// Reads the contents from the beginning.
    pub fn reader(&self) -> impl Read + '_ {
        StoredReader { file: self, at: 0 }
    }
}

struct StoredReader<'a> {
    file: &'a StoredFile,
    at: u64,
}

impl Read for StoredReader<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.file.length.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let most = left.min(block.len());
        let count = self.file.store.read_at(&mut block[..most], self.file.start + self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}
