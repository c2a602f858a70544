//! Reads zip archives of submissions, without trusting their names, sizes and headers.

use std::{
    ffi::OsStr,
    fs::File,
    io::BufReader,
    os::unix::ffi::OsStrExt as _,
    path::{Component, Path, PathBuf},
};

use anyhow::{Error, Result, anyhow, ensure};
use zip::{ZipArchive, result::ZipError};

use super::entries::{Entries, Entry};

/// The longest name, in bytes; that of a path is 4096 on Linux.
const LONGEST_NAME: usize = 1_000;

/// An error of reading: that of the system if it failed, or else what is wrong with the archive, which may end too early.
fn unreadable(error: impl Into<ZipError>) -> Error {
    match error.into() {
        ZipError::Io(error) if error.raw_os_error().is_some() => {
            Error::new(error).context("the archive cannot be read")
        }
        error => anyhow!("the archive cannot be read: {error}"),
    }
}

/// Unpacks all files of an archive.
///
/// # Errors
/// Why the archive is refused as a whole: it is damaged, of a kind that is not supported, encrypted, larger than any
/// program, or has links or names that lead elsewhere. The cause is an [`io::Error`](std::io::Error) of the system if that
/// failed.
pub fn read(path: &Path) -> Result<Entries> {
    let file = File::open(path).map_err(unreadable)?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(unreadable)?;
    ensure!(!archive.has_duplicate_names(), "two files in the archive have the same name");
    let mut entries = Entries::new()?;
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(unreadable)?;
        let (raw, mode, length) = (member.name_raw(), member.unix_mode(), member.size());
        let shown = String::from_utf8_lossy(raw);
        ensure!(!member.encrypted(), "{shown:?} in the archive is encrypted");
        ensure!(mode.is_none_or(|mode| mode & 0o170_000 != 0o120_000), "{shown:?} in the archive is a link");
        let name = name(raw)?;
        if raw.ends_with(b"/") || raw.ends_with(b"\\") {
            continue;
        }
        drop(member);
        let member = archive.by_index(index).map_err(unreadable)?;
        entries.add_file(name, length, mode.is_some_and(|mode| mode & 0o111 != 0), member, unreadable)?;
    }
    let is_file = |path: &&Path| matches!(entries.get(path), Some(Entry::File { .. }));
    let above = entries.iter().find_map(|(path, _)| path.ancestors().skip(1).find(is_file));
    ensure!(above.is_none(), "\"{}\" in the archive is a file and a folder", above.unwrap_or(Path::new("")).display());
    Ok(entries)
}

/// The path of a member: within the archive, or it is refused. Some programs for Windows write backslashes.
fn name(raw: &[u8]) -> Result<PathBuf> {
    let shown = String::from_utf8_lossy(raw);
    let slashes: Vec<u8> = raw.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect();
    let has_drive = matches!(slashes[..], [letter, b':', ..] if letter.is_ascii_alphabetic());
    let is_outside =
        slashes.starts_with(b"/") || has_drive || slashes.split(|&byte| byte == b'/').any(|part| part == b"..");
    ensure!(!is_outside, "the name {shown:?} in the archive leads out of it");
    let is_long = slashes.len() > LONGEST_NAME || slashes.split(|&byte| byte == b'/').any(|part| part.len() > 255);
    let parts = Path::new(OsStr::from_bytes(&slashes)).components();
    let name: PathBuf = parts.filter(|part| matches!(part, Component::Normal(_))).collect();
    let is_name = !is_long && !slashes.contains(&0) && !name.as_os_str().is_empty();
    ensure!(is_name, "the name {shown:?} in the archive is too long, or empty, or has characters that no name has");
    Ok(name)
}
