//! The files and folders of the system that a command may read.

use std::{fs, path::PathBuf};

/// Programs and libraries.
const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"];

/// The files in `/etc` that the loader, compilers and Java need, beside those whose names begin with `java`.
const SETTINGS: [&str; 5] =
    ["/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"];

/// Devices through which no program reaches another.
pub(super) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The readable files and folders that exist here; `more` are those that the configuration adds.
pub(super) fn paths(more: &[PathBuf]) -> Vec<PathBuf> {
    let fixed = SYSTEM.iter().chain(&SETTINGS).map(PathBuf::from);
    let java = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    let java = java.filter(|path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"java")));
    fixed.chain(java).chain(more.iter().cloned()).filter(|path| fs::symlink_metadata(path).is_ok()).collect()
}
