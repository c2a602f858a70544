//! Finds the files and folders that commands must not see: private files of the course, and this program.

use std::{
    env, fs,
    path::{Path, PathBuf, absolute},
};

use super::command::PATH;

/// The name of this program's file. A file with this name in a folder of programs counts as this program.
const NAME: &str = "reversi";

/// The private files and folders without symbolic links. `readable` has the paths that commands may read.
pub(super) fn private<'a>(paths: &'a [PathBuf], readable: &'a [PathBuf]) -> impl Iterator<Item = PathBuf> + 'a {
    paths.iter().filter_map(|path| resolved(path)).map(|path| with_its_course(path, readable))
}

/// This program with its folder, and the files called `reversi` in `PATH`, `/usr/local` and `/opt`. A submission that
/// could call this program would be right in every case.
pub(super) fn this_program(program: &Path, readable: &[PathBuf]) -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).chain(env::split_paths(PATH)).collect();
    let mut found: Vec<PathBuf> = folders.iter().map(|folder| folder.join(NAME)).collect();
    found.extend(["/usr/local", "/opt"].iter().flat_map(|folder| called_reversi(folder.into())));
    found.retain(|path| path.exists());
    let program = program.canonicalize().unwrap_or_else(|_| program.to_owned());
    // Other programs need a folder such as /usr/bin or /usr/lib.
    let is_needed = |folder: &Path| {
        let is_of_system = folder.parent().is_some_and(|above| above == "/usr" || above == "/usr/local");
        is_of_system || folders.iter().chain(readable).any(|used| used.starts_with(folder))
    };
    found.extend(program.parent().filter(|folder| !is_needed(folder)).map(Path::to_owned));
    found.push(with_its_course(program, readable));
    found.iter().filter_map(|path| path.canonicalize().ok()).collect()
}

/// The files called `reversi` in a folder and its subfolders. A folder that this process cannot read may hold one.
fn called_reversi(folder: PathBuf) -> Vec<PathBuf> {
    let (mut left, mut found) = (vec![folder], Vec::new());
    while let Some(folder) = left.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            found.push(folder);
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                left.push(path);
            } else if entry.file_name() == NAME {
                found.push(path);
            }
        }
    }
    found
}

/// The folder in `/opt` that contains a private path. Other private files of the course may be in the same folder. The
/// result is the path itself if it is not in `/opt`, or if commands may read something in that folder.
fn with_its_course(path: PathBuf, readable: &[PathBuf]) -> PathBuf {
    let folder: PathBuf = path.iter().take(3).collect();
    let is_course = path.starts_with("/opt") && !readable.iter().any(|readable| readable.starts_with(&folder));
    if is_course { folder } else { path }
}

/// A path without symbolic links, even if the folder does not exist yet.
fn resolved(path: &Path) -> Option<PathBuf> {
    let path = absolute(path).ok()?;
    path.canonicalize().ok().or_else(|| Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?)))
}
