//! Submissions: a folder or an archive for each student, and the files in it.

pub mod archive;
mod bounds;
pub mod entries;
pub(super) mod executables;
pub mod sources;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read as _, Seek as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use self::{
    archive::Form,
    entries::{Entries, Entry, is_noise},
};
use super::{digest::Digest, escape};
use crate::sandbox::{FileSource, Unusable};

/// The extensions of archives and documents that students submit but `grade` cannot read.
const UNREADABLE: [&str; 10] = ["rar", "7z", "pdf", "gz", "bz2", "xz", "zst", "doc", "docx", "odt"];

/// The submission of a student.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Submission {
    /// The name of the folder or archive; for a download, only the student's name and number in it.
    pub name: String,
    /// The path of the submission; `None` for a student of the roster without a submission.
    pub path: Option<PathBuf>,
    /// Files that Canvas downloads one by one, by the names that the student gave them; empty for other submissions.
    pub loose: BTreeMap<PathBuf, PathBuf>,
}

impl Submission {
    /// The submissions in a folder, sorted by name, and all other files, with the names that they would have as
    /// submissions. Links count as other files, because a link could lead to another student's submission.
    /// Returns an error if two submissions have the same name.
    pub fn all(folder: &Path) -> Result<(Vec<Self>, Vec<Self>)> {
        let cannot_read = || format!("cannot read the folder {}", folder.display());
        let (mut submissions, mut others) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(folder).with_context(cannot_read)? {
            let entry = entry.with_context(cannot_read)?;
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") || is_noise(Path::new(&entry.file_name())) {
                continue;
            }
            let found = if path.is_symlink() { Ok(None) } else { Self::at(&path) };
            match found.with_context(|| format!("cannot read {}", escape::line(&path.to_string_lossy())))? {
                Some(submission) => submissions.push(submission),
                None => others.push(Self::new(student(&stem(&path)), Some(path))),
            }
        }
        Self::join_loose(&mut submissions, &mut others);
        others.sort();
        // If a student has a readable submission, a document does not count as a second submission.
        submissions.sort_by_cached_key(|one| (student(&one.name), !one.is_readable(), one.path.clone()));
        submissions.dedup_by(|one, before| student(&one.name) == student(&before.name) && !one.is_readable());
        // If a student has several downloads, they keep their whole names, and a person decides.
        let students: Vec<String> = submissions.iter().map(|one| student(&one.name)).collect();
        for (one, name) in submissions.iter_mut().zip(&students) {
            if students.iter().filter(|other| *other == name).count() == 1 {
                one.name.clone_from(name);
            }
        }
        submissions.sort();
        if let Some(pair) = submissions.windows(2).find(|pair| pair[0].name == pair[1].name) {
            let [one, other] = [&pair[0], &pair[1]].map(Self::file_name);
            bail!("{one} and {other} both belong to {}; expected one submission per student", pair[0].name);
        }
        Ok((submissions, others))
    }

    /// A submission at a path.
    pub const fn new(name: String, path: Option<PathBuf>) -> Self {
        Self { name, path, loose: BTreeMap::new() }
    }

    /// Makes a submission of the files of a student that Canvas downloads one by one, if there are sources among them
    /// and no other submission.
    fn join_loose(submissions: &mut Vec<Self>, others: &mut Vec<Self>) {
        let has_other = |name: &str| submissions.iter().any(|one| one.is_readable() && student(&one.name) == name);
        let mut joined: BTreeMap<String, BTreeMap<PathBuf, PathBuf>> = BTreeMap::new();
        for path in others.iter().filter_map(|one| one.path.as_ref()) {
            let is_file = path.is_file() && !path.is_symlink();
            if let Some((student, file)) = loose_file(path).filter(|(student, _)| is_file && !has_other(student)) {
                let files = joined.entry(student).or_default();
                let file = Some(file).filter(|file| !files.contains_key(file));
                files.insert(file.unwrap_or_else(|| path.file_name().unwrap_or_default().into()), path.clone());
            }
        }
        joined.retain(|_, files| files.keys().any(|name| sources::is_source(name)));
        others.retain(|one| !joined.values().flat_map(BTreeMap::values).any(|path| one.path.as_ref() == Some(path)));
        submissions.extend(joined.into_iter().map(|(name, loose)| {
            let path = loose.values().next().cloned();
            Self { name, path, loose }
        }));
    }

    /// The same submission with the name of its student instead of the name of a download.
    #[must_use]
    pub fn of_student(self) -> Self {
        Self { name: student(&self.name), ..self }
    }

    /// The submission at a path: a folder, an archive, or a file of another kind that students submit. `None` for all
    /// other paths.
    pub fn at(path: &Path) -> io::Result<Option<Self>> {
        let facts = match fs::metadata(path) {
            // The path is a symbolic link to a file that does not exist.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            facts => facts?,
        };
        let name = if facts.is_dir() {
            // `.` and `..` are not useful as names, so the name of the real folder is used.
            let full = path.canonicalize()?;
            escape::line(&path.file_name().or(full.file_name()).unwrap_or_default().to_string_lossy())
        } else {
            stem(path)
        };
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let is_usual = form(path).is_some() || UNREADABLE.iter().any(|usual| extension == *usual);
        Ok((facts.is_dir() || facts.is_file() && is_usual).then(|| Self::new(name, Some(path.into()))))
    }

    /// The name of the submission's folder or file, without characters that a terminal cannot show.
    pub fn file_name(&self) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
        escape::short(&name.unwrap_or_default().to_string_lossy())
    }

    /// False for a document, and for a text that a student typed into Moodle.
    fn is_readable(&self) -> bool {
        let is_typed = self.file_name().contains("_assignsubmission_onlinetext");
        !self.loose.is_empty()
            || !is_typed && self.path.as_deref().is_some_and(|path| path.is_dir() || form(path).is_some())
    }

    /// Opens the submission.
    pub fn open(&self) -> Result<Contents> {
        let entries = match &self.path {
            None => bail!("nothing was submitted"),
            Some(_) if !self.loose.is_empty() => Entries::of_files(&self.loose)?,
            Some(path) if fs::metadata(path)?.is_dir() => Entries::of_folder(path)?,
            Some(path) => archive::read(path)?,
        };
        let entries = entries.within_outer_folder();
        Ok(Contents { digest: entries.digest()?, entries, folder: PathBuf::new(), of_course: BTreeMap::new() })
    }
}

