//! Records: the result of each student is written as soon as it is known, so that a later run goes on from there.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::{
    Graded,
    times::{CommandTime, Times},
};
use crate::{
    files::output,
    grade::{digest::Digest, escape},
};

/// The records in a folder of results.
#[derive(Debug)]
pub struct Records {
    folder: PathBuf,
    times_file: PathBuf,
    /// How long the commands of each student took, by the name as a cell of the table.
    times: Mutex<BTreeMap<String, Times>>,
}

/// The record of a student.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudentRecord {
    /// What the result depends on beside the submission; a later run knows by it that the record is still valid.
    pub procedure: Digest,
    /// The submission, likewise.
    pub submission: Digest,
    /// The result of the submission.
    pub graded: Graded,
}

impl Records {
    /// Opens the records in a folder of results, and makes the folder if there is none.
    /// Errors: a folder that cannot be made, and times that cannot be read.
    pub fn open(results: &Path) -> Result<Self> {
        let folder = results.join(FOLDER);
        output::create_folder(&folder)?;
        let times_file = results.join(TIMES);
        let times = Mutex::new(read_times(&times_file)?);
        Ok(Self { folder, times_file, times })
    }

    /// How many students have a record.
    pub fn count(&self) -> usize {
        fs::read_dir(&self.folder).map_or(0, |entries| entries.flatten().count())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(escape::file_name(name, ".json"))
    }

    /// The record of a student; `None` if there is none, or if another version of this program wrote it in another form.
    pub fn find(&self, name: &str) -> Option<StudentRecord> {
        serde_json::from_slice(&fs::read(self.path(name)).ok()?).ok()
    }

    /// Writes the record of a student, whole or not at all. `times` is `None` for a record that was made elsewhere.
    /// Errors: a file that cannot be written.
    pub fn keep(&self, name: &str, record: &StudentRecord, times: Option<Times>) -> Result<()> {
        if let Some(times) = times {
            // A panic cannot leave the map half changed.
            let mut all = self.times.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(escape::cell(name), times);
            output::write(&self.times_file, &times_csv(&all)?)?;
        }
        output::write(&self.path(name), &serde_json::to_vec(record)?)
    }

    /// Adds the records and the times of some students who were graded elsewhere.
    /// Errors: a file that cannot be written.
    pub fn add<'a>(&self, other: &Self, names: impl IntoIterator<Item = &'a str>) -> Result<()> {
        for name in names {
            if let Some(record) = other.find(name) {
                self.keep(name, &record, None)?;
            }
        }
        let mut all = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(read_times(&other.times_file)?);
        output::write(&self.times_file, &times_csv(&all)?)
    }
}

/// The folder of the records in a folder of results.
pub const FOLDER: &str = "records";

const TIMES: &str = "times.csv";

/// Reads a file of times up to the first row that is none; a missing file has no rows.
fn read_times(path: &Path) -> Result<BTreeMap<String, Times>> {
    let mut all: BTreeMap<String, Times> = BTreeMap::new();
    let text = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(all),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let rows = csv::Reader::from_reader(text.as_slice()).into_deserialize();
    for (name, what, processor, wall, memory) in rows.map_while(Result::ok) {
        let name: String = name;
        all.entry(name).or_default().push(CommandTime { what, processor, wall, memory });
    }
    Ok(all)
}

fn times_csv(all: &BTreeMap<String, Times>) -> Result<Vec<u8>> {
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(["student", "command", "processor seconds", "seconds", "bytes of memory"])?;
    for (name, command) in all.iter().flat_map(|(name, times)| times.iter().map(move |one| (name, one))) {
        rows.serialize((name, &command.what, command.processor, command.wall, command.memory))?;
    }
    Ok(rows.into_inner()?)
}
