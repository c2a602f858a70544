//! Reads zip archives of submissions, without trusting their names, sizes and headers.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs::File,
    io::{self, BufReader, Read as _},
    os::unix::ffi::OsStrExt as _,
    path::{Component, Path, PathBuf},
};

use thiserror::Error;
use zip::{ZipArchive, result::ZipError};

/// The most bytes of all files.
const MOST_BYTES: u64 = 256 << 20;

/// The most files and folders.
const MOST_MEMBERS: usize = 10_000;

/// The longest name, in bytes; that of a path is 4096 on Linux.
const LONGEST_NAME: usize = 1_000;

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// What is in it.
    pub contents: Vec<u8>,
    /// Whether it can be started.
    pub is_program: bool,
}

/// Why an archive is refused as a whole.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// It is no archive, or damaged, or compressed by a method that is not supported.
    #[error("the archive cannot be read: {0}")]
    Unreadable(String),
    /// The operating system failed to read it.
    #[error("the archive cannot be read")]
    System(#[source] io::Error),
    /// A member is encrypted.
    #[error("{0:?} in the archive is encrypted")]
    Encrypted(String),
    /// A name that leads elsewhere.
    #[error("the name {0:?} in the archive leads out of it")]
    Outside(String),
    /// A name that no file can have.
    #[error("the name {0:?} in the archive is too long, or empty, or has characters that no name has")]
    Name(String),
    /// A link.
    #[error("{0:?} in the archive is a link")]
    Link(String),
    /// It is larger than any program.
    #[error("the archive holds more than {} MiB", MOST_BYTES >> 20)]
    TooLarge,
    /// It has more files than any program.
    #[error("the archive holds more than {MOST_MEMBERS} files")]
    TooMany,
    /// A file where a folder is, too.
    #[error("{0:?} in the archive is a file and a folder")]
    Twice(String),
}

impl From<ZipError> for ArchiveError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) => error.into(),
            error => Self::Unreadable(error.to_string()),
        }
    }
}

impl From<io::Error> for ArchiveError {
    /// An archive that ends too early is damaged, which is not the system's fault.
    fn from(error: io::Error) -> Self {
        if error.raw_os_error().is_some() { Self::System(error) } else { Self::Unreadable(error.to_string()) }
    }
}

/// Reads all files of an archive, by their paths.
///
/// # Errors
/// Why it is not unpacked.
pub fn read(path: &Path) -> Result<BTreeMap<PathBuf, Member>, ArchiveError> {
    let file = File::open(path)?;
    let mut archive = ZipArchive::new(BufReader::new(file))?;
    if archive.len() > MOST_MEMBERS {
        return Err(ArchiveError::TooMany);
    }
    let mut members = BTreeMap::new();
    let mut left = MOST_BYTES;
    for index in 0..archive.len() {
        let (raw, mode, is_encrypted) = {
            let member = archive.by_index_raw(index)?;
            (member.name_raw().to_vec(), member.unix_mode(), member.encrypted())
        };
        let shown = String::from_utf8_lossy(&raw).into_owned();
        if is_encrypted {
            return Err(ArchiveError::Encrypted(shown));
        }
        if mode.is_some_and(|mode| mode & 0o170_000 == 0o120_000) {
            return Err(ArchiveError::Link(shown));
        }
        let is_folder = raw.ends_with(b"/") || raw.ends_with(b"\\");
        let name = name(&raw)?;
        if is_folder || name.components().any(|part| matches!(part.as_os_str().as_bytes(), b"__MACOSX" | b".DS_Store"))
        {
            continue;
        }
        let mut contents = Vec::new();
        let length = archive.by_index(index)?.take(left + 1).read_to_end(&mut contents);
        let length = length.map_err(|error| match error.into() {
            ArchiveError::Unreadable(why) => ArchiveError::Unreadable(format!("{shown:?}: {why}")),
            of_system => of_system,
        })?;
        left = left.checked_sub(length as u64).ok_or(ArchiveError::TooLarge)?;
        // Archives made on Windows have no modes; then a script is known by its first line.
        let is_program = mode.is_some_and(|mode| mode & 0o111 != 0) || contents.starts_with(b"#!");
        members.insert(name, Member { contents, is_program });
    }
    for name in members.keys() {
        if let Some(above) = name.ancestors().skip(1).find(|above| members.contains_key(*above)) {
            return Err(ArchiveError::Twice(above.display().to_string()));
        }
    }
    Ok(members)
}

/// The path of a member: within the archive, or it is refused. Some programs for Windows write backslashes.
fn name(raw: &[u8]) -> Result<PathBuf, ArchiveError> {
    let shown = || String::from_utf8_lossy(raw).into_owned();
    let slashes: Vec<u8> = raw.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect();
    let has_drive = matches!(slashes[..], [letter, b':', ..] if letter.is_ascii_alphabetic());
    if slashes.starts_with(b"/") || has_drive || slashes.split(|&byte| byte == b'/').any(|part| part == b"..") {
        return Err(ArchiveError::Outside(shown()));
    }
    let is_long = slashes.len() > LONGEST_NAME || slashes.split(|&byte| byte == b'/').any(|part| part.len() > 255);
    let parts = Path::new(OsStr::from_bytes(&slashes)).components();
    let name: PathBuf = parts.filter(|part| matches!(part, Component::Normal(_))).collect();
    if is_long || slashes.contains(&0) || name.as_os_str().is_empty() {
        return Err(ArchiveError::Name(shown()));
    }
    Ok(name)
}
