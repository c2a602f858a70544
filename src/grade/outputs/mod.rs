//! The outputs of grading. Each output depends only on the results of the class.

mod changes;
mod class_page;
mod course_system;
mod grades;
mod gradescope;
mod summary;

use std::{
    collections::BTreeSet,
    fs::{self, Permissions},
    io::{self, Write as _},
    iter,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use serde::Serialize;

pub use course_system::CourseSystem;
pub use gradescope::{gradescope, gradescope_failed};
pub use summary::Summary;

use self::{changes::changes_csv, class_page::class_page, grades::grades_csv};
use super::{
    escape::file_name,
    feedback::feedback,
    results::{ClassResults, RESULTS, check_name, records},
    times,
};
use reversi_io::{files::output, names::count};

/// The folders that contain a file or a folder for each student, with the suffixes of these names.
const FOLDERS: [(&str, &str); 3] = [("feedback", ".md"), ("staff", ".md"), (records::FOLDER, "")];

/// The program whose results a folder has. A hidden file of the folder names the students whose files may be removed.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Grade,
    Tournament,
}

impl Kind {
    /// The path of the hidden file, by which a later run recognises the folder.
    fn mark(self, folder: &Path) -> PathBuf {
        folder.join(if matches!(self, Self::Grade) { ".reversi-grade" } else { ".reversi-tournament" })
    }

    /// The students of earlier runs; empty if an earlier run was interrupted at its beginning.
    fn students(self, folder: &Path) -> Result<BTreeSet<String>> {
        let mark = self.mark(folder);
        let names: BTreeSet<String> =
            fs::read(&mark).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        names.iter().try_for_each(|name| check_name(name, &mark))?;
        Ok(names)
    }

    /// Marks a folder as a folder with results of these students, in addition to those of earlier runs.
    pub fn claim<'a>(self, folder: &Path, students: impl Iterator<Item = &'a str>) -> Result<()> {
        let mut all = self.students(folder)?;
        for student in students {
            check_name(student, folder)?;
            all.insert(student.to_owned());
        }
        output::create_folder(folder)?;
        output::write(&self.mark(folder), &serde_json::to_vec(&all)?)
    }
}

/// The results of a class and the summary of the results.
#[derive(Serialize)]
struct WithSummary<'a> {
    #[serde(flatten)]
    results: &'a ClassResults,
    summary: Summary,
}

/// Checks that the folder for results is not inside the folder of submissions.
pub fn check_outside(out: &Path, submissions: &Path) -> Result<()> {
    let mut above = out.ancestors().map(|above| if above.as_os_str().is_empty() { Path::new(".") } else { above });
    let existing = above.find_map(|above| above.canonicalize().ok()).unwrap_or_default();
    if submissions.canonicalize().is_ok_and(|folder| existing.starts_with(folder)) {
        bail!("--out {} is inside the submissions folder; expected another folder", out.display());
    }
    Ok(())
}

/// Checks that a folder for results does not exist, is empty, or has the mark of an earlier run.
pub fn check_folder(folder: &Path, kind: Kind) -> Result<()> {
    let mut entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            bail!("{} is a file; expected a folder for the results, such as --out results", folder.display())
        }
        entries => entries.with_context(|| format!("cannot read {}", folder.display()))?,
    };
    match entries.next().transpose()?.filter(|_| !kind.mark(folder).exists()) {
        None => refuse_links(folder),
        Some(entry) => bail!(
            "{} holds {}, and no results; expected a new folder, an empty one, or one with the results of an earlier run",
            folder.display(),
            entry.file_name().display()
        ),
    }
}

/// Refuses links inside a folder for results, because they lead to files elsewhere.
fn refuse_links(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let kind = entry.file_type()?;
        ensure!(!kind.is_symlink(), "{} is a link; expected a file or a folder of its own", entry.path().display());
        if kind.is_dir() {
            refuse_links(&entry.path())?;
        }
    }
    Ok(())
}

