//! Submissions: a folder or a zip archive for each student, and the files in it.

pub mod archive;
mod bounds;
pub(super) mod executables;

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fs::{self, File},
    io::{self, Seek as _, Write as _},
    os::unix::{
        ffi::OsStrExt as _,
        fs::{MetadataExt as _, PermissionsExt as _},
    },
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use self::{archive::Member, bounds::Bounds};
use super::{
    digest::{Digest, Digester},
    escape,
};
use crate::sandbox::{Files, Folder, Unusable};

/// What macOS leaves in archives and folders.
const NOISE: [&str; 2] = ["__MACOSX", ".DS_Store"];

/// What a student handed in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Submission {
    /// The name of the folder or the archive: the student's.
    pub name: String,
    /// Where it is; `None` for a student of the roster who handed in nothing.
    pub path: Option<PathBuf>,
}

impl Submission {
    /// The submissions in a folder, sorted by name, and the names of its entries that are neither folders nor zip archives.
    /// Errors: a folder that cannot be read, and two submissions of one name.
    pub fn all(folder: &Path) -> Result<(Vec<Self>, Vec<String>)> {
        let cannot_read = || format!("cannot read the folder {}", folder.display());
        let (mut submissions, mut passed_over) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(folder).with_context(cannot_read)? {
            let path = entry.with_context(cannot_read)?.path();
            let shown = escape::line(&path.file_name().unwrap_or_default().to_string_lossy());
            if shown.starts_with('.') || NOISE.contains(&shown.as_str()) {
                continue;
            }
            match Self::at(&path).with_context(|| format!("cannot read {}", path.display()))? {
                Some(submission) => submissions.push(submission),
                None => passed_over.push(shown),
            }
        }
        passed_over.sort();
        submissions.sort();
        if let Some(pair) = submissions.windows(2).find(|pair| pair[0].name == pair[1].name) {
            let path = |index: usize| pair[index].path.as_deref().unwrap_or(Path::new("")).display();
            bail!("{} and {} are both of {}; expected one submission of a name", path(0), path(1), pair[0].name);
        }
        Ok((submissions, passed_over))
    }

    /// The submission at a path; `None` if it is neither a folder nor a zip archive.
    /// Errors: a path that the system cannot look up.
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
    /// Errors: an archive that cannot be unpacked, a folder that cannot be read, and nothing at all.
    pub fn open(&self) -> Result<Contents> {
        match &self.path {
            None => bail!("nothing was handed in"),
            Some(path) if path.is_dir() => Contents::of_folder(path),
            Some(path) => Contents::of_archive(path),
        }
    }
}

/// The files of a submission, without a single folder around them and without what macOS adds.
#[derive(Debug)]
pub(crate) struct Contents {
    storage: Storage,
    /// The paths of all regular files, sorted.
    pub names: Vec<PathBuf>,
    /// Files that are there no more because they are ready-made programs, and what each of them is.
    pub left_out: Vec<(PathBuf, &'static str)>,
    /// A digest of all files with their names.
    pub digest: Digest,
}

/// Where the files are: in a folder of the class, or unpacked in memory.
#[derive(Debug)]
enum Storage {
    Folder(Folder),
    Archive(BTreeMap<PathBuf, Member>),
}

impl Contents {
    fn of_folder(path: &Path) -> Result<Self> {
        let mut path = path.to_path_buf();
        if let [inner] = &names_in(&path)?[..]
            && fs::symlink_metadata(path.join(inner)).is_ok_and(|facts| facts.is_dir())
        {
            path.push(inner);
        }
        let mut walk = Walk::default();
        walk.folder(&path, Path::new(""))?;
        let (storage, digest) = (Storage::Folder(Folder::at(&path)?), walk.digester.finish());
        Ok(Self { storage, names: walk.names, left_out: Vec::new(), digest })
    }

