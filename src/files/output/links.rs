//! Where a path leads that may be a symbolic link.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Where systems keep the open files of a process. Such a name stands for a pipe, a terminal or an open file, which is
/// written and never replaced.
const DESCRIPTORS: [&str; 2] = ["/proc", "/dev/fd"];

/// Whether a path is a name of standard output.
pub(super) fn is_standard_output(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1"].iter().any(|name| path == Path::new(name))
}

/// The file that symbolic links lead to, whether it exists or not; `None` for an open file of a process. The links must not
/// go round in a circle.
pub(super) fn follow_links(path: &Path) -> Option<PathBuf> {
    let mut target = path.to_owned();
    loop {
        if DESCRIPTORS.iter().any(|folder| target.starts_with(folder)) {
            return None;
        }
        let Ok(link) = fs::read_link(&target) else { return Some(target) };
        target.pop();
        target.push(link);
    }
}

/// The folder of a file; the current one where the path names none.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
