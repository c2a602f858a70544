//! Keeps the result of each student as soon as it is known, so that an interrupted run can be continued.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::Graded;
use crate::{
    digest::Digest,
    escape,
    times::{CommandTime, rows},
};
use reversi_io::files::output;

/// The records of all students in a folder of results; each student has a folder.
#[derive(Debug)]
pub struct Records {
    folder: PathBuf,
}

/// Digests of a submission and of its recipe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmissionDigest {
    pub files: Digest,
    pub recipe: Digest,
}

/// The result of a student, as kept for later runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudentRecord {
    /// A digest of everything that influences the result, apart from the submission. A later run compares this digest
    /// to check that the record is valid.
    pub procedure: Digest,
    /// Digests of the cases, in their order.
    pub cases: Vec<(String, Digest)>,
    pub submission: SubmissionDigest,
    /// The names of the cases that were hidden when they ran.
    pub hidden: Vec<String>,
    pub graded: Graded,
}

pub const FOLDER: &str = "records";

/// A record has a file with results and a file with times. Only the times differ between runs.
const GRADED: &str = "graded.json";
const TIMES: &str = "times.csv";

impl Records {
    /// Opens the records in a folder of results, and makes the folder if necessary.
    pub fn open(results: &Path) -> Result<Self> {
        let folder = results.join(FOLDER);
        output::create_folder(&folder)?;
        Ok(Self { folder })
    }

    /// The number of students who have a record.
    pub fn count(&self) -> usize {
        let is_graded = |entry: &fs::DirEntry| entry.path().join(GRADED).exists();
        fs::read_dir(&self.folder).map_or(0, |entries| entries.flatten().filter(is_graded).count())
    }

    fn path(&self, name: &str, file: &str) -> PathBuf {
        self.folder.join(escape::file_name(name, "")).join(file)
    }

    /// The record of a student; `None` without a record, or if another version wrote the record in another form.
    pub fn find(&self, name: &str) -> Option<StudentRecord> {
        serde_json::from_slice(&fs::read(self.path(name, GRADED)).ok()?).ok()
    }

    /// Writes the record of a student. If writing is interrupted, no file is incomplete.
    pub(crate) fn keep(&self, name: &str, record: &StudentRecord, times: &[CommandTime]) -> Result<()> {
        output::create_folder(&self.folder.join(escape::file_name(name, "")))?;
        // The result is written last. If the result exists, the times also exist.
        output::write(&self.path(name, TIMES), &rows(name, times)?)?;
        output::write(&self.path(name, GRADED), &serde_json::to_vec(record)?)
    }

    /// The rows of `times.csv` for some students, each with its name and the shown name.
    pub fn times<'a>(&self, names: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Vec<u8>> {
        let mut all = escape::table();
        for (path, shown) in names.into_iter().map(|(name, shown)| (self.path(name, TIMES), shown)) {
            let times = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            for row in csv::ReaderBuilder::new().has_headers(false).from_reader(&*times).records() {
                let row = row?;
                let cells = row.iter().skip(1).map(str::to_owned);
                all.write_record([escape::cell(shown)].into_iter().chain(cells))?;
            }
        }
        Ok(all.into_inner()?)
    }
}