/// The format of the archive at a path; `None` if the file is not a readable archive.
fn form(path: &Path) -> Option<Form> {
    Form::of(&path.file_name()?.to_string_lossy()).map(|(form, _)| form)
}

/// The student's name and number in the name of a download from Canvas, Moodle or Blackboard, or else the whole name.
pub(super) fn student(name: &str) -> String {
    let is_number = |field: &str| !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    match name.split('_').filter(|field| *field != "LATE").collect::<Vec<_>>()[..] {
        // `John Smith_48213_assignsubmission_file_` of Moodle, `smithjohn_LATE_48213_990121_hw2` of Canvas.
        [who, id, "assignsubmission", _, ..] if is_number(id) => format!("{who}_{id}"),
        [who, id, file, _, ..] if !is_number(who) && is_number(id) && is_number(file) => format!("{who}_{id}"),
        // `Homework 2_smithj_attempt_2013-10-15-20-00-00_hw2` of Blackboard.
        [_, who, "attempt", _, ..] => who.to_owned(),
        _ => name.to_owned(),
    }
}

/// The student and the file's own name in the path of a file that Canvas downloads, such as
/// `smithjohn_LATE_48213_990121_Main-1.java`. Canvas adds a number to files that a student submits again.
fn loose_file(path: &Path) -> Option<(String, PathBuf)> {
    let name = path.file_name()?.to_str()?;
    let student = student(name);
    let (_, after) = name.split_once(student.split('_').next_back()?)?;
    let (_, file) = after.strip_prefix('_')?.split_once('_').filter(|_| student != name)?;
    let own = file.strip_suffix(".java").and_then(|stem| {
        let (own, number) = stem.rsplit_once('-')?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("{own}.java"))
    });
    Some((escape::line(&student), own.unwrap_or_else(|| file.to_owned()).into()))
}

/// The name of a file without the suffix of its format.
fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    escape::line(Form::of(&name).map_or(stem.strip_suffix(".tar").unwrap_or(&stem), |(_, stem)| stem))
}

/// The contents of a submission, without an outer folder that contains everything, and without files that macOS adds.
#[derive(Clone, Debug)]
pub struct Contents {
    entries: Entries,
    /// The path of the folder inside the submission that has these contents.
    pub folder: PathBuf,
    pub digest: Digest,
    /// The files of the course among these contents. True if the file replaced a submitted one.
    pub of_course: BTreeMap<PathBuf, bool>,
}