/// Writes a file into a folder that a submission may have filled. A link is never followed: the new file gets its name
/// only after it is complete, and a link with this name is an error.
pub fn write_beside(path: &Path, bytes: &[u8]) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|facts| facts.is_symlink());
    let folders = path.ancestors().skip(1).filter(|_| path.is_relative());
    if let Some(link) = iter::once(path).chain(folders).find(|path| is_link(path)) {
        bail!("{} is a link; expected a file of its own", link.display());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file =
        tempfile::Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder).with_context(cannot)?;
    file.write_all(bytes).with_context(cannot)?;
    file.persist(path).map(drop).with_context(cannot)
}

/// Refuses a folder with the results of another class (without a common student), because they would be deleted. For
/// each student, the inner folder has a member whose name ends in the suffix.
pub fn check_class<'a>(
    folder: &Path,
    (inner, suffix): (&str, &str),
    mut names: impl Iterator<Item = &'a str>,
) -> Result<()> {
    let records = folder.join(inner);
    let known = if records.exists() { fs::read_dir(&records)?.flatten().count() } else { 0 };
    if known > 0 && !names.any(|name| records.join(file_name(name, suffix)).exists()) {
        let of = count(known, "student");
        bail!("{} holds the results of {of}; none of them is in this class; expected another folder", folder.display());
    }
    Ok(())
}

/// Makes inner folders of results, and removes the files of students of earlier runs who are not in the class. No other
/// file is removed. Each folder has the suffix of its files, and the names of the class in this folder.
pub fn keep_students((folder, kind): (&Path, Kind), inner: &[((&str, &str), &BTreeSet<&str>)]) -> Result<()> {
    let known = kind.students(folder)?;
    for ((name, suffix), present) in inner {
        let inner = folder.join(name);
        output::create_folder(&inner)?;
        for student in known.iter().filter(|student| !present.contains(student.as_str())) {
            let path = inner.join(file_name(student, suffix));
            let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            let removed = removed.or_else(|error| if path.exists() { Err(error) } else { Ok(()) });
            removed.with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    let present: BTreeSet<&&str> = inner.iter().flat_map(|(_, present)| present.iter()).collect();
    output::write(&kind.mark(folder), &serde_json::to_vec(&present)?)
}

/// Writes the results of a class into a folder. If writing is interrupted, no file is incomplete. Removes the files of
/// students who are no longer in the class. `times` has the rows of `times.csv`;
pub fn write_all(
    results: &ClassResults,
    times: &[u8],
    folder: &Path,
    course_system: Option<CourseSystem>,
) -> Result<()> {
    let (all, results) = (results, &*results.without_names());
    let summary = Summary::of(results);
    let mut files: Vec<(PathBuf, Vec<u8>)> = vec![
        ("grades.csv".into(), grades_csv(results)?),
        ("changes.csv".into(), changes_csv(results)?),
        ("class.md".into(), class_page(results, &summary).into_bytes()),
        ("times.csv".into(), [times::HEADER.as_bytes(), times].concat()),
    ];
    if let Some(system) = course_system {
        files.push((format!("{}.csv", system.name()).into(), system.table(results)?));
    }
    for student in &results.students {
        let path = |folder: &str, suffix: &str| Path::new(folder).join(file_name(&student.name, suffix));
        files.push((path("feedback", ".md"), feedback(results, student, false).into_bytes()));
        files.push((path("staff", ".md"), feedback(results, student, true).into_bytes()));
    }
    let class = all.class.iter().map(String::as_str).collect();
    // An old letter of a student who is not graded now would be wrong.
    let graded = results.students.iter().map(|student| student.name.as_str()).collect();
    let with_names =
        |folder: (&'static str, &'static str)| (folder, if folder.0 == records::FOLDER { &class } else { &graded });
    keep_students((folder, Kind::Grade), &FOLDERS.map(with_names))?;
    files.iter().try_for_each(|(path, bytes)| output::write(&folder.join(path), bytes))?;
    // `results.json` is written last, because a later run compares its names and points.
    let mut json = serde_json::to_vec_pretty(&WithSummary { results: all, summary })?;
    json.push(b'\n');
    output::write(&folder.join(RESULTS), &json)
}
