//! What of the system a command may read.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Programs and libraries.
const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"];

/// What the loader, compilers and Java need in `/etc`, beside what begins with `java`.
const SETTINGS: [&str; 5] =
    ["/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"];

/// Devices that are the same for everybody.
pub(super) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The files and folders that are there, and all that is in them; `more` is what the configuration adds.
pub(super) fn paths(more: &[PathBuf]) -> Vec<PathBuf> {
    let fixed = SYSTEM.iter().chain(&SETTINGS).map(PathBuf::from);
    let java = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    let java = java.filter(|path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"java")));
    fixed.chain(java).chain(more.iter().cloned()).filter(|path| fs::symlink_metadata(path).is_ok()).collect()
}

/// Splits a folder into what may be read when some of what is beneath it may not: the folders that may only be listed,
/// and the files and folders that may be read.
pub(super) fn without(path: &Path, hidden: &[PathBuf], listed: &mut Vec<PathBuf>, read: &mut Vec<PathBuf>) {
    if hidden.iter().any(|hidden| hidden == path) {
        return;
    }
    if !hidden.iter().any(|hidden| hidden.starts_with(path)) {
        read.push(path.to_path_buf());
        return;
    }
    listed.push(path.to_path_buf());
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        // A link is followed to where it leads, which has a rule of its own or none.
        if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
            without(&entry.path(), hidden, listed, read);
        }
    }
}
