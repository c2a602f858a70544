//! Checks texts and sources without compiling them: plain English, and the files for each change.

use std::{
    fs,
    path::{Path, PathBuf},
};

mod arrows;
mod lines;
mod plain_english;
mod where_a_change_goes;

fn path(in_repository: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).expect("the repository").join(in_repository)
}

/// All files of a folder of the repository, without generated files.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path(folder)).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        let name = in_repository(&entry);
        if !entry.is_dir() {
            files.push(entry);
        } else if !name.ends_with("target") && !name.ends_with("__pycache__") {
            files.extend(self::files(&name));
        }
    }
    files
}

fn in_repository(file: &Path) -> String {
    file.strip_prefix(path("")).expect("a file of the repository").to_string_lossy().replace('\\', "/")
}
