//! A request to the sandbox: a command, the files it works on, and its limits.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs::File,
    io::{self, Read},
    os::{
        fd::{AsFd, OwnedFd},
        unix::fs::FileExt as _,
    },
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize};

/// A command, with its environment, files and limits.
#[derive(Debug, Default)]
pub struct ContainedCommand {
    /// The program and its arguments. A program without a slash is looked for where the system keeps its programs; one
    /// with a slash begins in the folder of the files.
    pub arguments: Vec<OsString>,
    /// Variables beside `PATH`, `HOME`, `LANG` and `TMPDIR`, which they replace when they have the same name.
    pub environment: Vec<(OsString, OsString)>,
    /// The files in the folder in which it starts.
    pub files: Files,
    /// The limits at which it is stopped.
    pub limits: Limits,
    /// The most processes that the system lets it have at one time. The command is not told of this limit.
    pub most_processes: Option<u64>,
}

/// A command without its files.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Program {
    pub arguments: Vec<OsString>,
    pub environment: Vec<(OsString, OsString)>,
    pub limits: Limits,
    pub most_processes: Option<u64>,
}

/// The resources that a command may take, together with all processes that it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Processor time of all processes together.
    #[serde(rename = "processor_seconds", with = "seconds")]
    pub processor: Duration,
    /// Wall-clock time.
    #[serde(rename = "seconds", with = "seconds")]
    pub wall: Duration,
    /// Bytes of resident memory of all processes together. Address space that is only reserved does not count.
    pub memory: u64,
    /// Bytes of what is printed and of new or longer files, in whole pages, together.
    pub output: u64,
    pub files: u64,
    /// Processes at one time, threads counted.
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

/// Bytes that the system lets a command write beyond its limit. A fast program needs tens of milliseconds for them.
pub(super) const MORE_BYTES: u64 = 128 << 20;

/// Processes beyond the limit that the system lets the command start: about as many as a fork bomb starts between two looks.
/// With fewer, its forks fail before the supervisor has counted too many, and the result would be a crash.
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
    /// The most processes that the system lets a command have, so that the supervisor sees too many.
    pub const fn most_processes(&self) -> u64 {
        self.processes.saturating_add(MORE_PROCESSES)
    }

    /// The same limits with so much processor time, and three times as much wall-clock time.
    pub fn with_processor(self, processor: Duration) -> Self {
        Self { processor, wall: processor.saturating_mul(3), ..self }
    }
}

/// The files that a command finds in its folder: fresh copies, which it may change. A file that is put in later replaces
/// one of the same name.
#[derive(Debug, Default)]
pub struct Files(pub(super) Vec<FileSource>);

#[derive(Debug)]
pub(super) enum FileSource {
    /// All that is in a folder, links as links, but for some names.
    Folder {
        folder: OwnedFd,
        without: BTreeSet<PathBuf>,
    },
    /// A folder with nothing in it.
    EmptyFolder {
        name: PathBuf,
    },
    Link {
        name: PathBuf,
        target: PathBuf,
    },
    /// A file that is stored in another.
    Stored {
        name: PathBuf,
        file: StoredFile,
    },
    /// These contents, under a name.
    Contents {
        name: PathBuf,
        contents: Vec<u8>,
        is_program: bool,
    },
}

/// The contents of a file, as a part of a larger one in which they are stored.
#[derive(Clone, Debug)]
pub struct StoredFile {
    /// The file in which they are stored.
    pub store: Arc<File>,
    /// The place of their first byte in it.
    pub start: u64,
    /// The number of their bytes.
    pub length: u64,
    /// True if the file can be started.
    pub is_program: bool,
}

impl StoredFile {
    /// Reads them from their beginning.
    pub fn reader(&self) -> impl Read + '_ {
        StoredReader { file: self, at: 0 }
    }

    /// Reads some of them, from a byte on.
    pub(super) fn read_at(&self, block: &mut [u8], at: u64) -> io::Result<usize> {
        let left = usize::try_from(self.length.saturating_sub(at)).unwrap_or(usize::MAX);
        let most = left.min(block.len());
        self.store.read_at(&mut block[..most], self.start + at)
    }
}

struct StoredReader<'a> {
    file: &'a StoredFile,
    at: u64,
}

impl Read for StoredReader<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read_at(block, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Files {
    /// Puts in all that is in an opened folder, which may be that of an earlier run, such as a build, except some paths and
    /// what lies beneath them.
    ///
    /// # Errors
    /// Returns an error if too many files are open.
    pub fn folder(mut self, folder: impl AsFd, without: BTreeSet<PathBuf>) -> io::Result<Self> {
        self.0.push(FileSource::Folder { folder: folder.as_fd().try_clone_to_owned()?, without });
        Ok(self)
    }

    /// Puts in a folder, under a name that may have folders.
    pub fn empty_folder(mut self, name: impl Into<PathBuf>) -> Self {
        self.0.push(FileSource::EmptyFolder { name: name.into() });
        self
    }

    /// Puts in a symbolic link, under a name that may have folders.
    pub fn link(mut self, name: impl Into<PathBuf>, target: impl Into<PathBuf>) -> Self {
        self.0.push(FileSource::Link { name: name.into(), target: target.into() });
        self
    }

    /// Puts in a file that is stored in another, under a name that may have folders. All such files have the same time of
    /// change, so that a Makefile takes none of them for older than another.
    pub fn stored(mut self, name: impl Into<PathBuf>, file: StoredFile) -> Self {
        self.0.push(FileSource::Stored { name: name.into(), file });
        self
    }

    /// Puts in bytes as a file, under a name that may have folders.
    pub fn contents(mut self, name: impl Into<PathBuf>, contents: impl Into<Vec<u8>>) -> Self {
        self.0.push(FileSource::Contents { name: name.into(), contents: contents.into(), is_program: false });
        self
    }

    /// Puts in bytes as a file that can be started, under a name that may have folders.
    pub fn program(mut self, name: impl Into<PathBuf>, contents: impl Into<Vec<u8>>) -> Self {
        self.0.push(FileSource::Contents { name: name.into(), contents: contents.into(), is_program: true });
        self
    }
}
