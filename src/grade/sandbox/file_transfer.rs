//! Copies files through a pipe into a command's folder, before the command starts. Files are read with the caller's
//! rights and written with the command's rights.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs::{self, File, Permissions},
    io::{self, BufReader, BufWriter, ErrorKind, Read, Write},
    os::{
        fd::OwnedFd,
        unix::{
            ffi::OsStrExt as _,
            fs::{FileExt as _, MetadataExt as _, PermissionsExt as _, symlink},
        },
    },
    path::{Component, Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
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

    /// Counts a name.
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
    header
}

fn invalid(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// Reads files from a pipe and makes them in a folder that no other process uses. A link is created as a link, and no
/// file is written through a link.
pub(super) fn unpack(pipe: impl Read, folder: &Path) -> io::Result<()> {
    let mut archive = tar::Archive::new(BufReader::with_capacity(1 << 16, pipe));
    // No file or link may replace a folder. Consecutive entries usually lie in the same folder, so the last folder is
    // remembered.
    let mut made = folder.to_path_buf();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = place(folder, &entry.path()?, &mut made)?;
        match entry.header().entry_type() {
            EntryType::Directory => make_folder(&path)?,
            EntryType::Symlink => {
                remove(&path)?;
                symlink(entry.link_name()?.unwrap_or_default(), path)?;
            }
            _ => {
                remove(&path)?;
                let mut file = File::create_new(path)?;
                let (length, permissions) = (entry.size(), Permissions::from_mode(entry.header().mode()?));
                let changed = UNIX_EPOCH + Duration::from_secs(entry.header().mtime()?);
                write_with_holes(&mut entry, length, &mut file)?;
                file.set_permissions(permissions)?;
                file.set_modified(changed)?;
            }
        }
    }
    let mut end = Vec::new();
    archive.into_inner().read_to_end(&mut end)?;
    if end.ends_with(END) { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

/// Writes a file of a given length from the pipe. Pages of zeros become holes, so a file with holes does not take more
/// disk space than the original.
fn write_with_holes(mut pipe: impl Read, length: u64, file: &mut File) -> io::Result<()> {
    const PAGE: usize = 4096;
    let is_hole = |page: &[u8]| page.iter().all(|byte| *byte == 0);
    let mut block = vec![0; 16 * PAGE];
    for mut at in (0..length).step_by(block.len()) {
        let count = block.len().min(usize::try_from(length - at).unwrap_or(usize::MAX));
        pipe.read_exact(&mut block[..count])?;
        let pages: Vec<&[u8]> = block[..count].chunks(PAGE).collect();
        for run in pages.chunk_by(|one, other| is_hole(one) == is_hole(other)) {
            if !is_hole(run[0]) {
                file.write_all_at(&run.concat(), at)?;
            }
            at += run.iter().map(|page| page.len() as u64).sum::<u64>();
        }
    }
    file.set_len(length)
}

/// The path of a packed file, folder or link in the command's folder. Makes the parent folders, unless the last path
/// had the same parent.
fn place(folder: &Path, name: &Path, made: &mut PathBuf) -> io::Result<PathBuf> {
    if name.as_os_str().is_empty() || !name.components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(invalid(format!("{}: expected a name without a leading `/` and without `..`", name.display())));
    }
    let path = folder.join(name);
    if path.parent() != Some(made) {
        folder.clone_into(made);
        for part in name.parent().into_iter().flatten() {
            made.push(part);
            make_folder(made)?;
        }
    }
    Ok(path)
}

/// Makes a folder if it does not exist, and replaces a file or link that has its name.
fn make_folder(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|facts| facts.is_dir()) {
        return Ok(());
    }
    remove(path)?;
    fs::create_dir(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o755))
}

/// Removes a file or link, if there is one.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
