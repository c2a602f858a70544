//! Starts this program again, and finds its copies. A submission that could call a version of this program would be
//! right in every case.

use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    fs::{self, File, Metadata},
    io::{self, Read as _},
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::{fs::MetadataExt as _, net::UnixStream, process::CommandExt as _},
    },
    path::{Path, PathBuf},
    process::Command,
};

use memchr::memmem;
use rustix::fs::{MemfdFlags, memfd_create};

use reversi_io::files::output;

/// Every version of this program contains these bytes, and no text contains them.
#[used]
static MARK: [u8; 32] = *b"\0reversi grades\0\xf5\xc1\x9e\x07\xd2\x41\xb8\x6c\xfa\x13\x85\xee\x5d\x90\x2b\0";

/// The executable file that starts supervisors and launchers, as it was when the sandbox was opened.
#[derive(Debug)]
pub(super) struct ReferenceBinary(File);

impl ReferenceBinary {
    /// Opens the executable file of this program. If other users cannot start the file, makes a copy in memory that
    /// every user can start.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut program = File::open(path)?;
        if program.metadata()?.mode() & 0o001 != 0 {
            return Ok(Self(program));
        }
        // Linux before 6.3 does not know this flag.
        let with = |flags| memfd_create(c"reversi", flags | MemfdFlags::CLOEXEC);
        let mut copy = File::from(with(MemfdFlags::EXEC).or_else(|_| with(MemfdFlags::empty()))?);
        io::copy(&mut program, &mut copy)?;
        // A file that is open for writing cannot be started, so the copy is opened again for reading.
        File::open(format!("/proc/self/fd/{}", copy.as_raw_fd())).map(Self)
    }

    /// A path by which child processes can start the program, even if its file was renamed or deleted.
    pub(super) fn path(&self) -> String {
        format!("/proc/self/fd/{}", self.0.as_raw_fd())
    }
}

/// A supervisor or launcher with a socket as its standard input, and another user if `user` has a number.
pub(super) fn process(program: &str, arguments: [&str; 2], socket: UnixStream, user: Option<u32>) -> Command {
    let mut process = Command::new(program);
    process.args(arguments).env_clear().stdin(OwnedFd::from(socket));
    if let Some(user) = user {
        process.uid(user).gid(user);
    }
    process
}

/// Looks for the mark in a sequence of blocks of bytes.
#[derive(Debug, Default)]
pub(super) struct MarkSearch {
    /// The end of the previous block, which may contain the beginning of the mark.
    tail: Vec<u8>,
}

impl MarkSearch {
    /// True if the mark ends in this block.
    pub(super) fn ends_in(&mut self, block: &[u8]) -> bool {
        let longest = MARK.len() - 1;
        self.tail.extend_from_slice(&block[..block.len().min(longest)]);
        let is_found = [&self.tail, block].iter().any(|bytes| memmem::find(bytes, &MARK).is_some());
        let all = if block.len() < longest { &self.tail } else { block };
        self.tail = all[all.len().saturating_sub(longest)..].to_vec();
        is_found
    }
}

/// Facts that identify the searched version of a file: device, inode, length and the modification time in two parts.
type Facts = (u64, u64, u64, i64, i64);

fn facts(file: &Metadata) -> Facts {
    (file.dev(), file.ino(), file.len(), file.ctime(), file.ctime_nsec())
}

/// A lower bound of this program's size, in bytes.
const SHORTEST: u64 = 1 << 20;

/// All programs that contain the mark, at some paths and in the folders below them. Files without the mark are
/// remembered for later runs of this program.
pub(super) fn marked(paths: &[OsString]) -> Vec<PathBuf> {
    let memory = memory();
    let known = memory.as_ref().and_then(|path| serde_json::from_slice(&fs::read(path).ok()?).ok());
    let known: BTreeSet<Facts> = known.unwrap_or_default();
    let (mut marked, mut unmarked) = (Vec::new(), BTreeSet::new());
    let mut paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let mut look = |path: PathBuf, file: &Metadata| {
        if file.len() >= SHORTEST && !known.contains(&facts(file)) && is_marked(&path) {
            marked.push(path);
        } else if file.len() >= SHORTEST {
            unmarked.insert(facts(file));
        }
    };
    while let Some(path) = paths.pop() {
        let Ok(file) = fs::symlink_metadata(&path) else { continue };
        if file.is_file() {
            look(path, &file);
        } else if file.is_dir() {
            // If this process cannot read a folder, submissions cannot read it either.
            for entry in fs::read_dir(&path).into_iter().flatten().flatten() {
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_dir() {
                    paths.push(entry.path());
                } else if let (true, Ok(file)) = (kind.is_file(), entry.metadata()) {
                    look(entry.path(), &file);
                }
            }
        }
    }
    if let Some(memory) = memory.filter(|_| unmarked != known) {
        // If the list of searched files cannot be kept, the next run searches all files again.
        let written = memory.parent().map_or(Ok(()), output::create_folder);
        let _ = written.and_then(|()| output::write(&memory, &serde_json::to_vec(&unmarked)?));
    }
    marked
}

/// The path of the list of searched files.
fn memory() -> Option<PathBuf> {
    let of_user = || Some(Path::new(&env::var_os("HOME")?).join(".cache"));
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(of_user)?;
    cache.is_absolute().then(|| cache.join("reversi/unmarked.json"))
}

/// True if the program contains the mark, or if the disk fails.
fn is_marked(path: &Path) -> bool {
    let Ok(mut file) = File::open(path) else { return false };
    let (mut block, mut search, mut is_first) = (vec![0; 1 << 18], MarkSearch::default(), true);
    loop {
        match file.read(&mut block) {
            Ok(0) => return false,
            Ok(count) if is_first && !block[..count].starts_with(b"\x7fELF") => return false,
            Ok(count) if search.ends_in(&block[..count]) => return true,
            Ok(_) => is_first = false,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return true,
        }
    }
}
