//! The outputs of grading. Each is a function of the results of the class alone.

mod classroom;
mod course_system;
mod grades;
mod gradescope;
mod junit;
mod summary;
mod tests;

use std::path::{Path, PathBuf};

use anyhow::Result;

pub use classroom::classroom;
pub use course_system::CourseSystem;
pub use grades::grades_csv;
pub use gradescope::{gradescope, gradescope_failed};
pub use junit::junit;
pub use summary::summary;

use super::{escape::file_name, feedback::feedback, results::ClassResults};
use crate::files::output;

/// Which outputs are written beside those that always are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Numbers in place of names in the table of grades.
    pub is_anonymous: bool,
    /// The form of a course system.
    pub course_system: Option<CourseSystem>,
}

/// Writes the results of a class into a folder, each file whole or not at all.
///
/// # Errors
/// A file that cannot be written.
pub fn write_all(results: &ClassResults, folder: &Path, options: Options) -> Result<()> {
    let mut files: Vec<(PathBuf, Vec<u8>)> = vec![
        ("grades.csv".into(), grades_csv(results, options.is_anonymous)?),
        ("junit.xml".into(), junit(results)?.into_bytes()),
    ];
    if let Some(system) = options.course_system {
        files.push((format!("{}.csv", system.name()).into(), system.table(results, options.is_anonymous)?));
    }
    for student in &results.students {
        let path = |folder: &str, suffix: &str| Path::new(folder).join(file_name(&student.name, suffix));
        files.push((path("feedback", ".md"), feedback(results, student).into_bytes()));
        files.push((path("gradescope", ".json"), gradescope(results, student, None)?));
    }
    for name in ["feedback", "gradescope"] {
        output::create_folder(&folder.join(name))?;
    }
    files.iter().try_for_each(|(path, bytes)| output::write(&folder.join(path), bytes))?;
    // `results.json` comes last, because `--merge` takes it for the sign that a part is complete.
    let mut json = serde_json::to_vec_pretty(results)?;
    json.push(b'\n');
    output::write(&folder.join(RESULTS), &json)
}

/// The file with all results.
pub const RESULTS: &str = "results.json";