    fn of_archive(path: &Path) -> Result<Self> {
        let mut digester = Digester::default();
        digester.read(File::open(path)?)?;
        let mut members = archive::read(path)?;
        let first = |name: &Path| name.components().next().map(|part| part.as_os_str().to_owned());
        let around = members.keys().next().and_then(|name| first(name));
        let is_around = |name: &PathBuf| first(name) == around && name.components().count() > 1;
        if let Some(around) = around.as_ref().filter(|_| members.keys().all(is_around)) {
            let within = |name: &Path| name.strip_prefix(around).unwrap_or(name).to_path_buf();
            members = members.into_iter().map(|(name, member)| (within(&name), member)).collect();
        }
        let names = members.keys().cloned().collect();
        Ok(Self { storage: Storage::Archive(members), names, left_out: Vec::new(), digest: digester.finish() })
    }

    /// Leaves out all ready-made programs.
    pub fn leave_out_executables(&mut self) {
        let kind = |name: &Path| match &self.storage {
            Storage::Folder(folder) => executables::kind(name, folder.open(name).ok()?),
            Storage::Archive(members) => executables::kind(name, &members.get(name)?.contents[..]),
        };
        let left_out = self.names.iter().filter_map(|name| Some((name.clone(), kind(name)?))).collect();
        self.left_out = left_out;
        self.names.retain(|name| self.left_out.binary_search_by(|(left_out, _)| left_out.cmp(name)).is_err());
    }

    /// The files, to be put into a program's folder, without those that have one of these names.
    /// Errors: too many open files.
    pub fn files(&self, mut without: BTreeSet<PathBuf>) -> io::Result<Files> {
        without.extend(self.left_out.iter().map(|(name, _)| name.clone()));
        match &self.storage {
            Storage::Folder(folder) => {
                without.extend(NOISE.map(PathBuf::from));
                Files::default().folder(folder, without)
            }
            Storage::Archive(members) => {
                let is_wanted = |name: &PathBuf| !name.ancestors().any(|above| without.contains(above));
                let members = members.iter().filter(|(name, _)| is_wanted(name));
                Ok(members.fold(Files::default(), |files, (name, member)| {
                    let contents = member.contents.clone();
                    if member.is_program { files.program(name, contents) } else { files.contents(name, contents) }
                }))
            }
        }
    }

    /// Opens a file.
    /// Errors: why there is nothing to read.
    pub fn open(&self, name: &Path) -> Result<File, Unusable> {
        let members = match &self.storage {
            Storage::Folder(folder) => return folder.open(name),
            Storage::Archive(members) => members,
        };
        let member = members.get(name).ok_or(Unusable::Missing)?;
        // The file has no name, so that nothing is left of it after it is closed.
        let mut file = tempfile::tempfile().map_err(Unusable::Failed)?;
        file.write_all(&member.contents).and_then(|()| file.rewind()).map_err(Unusable::Failed)?;
        Ok(file)
    }
}

/// The names of the members of a folder, sorted, without what macOS adds.
fn names_in(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
    names.retain(|name| NOISE.iter().all(|noise| name != noise));
    names.sort();
    Ok(names)
}

/// Walks through a folder, in the order of the names.
#[derive(Default)]
struct Walk {
    names: Vec<PathBuf>,
    digester: Digester,
    bounds: Bounds,
}

impl Walk {
    fn folder(&mut self, folder: &Path, below: &Path) -> Result<()> {
        for name in names_in(folder)? {
            let (path, below) = (folder.join(&name), below.join(&name));
            let facts = fs::symlink_metadata(&path)?;
            let mode = facts.permissions().mode();
            self.bounds.add(&below, if facts.is_file() { facts.len() } else { 0 })?;
            let kind = [facts.is_dir().into(), facts.is_file().into(), (mode & 0o111 != 0).into()];
            self.digester.add(below.as_os_str().as_bytes()).add(kind);
            if facts.is_symlink() {
                self.digester.add(fs::read_link(&path)?.as_os_str().as_bytes());
            } else if facts.is_dir() && mode & 0o500 == 0o500 {
                self.folder(&path, &below)?;
            } else if facts.is_file() && facts.mode() & 0o400 != 0 {
                self.digester.read(File::open(&path)?)?;
                self.names.push(below);
            }
        }
        Ok(())
    }
}
