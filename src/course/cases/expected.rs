//! Writes the expected files of a case, for graders that compare files.

use std::io::{self, Write};

use crate::assignment::{Job, OutputForm};

/// A file that a job writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedFile {
    Moves,
    /// The log of a game's first search.
    Log,
    /// The next board and the log, in one file.
    Output,
    Answer,
}

/// The kinds of files that a job writes.
pub fn expected_files(job: &Job) -> &'static [ExpectedFile] {
    match job.assignment.output {
        OutputForm::Game => &[ExpectedFile::Moves, ExpectedFile::Log],
        OutputForm::Next => &[ExpectedFile::Output],
    }
}

impl ExpectedFile {
    /// The file's key in the configuration of `grade`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Log => "log",
            Self::Output => "output",
            Self::Answer => "answer",
        }
    }

    /// The end of the file's name; the name of the case comes before.
    pub fn suffix(self) -> String {
        if self == Self::Answer { ".txt".to_owned() } else { format!("-{}.txt", self.key()) }
    }

    /// Writes the file of a job.
    pub fn write(self, job: &Job, mut sink: &mut (dyn Write + Send)) -> io::Result<()> {
        let search = job.task.search();
        match self {
            Self::Moves => {
                let steps = job.task.steps();
                let moves: String = steps.map(|step| step.text(job, job.line_ending)).collect();
                sink.write_all(moves.as_bytes())
            }
            Self::Log => search.write_log(job.row_format(), job.line_ending, &mut sink).map(drop),
            Self::Output => {
                sink.write_all(job.next_board(job.line_ending).as_bytes())?;
                if job.is_logged {
                    search.write_log(job.row_format(), job.line_ending, &mut sink).map(drop)
                } else {
                    Ok(())
                }
            }
            // No job prints its answer.
            Self::Answer => Ok(()),
        }
    }
}
