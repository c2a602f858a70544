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
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, openat, readlinkat, statat};
use serde::{Deserialize, Serialize};

use super::{
    command::FileSource,
    reference_binary::MarkSearch,
    untrusted::{DEEPEST, members, walk},
    wire,
};

/// The longest path of a file, in bytes. The system allows 4096 bytes, and the path of the command's folder needs some
/// of these bytes.
const LONGEST_NAME: usize = 3_500;

/// The largest number of bytes of all files by their lengths, because holes in a file become zeros in the pipe.
const MOST_BYTES: u64 = 512 << 20;

/// The largest number of files, folders and links.
const MOST_NAMES: u64 = 20_000;

/// The modification time of all stored files, counted from 1970: the beginning of 1980, the earliest time of zip
/// archives.
const STORED: Duration = Duration::from_secs(315_532_800);

/// The header of a file, folder or link in the pipe, before the contents. The names in the header are bytes, not text.
#[derive(Debug, Serialize, Deserialize)]
enum Entry {
    Folder(Vec<u8>),
    Link { name: Vec<u8>, target: Vec<u8> },
    File { name: Vec<u8>, length: u64, is_program: bool, changed: Option<SystemTime> },
    End,
}

/// Writes files into a pipe.
pub(super) struct Packer<W: Write> {
    pipe: BufWriter<W>,
    length: u64,
    names: u64,
}

impl<W: Write> Packer<W> {
    pub(super) fn new(pipe: W) -> Self {
        Self { pipe: BufWriter::with_capacity(1 << 16, pipe), length: 0, names: 0 }
    }

    pub(super) fn pack(mut self, files: &[FileSource]) -> io::Result<()> {
        for part in files {
            match part {
                FileSource::Folder { folder, without } => {
                    walk(folder, Path::new(""), |folder, path| self.folder(folder, path, without))?;
                }
                FileSource::EmptyFolder(name) => {
                    let header = Entry::Folder(self.name(name)?);
                    wire::write(&mut self.pipe, &header)?;
                }
                FileSource::Link(name, target) => {
                    let target = target.as_os_str().as_bytes().to_vec();
                    let header = Entry::Link { name: self.name(name)?, target };
                    wire::write(&mut self.pipe, &header)?;
                }
                FileSource::Stored(name, file) => {
                    let read = |block: &mut [u8], at| file.read_at(block, at);
                    self.contents(name, file.length, file.is_program, Some(UNIX_EPOCH + STORED), read)?;
                }
                FileSource::Contents(name, contents) => {
                    let read = |block: &mut [u8], at| (&contents[usize::try_from(at).unwrap_or(0)..]).read(block);
                    self.contents(name, contents.len() as u64, false, None, read)?;
                }
            }
        }
        wire::write(&mut self.pipe, &Entry::End)?;
        self.pipe.flush()
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
                    let header = Entry::Folder(self.name(&path)?);
                    wire::write(&mut self.pipe, &header)?;
                    folders.push(path);
                }
                FileType::RegularFile if mode.contains(Mode::RUSR) => {
                    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
                    self.file(&path, &openat(folder, &name, flags, Mode::empty())?.into())?;
                }
                FileType::Symlink => {
                    let target = readlinkat(folder, &name, Vec::new())?.into_bytes();
                    let header = Entry::Link { name: self.name(&path)?, target };
                    wire::write(&mut self.pipe, &header)?;
                }
                _ => {}
            }
        }
        Ok(folders)
    }

    fn file(&mut self, name: &Path, file: &File) -> io::Result<()> {
        let facts = file.metadata()?;
        let mut script = [0; 2];
        let changed = facts.modified().ok().filter(|time| *time >= UNIX_EPOCH);
        let read = |block: &mut [u8], at| file.read_at(block, at);
        // Files from Windows do not have permissions, so a script is recognised by its first line.
        let is_script = file.read_exact_at(&mut script, 0).is_ok() && script == *b"#!";
        self.contents(name, facts.len(), is_script || facts.mode() & 0o111 != 0, changed, read)
    }

    /// Packs a file of a given length; `read` returns the bytes at an offset.
    fn contents(
        &mut self,
        name: &Path,
        length: u64,
        is_program: bool,
        changed: Option<SystemTime>,
        read: impl Fn(&mut [u8], u64) -> io::Result<usize>,
    ) -> io::Result<()> {
        self.length = self.length.saturating_add(length);
        if self.length > MOST_BYTES {
            return Err(invalid(format!("the files take more than {} MiB", MOST_BYTES >> 20)));
        }
        let header = Entry::File { name: self.name(name)?, length, is_program, changed };
        wire::write(&mut self.pipe, &header)?;
        let (mut at, mut search) = (0, MarkSearch::default());
        let mut block = vec![0; usize::try_from(length).unwrap_or(usize::MAX).min(1 << 16)];
        while at < length {
            let most = usize::try_from(length - at).unwrap_or(usize::MAX).min(block.len());
            let count = read(&mut block[..most], at)?;
            if count == 0 {
                return Err(invalid(format!("{} became shorter while it was copied", name.display())));
            }
            at += count as u64;
            if search.ends_in(&block[..count]) {
                return Err(invalid(format!("{} is a copy of the program that grades", name.display())));
            }
            self.pipe.write_all(&block[..count])?;
        }
        Ok(())
    }

    /// Counts a name, and returns the bytes of the name.
    fn name(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        let name = path.as_os_str().as_bytes().to_vec();
        self.names += 1;
        if self.names > MOST_NAMES {
            return Err(invalid(format!("there are more than {MOST_NAMES} files and folders")));
        }
        if path.components().count() > DEEPEST || name.len() > LONGEST_NAME {
            return Err(invalid(format!("folders are nested more than {DEEPEST} deep, or have long names")));
        }
        Ok(name)
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// Reads files from a pipe and makes them in a folder that no other process uses. A link is created as a link, and no
/// file is written through a link.
pub(super) fn unpack(pipe: impl Read, folder: &Path) -> io::Result<()> {
    let mut pipe = BufReader::with_capacity(1 << 16, pipe);
    // No file or link may replace a folder. Consecutive entries usually lie in the same folder, so the last folder is
    // remembered.
    let mut made = folder.to_path_buf();
    let mut place = |name: &[u8]| place(folder, name, &mut made);
    loop {
        match wire::read(&mut pipe)? {
            Entry::End => return Ok(()),
            Entry::Folder(name) => make_folder(&place(&name)?)?,
            Entry::Link { name, target } => {
                let path = place(&name)?;
                remove(&path)?;
                symlink(OsStr::from_bytes(&target), path)?;
            }
            Entry::File { name, length, is_program, changed } => {
                let path = place(&name)?;
                remove(&path)?;
                let mut file = File::create_new(path)?;
                write_with_holes(&mut pipe, length, &mut file)?;
                file.set_permissions(Permissions::from_mode(if is_program { 0o755 } else { 0o644 }))?;
                if let Some(changed) = changed {
                    file.set_modified(changed)?;
                }
            }
        }
    }
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
fn place(folder: &Path, name: &[u8], made: &mut PathBuf) -> io::Result<PathBuf> {
    let name = Path::new(OsStr::from_bytes(name));
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