impl Contents {
    /// Removes all compiled programs from the contents. Returns the paths and kinds of the removed programs.
    pub fn leave_out_executables(&mut self) -> Vec<(PathBuf, &'static str)> {
        let mut left_out = Vec::new();
        self.entries.by_path.retain(|path, entry| match entry {
            Entry::File { made: Some(kind), .. } => {
                left_out.push((path.to_owned(), *kind));
                false
            }
            _ => true,
        });
        left_out
    }

    /// The contents of a folder.
    pub fn within(&self, folder: &Path) -> Self {
        let entries = self.entries.within(folder);
        let inner = self.of_course.iter().filter_map(|(path, is_new)| Some((path.strip_prefix(folder).ok()?, *is_new)));
        let of_course = inner.map(|(path, is_new)| (path.to_owned(), is_new)).collect();
        Self { entries, folder: self.folder.join(folder), digest: self.digest.clone(), of_course }
    }

    /// Adds files of the course, and the members of folders. They replace submitted files of the same names.
    pub fn add(&mut self, paths: &[PathBuf]) -> Result<()> {
        for path in paths {
            let added = if path.is_dir() {
                Entries::of_folder(path)?
            } else {
                let name = path.file_name().unwrap_or_default();
                Entries::of_files(&BTreeMap::from([(name.into(), path.clone())]))?
            };
            for (name, entry) in added.by_path {
                if !matches!(entry, Entry::Folder) {
                    let before = self.entries.by_path.len();
                    self.entries.by_path.retain(|path, _| !path.starts_with(&name));
                    self.of_course.insert(name.clone(), self.entries.by_path.len() < before);
                }
                self.entries.by_path.insert(name, entry);
            }
        }
        Ok(())
    }

    /// The paths of all regular files, in order.
    pub fn names(&self) -> impl Iterator<Item = &Path> {
        self.entries
            .by_path
            .iter()
            .filter(|(_, entry)| matches!(entry, Entry::File { .. }))
            .map(|(path, _)| path.as_path())
    }

    /// The files that the course has added.
    pub fn files_of_course(&self) -> impl Iterator<Item = FileSource> {
        self.files(&[]).into_iter().filter(|file| match file {
            FileSource::Stored(name, _) => self.of_course.contains_key(name),
            _ => false,
        })
    }

    /// All files for the folder of a program, without some paths and everything below them.
    pub fn files(&self, without: &[&str]) -> Vec<FileSource> {
        let is_wanted =
            |path: &Path| !path.ancestors().any(|above| without.iter().any(|name| above == Path::new(name)));
        let wanted = self.entries.by_path.iter().filter(|(path, _)| is_wanted(path));
        let sources = wanted.filter_map(|(path, entry)| match (path.clone(), entry) {
            (name, Entry::Folder) => Some(FileSource::EmptyFolder(name)),
            (name, Entry::Link(target)) => Some(FileSource::Link(name, target.clone())),
            (name, Entry::File { file, .. }) => Some(FileSource::Stored(name, file.clone())),
            (_, Entry::Closed) => None,
        });
        sources.collect()
    }

    /// Opens a copy of a file.
    pub fn open(&self, path: &Path) -> Result<File, Unusable> {
        let stored = match self.entries.by_path.get(path) {
            None => return Err(Unusable::Missing),
            Some(Entry::Folder) => return Err(Unusable::NotAFile),
            Some(Entry::Link(_)) => return Err(Unusable::Link),
            Some(Entry::Closed) => return Err(Unusable::Forbidden),
            Some(Entry::File { file, .. }) => file,
        };
        // The copy does not have a name, so closing the copy removes it.
        let copy = || {
            let mut copy = tempfile::tempfile()?;
            io::copy(&mut stored.reader(), &mut copy)?;
            copy.rewind()?;
            Ok(copy)
        };
        copy().map_err(Unusable::Failed)
    }

    /// The text of a file, at most `most` bytes; empty if the file does not exist.
    pub fn text(&self, path: &Path, most: u64) -> io::Result<String> {
        let Some(Entry::File { file, .. }) = self.entries.by_path.get(path) else { return Ok(String::new()) };
        let mut bytes = Vec::new();
        file.reader().take(most).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
