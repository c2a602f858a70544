//! The files behind paths and symbolic links. No file may be given for two arguments.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use same_file::Handle;

/// Folders with the open files of a process. A name in such a folder stands for a pipe, a terminal or an open file,
/// which the program writes directly.
const DESCRIPTORS: [&str; 2] = ["/proc", "/dev/fd"];

/// The number of links that Linux follows before it reports a loop.
const MOST_LINKS: usize = 40;

pub(super) fn is_standard_output(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Follows symbolic links to a file, which may not exist yet. `None` for an open file of a process, and for loops of
/// links, which the system refuses to open.
pub(super) fn follow_links(path: &Path) -> Option<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        if DESCRIPTORS.iter().any(|folder| target.starts_with(folder)) {
            return None;
        }
        let Ok(link) = fs::read_link(&target) else { return Some(target) };
        target.pop();
        target.push(link);
    }
    None
}

/// The folder of a file; the current folder if the path names no folder.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns an error if a file has two roles, through any paths or links. A role is the name of an argument with its
/// path. `-` is standard input among the `inputs`, and standard output among the `outputs`. Pipes and devices may have
/// several roles.
pub fn distinct(inputs: &[(&str, &Path)], outputs: &[(&str, &Path)]) -> Result<()> {
    let mut known: Vec<(&str, &Path, Place)> = Vec::new();
    for (index, &(second, path)) in inputs.iter().chain(outputs).enumerate() {
        let Some(place) = Place::of(path, index >= inputs.len()) else { continue };
        if let Some((first, other, _)) = known.iter().find(|(_, _, known)| *known == place) {
            let (other, path) = (other.display(), path.display());
            bail!("{first} {other} and {second} {path} are the same file; expected a different one for each");
        }
        known.push((second, path, place));
    }
    Ok(())
}

/// The place of a file or stream: two paths to one file have equal places.
#[derive(Debug, PartialEq)]
enum Place {
    Stream {
        is_output: bool,
    },
    File(Handle),
    /// A file that does not exist yet: the folder of the file, and the file name.
    New(Handle, OsString),
}

impl Place {
    /// Returns the place of a path; `None` for pipes, devices and files that cannot be examined. Opening a file that
    /// cannot be examined fails later.
    fn of(path: &Path, is_output: bool) -> Option<Self> {
        if is_output && is_standard_output(path) || path == Path::new("-") {
            // The shell may have redirected the stream to a file.
            let stream = if is_output { Handle::stdout() } else { Handle::stdin() };
            let file = stream.ok().filter(|stream| stream.as_file().metadata().is_ok_and(|facts| facts.is_file()));
            return Some(file.map_or(Self::Stream { is_output }, Self::File));
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Handle::from_path(path).ok().map(Self::File),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let target = follow_links(path)?;
                Some(Self::New(Handle::from_path(folder_of(&target)).ok()?, target.file_name()?.to_owned()))
            }
            Ok(_) | Err(_) => None,
        }
    }
}
