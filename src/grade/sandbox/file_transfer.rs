//! Copies files through a pipe into a command's folder, before the command starts. Files are read with the caller's
//! rights and written with the command's rights.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs::{self, File},
    io::{self, BufReader, BufWriter, ErrorKind, Read, Write},
    os::{
        fd::OwnedFd,
        unix::{
            ffi::OsStrExt as _,
            fs::{FileExt as _, MetadataExt as _},
        },
    },
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, openat, readlinkat, statat};
use tar::{EntryType, Header};

use super::{
    command::FileSource,
    untrusted::{DEEPEST, members, walk},
};

/// The longest path of a file, in bytes. The system allows 4096 bytes, and the path of the command's folder needs some
/// of these bytes.
const LONGEST_NAME: usize = 3_500;

/// The largest number of bytes of all files by their lengths, because holes in a file become zeros in the pipe.
const MOST_BYTES: u64 = 512 << 20;

/// The largest number of files, folders and links.
const MOST_NAMES: u64 = 20_000;

/// The modification time of all stored files, in seconds from 1970: the beginning of 1980, the earliest time of zip
/// archives.
const STORED: u64 = 315_532_800;

/// Follows the archive in the pipe. Without this end, the caller has failed or died.
const END: &[u8] = b"all files are packed";

/// Writes files into a pipe, as a tar archive.
pub(super) struct Packer<W: Write> {
    pipe: tar::Builder<BufWriter<W>>,
    length: u64,
    names: u64,
}

impl<W: Write> Packer<W> {
    pub(super) fn new(pipe: W) -> Self {
        Self { pipe: tar::Builder::new(BufWriter::with_capacity(1 << 16, pipe)), length: 0, names: 0 }
    }

    pub(super) fn pack(mut self, files: &[FileSource]) -> io::Result<()> {
        for part in files {
            match part {
                FileSource::Folder { folder, without } => {
                    walk(folder, Path::new(""), |folder, path| self.folder(folder, path, without))?;
                }
                FileSource::EmptyFolder(name) => self.empty_folder(name)?,
                FileSource::Link(name, target) => self.link(name, target)?,
                FileSource::Stored(name, file) => {
                    self.contents(name, file.length, file.is_program, STORED, file.reader())?;
                }
                FileSource::Contents(name, contents) => {
                    let now = UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
                    self.contents(name, contents.len() as u64, false, now, &contents[..])?;
                }
            }
        }
        let mut pipe = self.pipe.into_inner()?;
        pipe.write_all(END)?;
        pipe.flush()
    }

    fn empty_folder(&mut self, name: &Path) -> io::Result<()> {
        self.count(name)?;
        self.pipe.append_data(&mut header(EntryType::Directory), name, io::empty())
    }

    fn link(&mut self, name: &Path, target: &Path) -> io::Result<()> {
        self.count(name)?;
        self.pipe.append_link(&mut header(EntryType::Symlink), name, target)
    }

    /// Packs the members of a folder. Pipes, devices, and files that their owner may not read are left out. Returns the
    /// subfolders.
    fn folder(&mut self, folder: &OwnedFd, path: &Path, without: &BTreeSet<PathBuf>) -> io::Result<Vec<PathBuf>> {
        let mut folders = Vec::new();
        for name in members(folder)? {
            let path = path.join(OsStr::from_bytes(name.to_bytes()));
            if without.contains(&path) {
                continue;
            }
            let facts = statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW)?;
            // Root could read more files than other users, but the result must not depend on the grader's user.
            let mode = Mode::from_raw_mode(facts.st_mode);
            match FileType::from_raw_mode(facts.st_mode) {
                FileType::Directory if mode.contains(Mode::RUSR | Mode::XUSR) => {
                    self.empty_folder(&path)?;
                    folders.push(path);
                }
                FileType::RegularFile if mode.contains(Mode::RUSR) => {
                    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
                    self.file(&path, &openat(folder, &name, flags, Mode::empty())?.into())?;
                }
                FileType::Symlink => {
                    let target = readlinkat(folder, &name, Vec::new())?.into_bytes();
                    self.link(&path, Path::new(OsStr::from_bytes(&target)))?;
                }
                _ => {}
            }
        }
        Ok(folders)
    }

    fn file(&mut self, name: &Path, mut file: &File) -> io::Result<()> {
        let facts = file.metadata()?;
        let mut script = [0; 2];
        // Files from Windows do not have permissions, so a script is recognised by its first line.
        let is_script = file.read_exact_at(&mut script, 0).is_ok() && script == *b"#!";
        let changed = facts.mtime().try_into().unwrap_or(0);
        self.contents(name, facts.len(), is_script || facts.mode() & 0o111 != 0, changed, &mut file)
    }

    /// Packs a file of a given length that was changed at this second.
    fn contents(
        &mut self,
        name: &Path,
        length: u64,
        is_program: bool,
        changed: u64,
        contents: impl Read,
    ) -> io::Result<()> {
        self.count(name)?;
        self.length = self.length.saturating_add(length);
        if self.length > MOST_BYTES {
            return Err(invalid(format!("the files take more than {} MiB", MOST_BYTES >> 20)));
        }
        let mut header = header(EntryType::Regular);
        header.set_size(length);
        header.set_mode(if is_program { 0o755 } else { 0o644 });
        header.set_mtime(changed);
        // A file that became shorter ends in zeros.
        self.pipe.append_data(&mut header, name, contents.chain(io::repeat(0)).take(length))
    }

    fn count(&mut self, path: &Path) -> io::Result<()> {
        self.names += 1;
        if self.names > MOST_NAMES {
            return Err(invalid(format!("there are more than {MOST_NAMES} files and folders")));
        }
        if path.components().count() > DEEPEST || path.as_os_str().len() > LONGEST_NAME {
            return Err(invalid(format!("folders are nested more than {DEEPEST} deep, or have long names")));
        }
        Ok(())
    }
}

fn header(kind: EntryType) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_size(0);
    header.set_mode(0o755);
    header
}

fn invalid(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// Reads files from a pipe and makes them in a folder that no other process uses. A link is created as a link, and no
/// file is written through a link.
pub(super) fn unpack(pipe: impl Read, folder: &Path) -> io::Result<()> {
    let mut archive = tar::Archive::new(BufReader::with_capacity(1 << 16, pipe));
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        // A built submission may have a file or a link in place of a folder of the case's files.
        let mut above = folder.to_path_buf();
        for part in path.parent().into_iter().flatten() {
            above.push(part);
            if fs::symlink_metadata(&above).is_ok_and(|facts| !facts.is_dir()) {
                fs::remove_file(&above)?;
            }
        }
        if !entry.unpack_in(folder)? {
            return Err(invalid(format!("{}: expected a name in the folder of the program", path.display())));
        }
    }
    let mut end = Vec::new();
    archive.into_inner().read_to_end(&mut end)?;
    if end.ends_with(END) { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
}
