//! The expected files of a job.

use std::io::{self, Write};

use anyhow::{Context as _, Result};
use serde_json::{Value as Json, json};

use reversi_course::{
    assignment::Job,
    cases::{ExpectedFile, expected_files},
};

/// The largest number of bytes of a file: a browser holds the file in memory.
const MOST_BYTES: usize = 100 << 20;

/// The names and the texts of the files.
pub(crate) fn files(job: &Job) -> Result<Json> {
    let files = expected_files(job).iter().filter(|file| job.is_logged || **file != ExpectedFile::Log);
    let files = files.map(|file| {
        let mut bytes = Limited(Vec::new());
        let name = format!("expected{}", file.suffix());
        file.write(job, &mut bytes).with_context(|| format!("cannot write {name}"))?;
        Ok(json!({ "name": name, "text": String::from_utf8_lossy(&bytes.0) }))
    });
    files.collect()
}

struct Limited(Vec<u8>);

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST_BYTES {
            let limit = MOST_BYTES >> 20;
            return Err(io::Error::other(format!("it has more than {limit} MB, the limit of this page")));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
