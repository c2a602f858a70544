//! Copies files into a command's folder, through a pipe: they are packed with the rights of the caller, and unpacked with
//! those of the command.

use std::{
    ffi::{CStr, OsStr},
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::ffi::OsStrExt as _,
    },
    path::{Component, Path, PathBuf},
};

use rustix::{
    fs::{
        AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, Timespec, Timestamps, fchmod, fstat, futimens, mkdirat,
        openat, readlinkat, statat, symlinkat, unlinkat,
    },
    io::Errno,
};
use serde::{Deserialize, Serialize};

use super::{
    command::{FileSource, Files},
    reference_binary::ReferenceBinary,
    wire,
};

/// How deep folders may lie in each other. Each level takes an open file.
const DEEPEST: usize = 100;

/// The most bytes of all files by their lengths: the holes in a file become zeros when it is copied.
const MOST_BYTES: u64 = 512 << 20;

/// The most files, folders and links.
const MOST_NAMES: u64 = 20_000;

/// The header of an entry, before the contents of a file.
#[derive(Debug, Serialize, Deserialize)]
enum Entry {
    Folder(Vec<u8>),
    Link { name: Vec<u8>, target: Vec<u8> },
    File { name: Vec<u8>, length: u64, is_program: bool, changed: (i64, i64) },
    End,
}

/// Writes files into a pipe.
pub(super) struct Packer<'a, W: Write> {
    pipe: BufWriter<W>,
    /// This program, of which no copy goes in.
    program: &'a ReferenceBinary,
    length: u64,
    names: u64,
}

impl<'a, W: Write> Packer<'a, W> {
    pub(super) fn new(pipe: W, program: &'a ReferenceBinary) -> Self {
        Self { pipe: BufWriter::with_capacity(1 << 16, pipe), program, length: 0, names: 0 }
    }

    /// Packs all files.
    pub(super) fn pack(mut self, files: &Files) -> io::Result<()> {
        for part in &files.0 {
            match part {
                FileSource::Folder { folder, without } => {
                    let folder =
                        openat(folder, c".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
                    self.folder(&folder, &mut PathBuf::new(), without, DEEPEST)?;
                }
                // The same open file may be packed by several threads.
                FileSource::File(name, file) => self.file(name, &file.as_fd().try_clone_to_owned()?.into())?,
                FileSource::Contents { name, contents, is_program } => {
                    if self.program.is_contained_in(contents)? {
                        return Err(copy_of_this_program(name));
                    }
                    self.entry(name, contents.len() as u64, *is_program, (0, 0))?;
                    self.pipe.write_all(contents)?;
                }
            }
        }
        wire::write(&mut self.pipe, &Entry::End)?;
        self.pipe.flush()
    }

    /// Packs the members of a folder, except pipes, devices, and what their owner may not read.
    fn folder(&mut self, folder: &OwnedFd, path: &mut PathBuf, without: &[PathBuf], depth: usize) -> io::Result<()> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(invalid(format!("folders lie more than {DEEPEST} deep in each other")));
        };
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            let facts = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
            self.names += 1;
            if self.names > MOST_NAMES {
                return Err(invalid(format!("there are more than {MOST_NAMES} files and folders")));
            }
            path.push(OsStr::from_bytes(name.to_bytes()));
            if !without.contains(path) {
                self.member(folder, name, &facts, path, without, depth)?;
            }
            path.pop();
        }
        Ok(())
    }

    fn member(
        &mut self,
        folder: &OwnedFd,
        name: &CStr,
        facts: &Stat,
        path: &mut PathBuf,
        without: &[PathBuf],
        depth: usize,
    ) -> io::Result<()> {
        // Root could read more than others, and the result must not depend on who grades.
        let mode = Mode::from_raw_mode(facts.st_mode);
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        match FileType::from_raw_mode(facts.st_mode) {
            FileType::Directory if mode.contains(Mode::RUSR | Mode::XUSR) => {
                let inner = openat(folder, name, flags | OFlags::DIRECTORY, Mode::empty())?;
                wire::write(&mut self.pipe, &Entry::Folder(bytes(path)))?;
                self.folder(&inner, path, without, depth)
            }
            FileType::RegularFile if mode.contains(Mode::RUSR) => {
                self.file(path, &openat(folder, name, flags, Mode::empty())?.into())
            }
            FileType::Symlink => {
                let target = readlinkat(folder, name, Vec::new())?.into_bytes();
                wire::write(&mut self.pipe, &Entry::Link { name: bytes(path), target })
            }
            _ => Ok(()),
        }
    }

    fn file(&mut self, name: &Path, file: &File) -> io::Result<()> {
        let facts = fstat(file)?;
        if FileType::from_raw_mode(facts.st_mode) != FileType::RegularFile {
            return Ok(());
        }
        let is_program = facts.st_mode & 0o111 != 0;
        let length = u64::try_from(facts.st_size).unwrap_or(0);
        if self.program.is_copied_in(file, length) {
            return Err(copy_of_this_program(name));
        }
        self.entry(name, length, is_program, (facts.st_mtime, i64::try_from(facts.st_mtime_nsec).unwrap_or(0)))?;
        // By offset: another thread may read the same open file.
        let mut at = 0;
        let mut block = vec![0; usize::try_from(length).unwrap_or(usize::MAX).min(1 << 16)];
        while at < length {
            let most = usize::try_from(length - at).unwrap_or(usize::MAX).min(block.len());
            let count = rustix::io::pread(file, &mut block[..most], at)?;
            if count == 0 {
                return Err(invalid(format!("{} became shorter while it was copied", name.display())));
            }
            self.pipe.write_all(&block[..count])?;
            at += count as u64;
        }
        Ok(())
    }

    fn entry(&mut self, name: &Path, length: u64, is_program: bool, changed: (i64, i64)) -> io::Result<()> {
        self.length = self.length.saturating_add(length);
        if self.length > MOST_BYTES {
            return Err(invalid(format!("the files take more than {} MiB", MOST_BYTES >> 20)));
        }
        wire::write(&mut self.pipe, &Entry::File { name: bytes(name), length, is_program, changed })
    }
}

