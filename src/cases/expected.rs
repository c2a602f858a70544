//! The expected files of a case, for graders that compare files.

use std::{
    io::{self, Write},
    sync::{Arc, atomic::AtomicBool},
};

use crate::{
    assignment::{Dialect, Job, MovesFile, NextBoard},
    log::LogFormat,
};

/// A file that a job writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedFile {
    /// The moves file of 2013.
    Moves,
    /// The log of 2013.
    Log,
    /// The output of the later years.
    Output,
}

/// The files of a job.
#[must_use]
pub fn expected_files(job: &Job) -> &'static [ExpectedFile] {
    if job.dialect == Dialect::USC2013 { &[ExpectedFile::Moves, ExpectedFile::Log] } else { &[ExpectedFile::Output] }
}

impl ExpectedFile {
    /// What the name of the file ends in, after that of the case.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Moves => "-moves.txt",
            Self::Log => "-log.txt",
            Self::Output => "-output.txt",
        }
    }

    /// Writes the file of a job.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn write(self, job: &Job, mut sink: &mut (dyn Write + Send)) -> io::Result<()> {
        let search = job.task.search();
        let format = LogFormat::Spelled(job.spelling);
        match self {
            Self::Moves => {
                let mut moves = MovesFile::new(Vec::new(), job.line_ending);
                job.task.steps(Arc::new(AtomicBool::new(false))).try_for_each(|step| moves.write(&step))?;
                sink.write_all(&moves.into_inner())
            }
            Self::Log => search.write_log(format, job.line_ending, &mut sink).map(drop),
            Self::Output => {
                let last_line_end = job.is_logged || job.spelling.last_line_end;
                sink.write_all(NextBoard::of(&job.task).text(job.line_ending, last_line_end).as_bytes())?;
                if job.is_logged { search.write_log(format, job.line_ending, &mut sink).map(drop) } else { Ok(()) }
            }
        }
    }
}
