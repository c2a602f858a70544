//! The files of the page, which holds them in memory: a browser gives the module no file system.

use std::{
    collections::BTreeMap,
    io::Cursor,
    path::{Component, Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

static FILES: Mutex<BTreeMap<PathBuf, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

/// Adds a file, or replaces it.
pub fn put(path: &Path, bytes: Vec<u8>) {
    FILES.lock().unwrap_or_else(PoisonError::into_inner).insert(plain(path), bytes.into());
}

/// The bytes of a file.
pub fn open(path: &Path) -> Option<Cursor<Arc<[u8]>>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner).get(&plain(path)).cloned().map(Cursor::new)
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(plain.pop()),
            Component::Normal(name) => plain.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    plain
}
