//! Submissions: a folder or a zip archive for each student, and the files in it.

pub mod archive;
mod bounds;
pub mod entries;
pub(super) mod executables;

use std::{
    fs::{self, File},
    io::{self, Read as _, Seek as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use self::entries::{Entries, Entry, is_noise};
use super::{digest::Digest, escape};
use crate::sandbox::{Files, Unusable};

/// What a student handed in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Submission {
    /// The name of the folder or the archive: the student's.
    pub name: String,
    /// Where it is; `None` for a student of the roster who handed in nothing.
    pub path: Option<PathBuf>,
}

impl Submission {
    /// The submissions in a folder, sorted by name, and the names of its entries that are neither folders nor zip archives. A
    /// link is neither: it could lead to the submission of another.
    ///
    /// # Errors
    /// A folder that cannot be read, and two submissions of one name.
    pub fn all(folder: &Path) -> Result<(Vec<Self>, Vec<String>)> {
        let cannot_read = || format!("cannot read the folder {}", folder.display());
        let (mut submissions, mut passed_over) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(folder).with_context(cannot_read)? {
            let entry = entry.with_context(cannot_read)?;
            let (path, shown) = (entry.path(), escape::line(&entry.file_name().to_string_lossy()));
            if shown.starts_with('.') || is_noise(Path::new(&entry.file_name())) {
                continue;
            }
            let found = if path.is_symlink() { Ok(None) } else { Self::at(&path) };
            match found.with_context(|| format!("cannot read {shown}"))? {
                Some(submission) => submissions.push(submission),
                None => passed_over.push(shown),
            }
        }
        passed_over.sort();
        submissions.sort();
        if let Some(pair) = submissions.windows(2).find(|pair| pair[0].name == pair[1].name) {
            let path =
                |index: usize| escape::line(&pair[index].path.as_deref().unwrap_or(Path::new("")).to_string_lossy());
            bail!("{} and {} are both of {}; expected one submission of a name", path(0), path(1), pair[0].name);
        }
        Ok((submissions, passed_over))
    }

    /// The submission at a path; `None` if it is neither a folder nor a zip archive.
    ///
    /// # Errors
    /// A path that the system cannot look up.
    pub fn at(path: &Path) -> io::Result<Option<Self>> {
        let facts = match fs::metadata(path) {
            // A symbolic link to nothing.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            facts => facts?,
        };
        let is_archive =
            facts.is_file() && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
        // `.` and `..` have no name of their own: the folder's is used.
        let full = path.canonicalize()?;
        let name = if is_archive { path.file_stem() } else { path.file_name().or(full.file_name()) };
        let name = || escape::line(&name.unwrap_or_default().to_string_lossy());
        Ok((facts.is_dir() || is_archive).then(|| Self { name: name(), path: Some(path.into()) }))
    }

    /// Opens it.
    ///
    /// # Errors
    /// An archive that cannot be unpacked, a folder that cannot be read, and nothing at all.
    pub fn open(&self) -> Result<Contents> {
        let entries = match &self.path {
            None => bail!("nothing was handed in"),
            Some(path) if path.is_dir() => Entries::of_folder(path)?,
            Some(path) => archive::read(path)?,
        };
        let entries = entries.within_outer_folder();
        Ok(Contents { digest: entries.digest()?, entries })
    }
}

/// What a submission holds, without a single folder around it and without what macOS adds.
#[derive(Clone, Debug)]
pub struct Contents {
    entries: Entries,
    /// The digest of all entries.
    pub digest: Digest,
}

impl Contents {
    /// Leaves out all ready-made programs. Returns their paths, and what each of them is.
    pub fn leave_out_executables(&mut self) -> Vec<(PathBuf, &'static str)> {
        let mut left_out = Vec::new();
        self.entries.retain(|path, entry| match entry {
            Entry::File { made: Some(kind), .. } => {
                left_out.push((path.to_owned(), *kind));
                false
            }
            _ => true,
        });
        left_out
    }

    /// What lies in a folder of it.
    pub fn within(&self, folder: &Path) -> Self {
        Self { entries: self.entries.within(folder), digest: self.digest.clone() }
    }

    /// The paths of all regular files, in order.
    pub fn names(&self) -> impl Iterator<Item = &Path> {
        self.entries.iter().filter(|(_, entry)| matches!(entry, Entry::File { .. })).map(|(path, _)| path)
    }

    /// All that is put into a program's folder, except some paths and what lies beneath them.
    pub fn files(&self, without: &[&str]) -> Files {
        let is_wanted =
            |path: &Path| !path.ancestors().any(|above| without.iter().any(|name| above == Path::new(name)));
        let wanted = self.entries.iter().filter(|(path, _)| is_wanted(path));
        wanted.fold(Files::default(), |files, (path, entry)| match entry {
            Entry::Folder => files.empty_folder(path),
            Entry::Link(target) => files.link(path, target),
            Entry::File { file, .. } => files.stored(path, file.clone()),
            Entry::Closed => files,
        })
    }

    /// Opens a copy of a file.
    ///
    /// # Errors
    /// Why there is nothing to read.
    pub fn open(&self, path: &Path) -> Result<File, Unusable> {
        let stored = match self.entries.get(path) {
            None => return Err(Unusable::Missing),
            Some(Entry::Folder) => return Err(Unusable::NotAFile),
            Some(Entry::Link(_)) => return Err(Unusable::Link),
            Some(Entry::Closed) => return Err(Unusable::Forbidden),
            Some(Entry::File { file, .. }) => file,
        };
        // The file has no name, so that nothing is left of it after it is closed.
        let copy = || {
            let mut copy = tempfile::tempfile()?;
            io::copy(&mut stored.reader(), &mut copy)?;
            copy.rewind()?;
            Ok(copy)
        };
        copy().map_err(Unusable::Failed)
    }

    /// The text of a file, up to a length in bytes; empty if there is no such file.
    ///
    /// # Errors
    /// Those of reading.
    pub fn text(&self, path: &Path, most: u64) -> io::Result<String> {
        let Some(Entry::File { file, .. }) = self.entries.get(path) else { return Ok(String::new()) };
        let mut bytes = Vec::new();
        file.reader().take(most).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
