//! Follows symbolic links to the files behind the links.

use std::{
    fs,
    path::{Path, PathBuf},
};

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
