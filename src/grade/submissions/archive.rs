//! Reads archives of submissions, zip and tar, without trusting their names, sizes and headers.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, BufReader, Read, Seek as _},
    os::unix::ffi::OsStrExt as _,
    path::{Component, Path, PathBuf},
};

use anyhow::{Error, Result, anyhow, bail, ensure};
use flate2::read::MultiGzDecoder;
use memchr::memmem;
use tar::{EntryType, PaxExtensions};
use zip::{ZipArchive, result::ZipError};

use super::{
    bounds::Bounds,
    entries::{Entries, Entry},
};
use crate::escape::{quoted, short};

/// The longest path in an archive, in bytes; Linux allows paths of 4096 bytes.
const LONGEST_NAME: usize = 1_000;

/// The longest header text in a tar archive, such as a long name, in bytes, and its description.
const LONGEST_HEADER: u64 = 64 << 10;

/// An error of reading: the system's error, or the problem with the archive, which may be truncated.
fn unreadable(error: impl Into<ZipError>) -> Error {
    match error.into() {
        ZipError::Io(error) if error.raw_os_error().is_some() => {
            Error::new(error).context("the archive cannot be read")
        }
        error => anyhow!("the archive cannot be read: {error}"),
    }
}

/// The format of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Zip,
    Tar,
    /// A tar archive, compressed by gzip.
    TarGz,
}

impl Form {
    const SUFFIXES: [(&str, Self); 4] =
        [(".zip", Self::Zip), (".tar", Self::Tar), (".tar.gz", Self::TarGz), (".tgz", Self::TarGz)];

    /// Recognises the format of an archive by its name; also returns the name without the suffix.
    pub fn of(name: &str) -> Option<(Self, &str)> {
        Self::SUFFIXES.into_iter().find_map(|(suffix, form)| {
            let (stem, end) = name.split_at_checked(name.len().checked_sub(suffix.len())?)?;
            end.eq_ignore_ascii_case(suffix).then_some((form, stem))
        })
    }
}

/// Unpacks all files of an archive. Links, and names that lead outside the archive, are errors. If the system failed,
/// the cause of the error is an [`io::Error`].
pub fn read(path: &Path) -> Result<Entries> {
    let file_name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some((form, _)) = Form::of(&file_name) else {
        bail!("submitted as {}, a format that is not read here; submit a .zip", short(&file_name));
    };
    let file = File::open(path).map_err(unreadable)?;
    // The compressed size is limited, too: compression never doubles the size of a submission's files.
    let most = 2 * Bounds::default().bytes_left();
    ensure!(file.metadata().map_err(unreadable)?.len() <= most, "the archive has more than {} MiB", most >> 20);
    let entries = match form {
        Form::Zip => of_zip(file)?,
        Form::Tar | Form::TarGz => {
            let text = |file: File| -> Box<dyn Read> {
                let file = BufReader::new(file);
                if form == Form::Tar { Box::new(file) } else { Box::new(MultiGzDecoder::new(file)) }
            };
            of_tar(Counted { text: text(file), left: Bounds::default().bytes_left() })?
        }
    };
    let is_file = |path: &&Path| matches!(entries.by_path.get(*path), Some(Entry::File { .. }));
    let above = entries.by_path.keys().find_map(|path| path.ancestors().skip(1).find(is_file));
    ensure!(above.is_none(), "{} in the archive is a file and a folder", quoted(above.unwrap_or(Path::new(""))));
    Ok(entries)
}

/// Refuses an archive with too many entries in its directory, because the directory is read into memory as a whole.
fn check_directory(mut file: &File) -> Result<()> {
    const ENTRY: &[u8] = b"PK\x01\x02";
    let (mut bounds, mut block, mut kept) = (Bounds::default(), vec![0; 1 << 18], 0);
    loop {
        let end = kept + file.read(&mut block[kept..]).map_err(unreadable)?;
        if end == kept {
            return file.rewind().map_err(unreadable);
        }
        memmem::find_iter(&block[..end], ENTRY).try_for_each(|_| bounds.add_name(Path::new("")))?;
        // The mark of an entry may begin in one block and end in the next block.
        kept = end.min(ENTRY.len() - 1);
        block.copy_within(end - kept..end, 0);
    }
}

