//! Writes the beginning of a job's expected file into memory, for a diagnosis.

use std::io::Write as _;

use crate::{
    Role, TextPrefix,
    lines::{Follows, Part},
};
use reversi_course::{assignment::Job, cases::ExpectedFile};

/// The text of an expected file, or the beginning of the text.
#[derive(Debug)]
pub(crate) struct ExpectedText {
    text: Vec<u8>,
    is_whole: bool,
}

impl ExpectedText {
    /// The text as a part of a file.
    pub(crate) fn part(&self) -> Part<'_> {
        let follows = if self.is_whole { Follows::Nothing } else { Follows::Unknown };
        Part { follows, ..Part::whole(&self.text) }
    }
}

/// Writes the expected file of a job; if there are several files, up to the length that `check` keeps.
pub(crate) fn expected_text(job: &Job, role: Role, files: usize) -> ExpectedText {
    let most = TextPrefix::LIMIT / files.max(1);
    let mut text = vec![0; most];
    let mut room = &mut text[..];
    // An error means that the buffer is full.
    let written = match role {
        Role::Log => ExpectedFile::Log.write(job, &mut room),
        Role::Moves => ExpectedFile::Moves.write(job, &mut room),
        Role::Board => room.write_all(job.next_board(job.line_ending).as_bytes()),
        // A job has no printed answer.
        Role::Answer => Ok(()),
    };
    let left = room.len();
    text.truncate(most - left);
    ExpectedText { text, is_whole: written.is_ok() }
}
