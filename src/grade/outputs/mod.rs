//! What is written of the results of a class. Each is a function of them alone.

mod feedback;
mod grades;
mod texts;

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

pub use feedback::feedback;
pub use grades::grades_csv;

use super::{plain::file_name, results::ClassResults};
use crate::files::output::{self, Output};

/// What is written, beside what always is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Numbers in place of names in the table of grades.
    pub is_anonymous: bool,
}

/// Writes the results of a class into a folder: all files or none.
///
/// # Errors
/// A file that cannot be written.
pub fn write_all(results: &ClassResults, folder: &Path, options: Options) -> Result<()> {
    let mut files: Vec<(PathBuf, Vec<u8>)> = vec![("grades.csv".into(), grades_csv(results, options.is_anonymous)?)];
    for student in &results.students {
        let path = Path::new("feedback").join(file_name(&student.name, ".md"));
        files.push((path, feedback(results, student).into_bytes()));
    }
    let mut json = serde_json::to_vec_pretty(results)?;
    json.push(b'\n');
    files.push(("results.json".into(), json));
    for (path, bytes) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot create the folder {}", parent.display()))?;
        }
        write(&path, &bytes)?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes)?;
    output::commit_all([output]).map(drop)
}
