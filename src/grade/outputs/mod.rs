//! The outputs of grading. Each output depends only on the results of the class.

mod changes;
mod class_page;
mod classroom50;
mod course_system;
mod grades;
mod gradescope;
mod junit;
mod summary;

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use serde::Serialize;

pub use classroom50::{classroom50, example_classroom50};
pub use course_system::CourseSystem;
pub use gradescope::{gradescope, gradescope_failed};
pub use summary::Summary;

use self::{changes::changes_csv, class_page::class_page, grades::grades_csv, junit::junit};
use super::{
    escape::file_name,
    feedback::{Audience, feedback},
    results::{ClassResults, RESULTS, records},
    times,
};
use reversi_io::{files::output, names::count};

/// The folders that contain a file or a folder for each student, with the suffixes of these names.
const FOLDERS: [(&str, &str); 4] =
    [("feedback", ".md"), ("staff", ".md"), ("gradescope", ".json"), (records::FOLDER, "")];

/// Files or folders that identify a folder with results.
pub const MARKS: [&str; 2] = [records::FOLDER, RESULTS];

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

/// Checks that a folder for results does not exist, is empty, or contains one of the names in `results`.
pub fn check_folder(folder: &Path, results: &[&str]) -> Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.with_context(|| format!("cannot read {}", folder.display()))?,
    };
    let names = entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<BTreeSet<_>>>()?;
    let has_results = results.iter().any(|name| names.contains(std::ffi::OsStr::new(name)));
    match names.first().filter(|_| !has_results) {
        None => Ok(()),
        Some(name) => bail!(
            "{} holds {}, and no results; expected a new folder, an empty one, or one with the results of an earlier run",
            folder.display(),
            name.display()
        ),
    }
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

/// Makes an inner folder of results, and removes the files of students who are not in the class. Only names with the
/// given suffix are removed.
pub fn keep_students<'a>(
    folder: &Path,
    (inner, suffix): (&str, &str),
    class: impl Iterator<Item = &'a str>,
) -> Result<()> {
    let inner = folder.join(inner);
    output::create_folder(&inner)?;
    let known: BTreeSet<String> = class.map(|student| file_name(student, suffix)).collect();
    for entry in fs::read_dir(&inner)? {
        let entry = entry?;
        let is_known = entry.file_name().to_str().is_none_or(|name| known.contains(name) || !name.ends_with(suffix));
        if !is_known {
            let path = entry.path();
            let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// Writes the results of a class into a folder. If writing is interrupted, no file is incomplete. Removes the files of
/// students who are no longer in the class. `times` has the rows of `times.csv`; `audience` reads a student's feedback.
pub fn write_all(
    results: &ClassResults,
    times: &[u8],
    folder: &Path,
    course_system: Option<CourseSystem>,
    audience: Audience,
) -> Result<()> {
    let summary = Summary::of(results);
    let mut files: Vec<(PathBuf, Vec<u8>)> = vec![
        ("grades.csv".into(), grades_csv(results)?),
        ("changes.csv".into(), changes_csv(results)?),
        ("class.md".into(), class_page(results, &summary).into_bytes()),
        ("junit.xml".into(), junit(results).into_bytes()),
        ("times.csv".into(), [times::HEADER.as_bytes(), times].concat()),
    ];
    if let Some(system) = course_system {
        files.push((format!("{}.csv", system.name()).into(), system.table(results)?));
    }
    for student in &results.students {
        let path = |folder: &str, suffix: &str| Path::new(folder).join(file_name(&student.name, suffix));
        files.push((path("feedback", ".md"), feedback(results, student, audience).into_bytes()));
        files.push((path("staff", ".md"), feedback(results, student, Audience::Staff).into_bytes()));
        files.push((path("gradescope", ".json"), gradescope(results, student, None)?));
    }
    for kind in FOLDERS {
        keep_students(folder, kind, results.class.iter().map(String::as_str))?;
    }
    files.iter().try_for_each(|(path, bytes)| output::write(&folder.join(path), bytes))?;
    // `results.json` is written last, because for `--merge` this file shows that the results are complete.
    let mut json = serde_json::to_vec_pretty(&WithSummary { results, summary })?;
    json.push(b'\n');
    output::write(&folder.join(RESULTS), &json)
}