fn bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_bytes().to_vec()
}

fn copy_of_this_program(name: &Path) -> io::Error {
    invalid(format!("{} is a copy of the program that grades", name.display()))
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Reads files from a pipe and makes them in a folder. A link is made as a link; no name leads through one.
pub(super) fn unpack(pipe: impl Read, folder: &Path) -> io::Result<()> {
    let mut pipe = BufReader::with_capacity(1 << 16, pipe);
    let root = openat(CWD, folder, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
    loop {
        match wire::read(&mut pipe)? {
            Entry::End => return Ok(()),
            Entry::Folder(name) => {
                place(&root, &name)?.folder()?;
            }
            Entry::Link { name, target } => {
                let Place { parent, name } = place(&root, &name)?;
                remove(&parent, &name)?;
                symlinkat(OsStr::from_bytes(&target), &parent, &name)?;
            }
            Entry::File { name, length, is_program, changed } => {
                let Place { parent, name } = place(&root, &name)?;
                remove(&parent, &name)?;
                let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
                let mut file = File::from(openat(&parent, &name, flags, Mode::RUSR | Mode::WUSR)?);
                if io::copy(&mut (&mut pipe).take(length), &mut file)? != length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                fchmod(&file, Mode::from_raw_mode(if is_program { 0o755 } else { 0o644 }))?;
                if changed != (0, 0) {
                    let time = Timespec { tv_sec: changed.0, tv_nsec: changed.1 };
                    futimens(&file, &Timestamps { last_access: time, last_modification: time })?;
                }
            }
        }
    }
}

/// The folder and the name of an entry.
struct Place {
    parent: OwnedFd,
    name: PathBuf,
}

/// Opens the folder of an entry, and makes those that are missing.
fn place(root: &OwnedFd, name: &[u8]) -> io::Result<Place> {
    let path = Path::new(OsStr::from_bytes(name));
    let mut parent = root.try_clone()?;
    let mut components = path.components().peekable();
    while let Some(component) = components.next() {
        let Component::Normal(name) = component else { break };
        let place = Place { parent, name: name.into() };
        if components.peek().is_none() {
            return Ok(place);
        }
        parent = place.folder()?;
    }
    Err(invalid(format!("{}: expected a name without a leading `/` and without `..`", path.display())))
}

impl Place {
    /// Opens the folder of this name. If there is none, it is made, and replaces a file or link of the name.
    fn folder(&self) -> io::Result<OwnedFd> {
        let open = || open_folder(self.parent.as_fd(), &self.name);
        match open() {
            Err(Errno::NOENT) => {}
            Err(Errno::NOTDIR | Errno::LOOP) => remove(&self.parent, &self.name)?,
            found => return Ok(found?),
        }
        mkdirat(&self.parent, &self.name, Mode::from_raw_mode(0o755))?;
        Ok(open()?)
    }
}

fn open_folder(parent: BorrowedFd<'_>, name: &Path) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(parent, name, flags, Mode::empty())
}

/// Removes a file or link, if there is one.
fn remove(parent: &OwnedFd, name: &Path) -> io::Result<()> {
    match unlinkat(parent, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
