//! What is known of each student, kept as soon as it is known: what makes a run go on where another was stopped.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
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
    files::output::{self, Output},
    grade::{digest::Digest, escape},
};

/// The results of a folder, student by student.
#[derive(Debug)]
pub struct Records {
    folder: PathBuf,
    times_file: PathBuf,
    /// What the commands of all students took.
    times: Mutex<BTreeMap<String, Times>>,
}

/// What is known of a student.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What tells whether it is still true.
    pub key: Digest,
    /// What came of the submission.
    pub graded: Graded,
}

impl Records {
    /// Those in a folder for results, which is made where it is not there.
    ///
    /// # Errors
    /// A folder that cannot be made, and times that cannot be read.
    pub fn open(results: &Path) -> Result<Self> {
        let folder = results.join("records");
        output::create_folder(&folder)?;
        let times_file = results.join(TIMES);
        let times = Mutex::new(read_times(&times_file)?);
        Ok(Self { folder, times_file, times })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(escape::file_name(name, ".json"))
    }

    /// What is known of a student; nothing where that cannot be read any more, or is of another program.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Record> {
        serde_json::from_slice(&fs::read(self.path(name)).ok()?).ok()
    }

    /// Keeps what is known of a student: all of it or nothing. `times` is none where it is not new.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep(&self, name: &str, record: &Record, times: Option<Times>) -> Result<()> {
        if let Some(times) = times {
            // What is in it is whole between any two students.
            let mut all = self.times.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(name.to_owned(), times);
            write(&self.times_file, &times_csv(&all)?)?;
        }
        write(&self.path(name), &serde_json::to_vec(record)?)
    }

    /// Waits until what is known of some students is on the disk, where that is wanted: an earlier run may not have.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn sync<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<()> {
        let records = names.into_iter().map(|name| self.path(name));
        output::sync_existing(&records.chain([self.times_file.clone()]).collect::<Vec<_>>())
    }

    /// Adds what the commands of other students took, who were graded elsewhere.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn add_times(&self, other: &Self) -> Result<()> {
        let mut all = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(read_times(&other.times_file)?);
        write(&self.times_file, &times_csv(&all)?)
    }
}

const TIMES: &str = "times.csv";

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes)?;
    output.commit()
}

/// What stands in a file of times, up to what is no such row; nothing where there is no file.
fn read_times(path: &Path) -> Result<BTreeMap<String, Times>> {
    let mut all: BTreeMap<String, Times> = BTreeMap::new();
    let text = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(all),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let rows = csv::Reader::from_reader(text.as_slice()).into_deserialize();
    for (name, what, processor, wall, memory) in rows.map_while(Result::ok) {
        let name: String = name;
        all.entry(name).or_default().commands.push(CommandTime { what, processor, wall, memory });
    }
    Ok(all)
}

fn times_csv(all: &BTreeMap<String, Times>) -> Result<Vec<u8>> {
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(["student", "command", "processor seconds", "seconds", "bytes of memory"])?;
    for (name, command) in all.iter().flat_map(|(name, times)| times.commands.iter().map(move |one| (name, one))) {
        rows.serialize((name, &command.what, command.processor, command.wall, command.memory))?;
    }
    Ok(rows.into_inner()?)
}