fn of_zip(file: File) -> Result<Entries> {
    check_directory(&file)?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(unreadable)?;
    ensure!(!archive.has_duplicate_names(), "two files in the archive have the same name");
    let mut entries = Entries::new()?;
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(unreadable)?;
        let (raw, mode, length) = (member.name_raw(), member.unix_mode(), member.size());
        let shown = quoted(OsStr::from_bytes(raw));
        ensure!(!member.encrypted(), "{shown} in the archive is encrypted");
        ensure!(mode.is_none_or(|mode| mode & 0o170_000 != 0o120_000), "{shown} in the archive is a link");
        let name = name(raw)?;
        if raw.ends_with(b"/") || raw.ends_with(b"\\") {
            continue;
        }
        drop(member);
        let member = archive.by_index(index).map_err(unreadable)?;
        entries.add_file(name, length, mode.is_some_and(|mode| mode & 0o111 != 0), member, unreadable)?;
    }
    Ok(entries)
}

/// The text of a tar archive. An error ends the reading of a text with too many bytes.
struct Counted<R> {
    text: R,
    left: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(block)?;
        let left = self.left.checked_sub(count as u64);
        self.left = left.ok_or_else(|| io::Error::other("it has too many bytes"))?;
        Ok(count)
    }
}

/// Reads a tar archive once, header by header. Some headers contain the name of the next member.
fn of_tar(text: impl Read) -> Result<Entries> {
    let mut entries = Entries::new()?;
    let (mut long_name, mut length) = (None, None);
    for member in tar::Archive::new(text).entries().map_err(unreadable)?.raw(true) {
        let mut member = member.map_err(unreadable)?;
        let kind = member.header().entry_type();
        let is_file = matches!(kind, EntryType::Regular | EntryType::Continuous);
        ensure!(is_file || member.size() <= LONGEST_HEADER, "a name in the archive is too long");
        let mut header = Vec::new();
        match kind {
            EntryType::XGlobalHeader | EntryType::GNULongLink => continue,
            EntryType::GNULongName => {
                member.read_to_end(&mut header).map_err(unreadable)?;
                header.truncate(header.iter().position(|&byte| byte == 0).unwrap_or(header.len()));
                long_name = Some(header);
                continue;
            }
            EntryType::XHeader => {
                member.read_to_end(&mut header).map_err(unreadable)?;
                for field in PaxExtensions::new(&header) {
                    let field = field.map_err(unreadable)?;
                    match field.key_bytes() {
                        b"path" => long_name = Some(field.value_bytes().to_vec()),
                        b"size" => length = Some(field.value_bytes().to_vec()),
                        _ => {}
                    }
                }
                continue;
            }
            _ => {}
        }
        let raw = long_name.take().unwrap_or_else(|| member.path_bytes().into_owned());
        let shown = quoted(OsStr::from_bytes(&raw));
        let is_other = |length: Vec<u8>| length != member.size().to_string().as_bytes();
        ensure!(!length.take().is_some_and(is_other), "{shown} has two lengths in the archive");
        ensure!(!matches!(kind, EntryType::Link | EntryType::Symlink), "{shown} in the archive is a link");
        ensure!(is_file || kind == EntryType::Directory, "{shown} in the archive is neither a file nor a folder");
        if is_file && !raw.ends_with(b"/") {
            let mode = member.header().mode().map_err(unreadable)?;
            entries.add_file(name(&raw)?, member.size(), mode & 0o111 != 0, member, unreadable)?;
        }
    }
    Ok(entries)
}

/// The path of an archive member; a path that leads outside the archive is refused. Some Windows programs write
/// backslashes between the names of a path.
fn name(raw: &[u8]) -> Result<PathBuf> {
    let shown = quoted(OsStr::from_bytes(raw));
    let slashes: Vec<u8> = raw.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect();
    let has_drive = matches!(slashes[..], [letter, b':', ..] if letter.is_ascii_alphabetic());
    let is_outside =
        slashes.starts_with(b"/") || has_drive || slashes.split(|&byte| byte == b'/').any(|part| part == b"..");
    ensure!(!is_outside, "the name {shown} in the archive leads out of it");
    let is_long = slashes.len() > LONGEST_NAME || slashes.split(|&byte| byte == b'/').any(|part| part.len() > 255);
    let parts = Path::new(OsStr::from_bytes(&slashes)).components();
    let name: PathBuf = parts.filter(|part| matches!(part, Component::Normal(_))).collect();
    let is_name = !is_long && !slashes.contains(&0) && !name.as_os_str().is_empty();
    ensure!(is_name, "the name {shown} in the archive is too long, empty, or has invalid characters");
    Ok(name)
}
