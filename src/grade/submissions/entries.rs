//! Reads a submission once, into a list of its entries. The digest, the limits, the rules for ready-made programs and
//! the copies for commands all use this list.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, Read},
    os::unix::{
        ffi::OsStrExt as _,
        fs::{MetadataExt as _, OpenOptionsExt as _},
    },
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Error, Result, ensure};
use rustix::fs::OFlags;

use super::{bounds::Bounds, executables, sources::is_source};
use crate::{
    digest::{Digest, Digester},
    escape::quoted,
    sandbox::StoredFile,
};

/// The entries of a submission, by their paths.
#[derive(Clone, Debug)]
pub struct Entries {
    pub by_path: BTreeMap<PathBuf, Entry>,
    /// The contents of all files one after the other, in a temporary file without a name. Closing this file removes the
    /// contents.
    store: Arc<File>,
    length: u64,
    bounds: Bounds,
}

/// The kind and the contents of an entry.
#[derive(Clone, Debug)]
pub enum Entry {
    Folder,
    /// A symbolic link with its target.
    Link(PathBuf),
    File {
        file: StoredFile,
        /// The kind of a compiled program; `None` for other files.
        made: Option<&'static str>,
    },
    /// The name of a pipe, a device, or a file that its owner may not read. The content is not used.
    Closed,
}

impl Entries {
    pub(super) fn new() -> io::Result<Self> {
        let store = Arc::new(tempfile::tempfile()?);
        Ok(Self { by_path: BTreeMap::new(), store, length: 0, bounds: Bounds::default() })
    }

    /// Reads everything in a folder.
    pub(super) fn of_folder(path: &Path) -> Result<Self> {
        let mut entries = Self::new()?;
        entries.add_folder(path, Path::new(""))?;
        Ok(entries)
    }

    /// Reads some files; the keys are their paths in the submission.
    pub(super) fn of_files(files: &BTreeMap<PathBuf, PathBuf>) -> Result<Self> {
        let mut entries = Self::new()?;
        files.iter().try_for_each(|(path, from)| entries.add_path(from, path.clone()))?;
        Ok(entries)
    }

    /// Adds the members of a folder with their content, in the order of their names.
    fn add_folder(&mut self, folder: &Path, below: &Path) -> Result<()> {
        let mut names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
        names.sort();
        names.iter().try_for_each(|name| self.add_path(&folder.join(name), below.join(name)))
    }

    /// Adds a file, a link, or a folder with its members.
    fn add_path(&mut self, from: &Path, path: PathBuf) -> Result<()> {
        let facts = fs::symlink_metadata(from)?;
        // Root may read more, but the result must not depend on the grader's user.
        let is_open = |mode: u32| facts.mode() & mode == mode;
        if facts.is_file() && is_open(0o400) {
            let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
            let file = OpenOptions::new().read(true).custom_flags(flags).open(from)?;
            self.add_file(path, facts.len(), facts.mode() & 0o111 != 0, file, Error::new)?;
        } else if facts.is_dir() && is_open(0o500) {
            if self.add(path.clone(), Entry::Folder)? {
                self.add_folder(from, &path)?;
            }
        } else if facts.is_symlink() {
            self.add(path, Entry::Link(fs::read_link(from)?))?;
        } else {
            self.add(path, Entry::Closed)?;
        }
        Ok(())
    }

    /// Adds an entry. Returns true if the file belongs to the submission, and false for files that macOS adds.
    fn add(&mut self, path: PathBuf, entry: Entry) -> Result<bool> {
        self.bounds.add_name(&path)?;
        if is_noise(&path) {
            return Ok(false);
        }
        let shown = path.clone();
        ensure!(self.by_path.insert(path, entry).is_none(), "{} is there twice", quoted(shown));
        Ok(true)
    }

    /// Adds a file with this `length` in its header. A script always becomes executable, because archives from Windows
    /// do not have permissions. If reading fails, `unreadable` makes the error.
    pub(super) fn add_file(
        &mut self,
        path: PathBuf,
        length: u64,
        is_program: bool,
        contents: impl Read,
        unreadable: impl Fn(io::Error) -> Error,
    ) -> Result<()> {
        let (mut bounds, most) = (self.bounds, self.bounds.bytes_left());
        bounds.add_bytes(length)?;
        let mut file = StoredFile { store: Arc::clone(&self.store), start: self.length, length: 0, is_program };
        if !is_noise(&path) {
            file.length = io::copy(&mut contents.take(most + 1), &mut &*self.store).map_err(unreadable)?;
        }
        self.bounds.add_bytes(file.length)?;
        if is_source(&path) {
            self.bounds.add_source(file.length)?;
        }
        self.length += file.length;
        let mut beginning = Vec::new();
        file.reader().take(executables::BEGINNING).read_to_end(&mut beginning)?;
        file.is_program |= beginning.starts_with(b"#!");
        self.add(path, Entry::File { file, made: executables::kind(&beginning) })?;
        Ok(())
    }

    /// The entries inside a folder; the folder becomes the top folder of the submission.
    pub(super) fn within(&self, folder: &Path) -> Self {
        let inner =
            |(path, entry): (&PathBuf, &Entry)| Some((path.strip_prefix(folder).ok()?.to_owned(), entry.clone()));
        let inner = self.by_path.iter().filter_map(inner).filter(|(path, _)| !path.as_os_str().is_empty());
        Self { by_path: inner.collect(), store: Arc::clone(&self.store), ..*self }
    }

    /// If all entries are in one outer folder, returns the entries of this folder.
    pub(super) fn within_outer_folder(self) -> Self {
        let first = self.by_path.keys().next().and_then(|path| path.iter().next());
        let Some(outer) = first.map(PathBuf::from) else { return self };
        let is_within = |(path, entry): (&PathBuf, &Entry)| {
            path.starts_with(&outer) && (*path != outer || matches!(entry, Entry::Folder))
        };
        if self.by_path.iter().all(is_within) { self.within(&outer) } else { self }
    }

    /// The digest of all entries, with their paths and contents.
    pub(super) fn digest(&self) -> io::Result<Digest> {
        let mut digester = Digester::default();
        for (path, entry) in &self.by_path {
            digester.add(path.as_os_str().as_bytes());
            match entry {
                Entry::Folder => digester.add("folder"),
                Entry::Link(target) => digester.add("link").add(target.as_os_str().as_bytes()),
                Entry::File { file, .. } => {
                    digester.add(if file.is_program { "program" } else { "file" });
                    digester.read(file.reader())?;
                    &mut digester
                }
                Entry::Closed => digester.add("closed"),
            };
        }
        Ok(digester.finish())
    }
}

/// True if macOS has added this file or folder: `._main.cpp` has metadata of `main.cpp`.
pub(super) fn is_noise(path: &Path) -> bool {
    path.iter().any(|part| part == "__MACOSX" || part == ".DS_Store" || part.as_bytes().starts_with(b"._"))
}
