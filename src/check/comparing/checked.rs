//! The result of checking a job's files.

use std::borrow::Cow;

use crate::{
    FileReport, Part, Role, TextPrefix,
    diagnosis::{self, Case, Diagnosis, Evidence, diagnose_checked},
    kind::{is_board_row, squares_of},
};
use reversi_course::assignment::Job;

/// The number of lines that show whether a file is a log or a moves file: eight steps of a game.
const LINES_OF_ROLE: usize = 100;

/// The result of a check.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    pub report: Report,
    /// The checked texts: the moves file, then the log; or the single output file.
    pub texts: Vec<TextPrefix>,
}

/// The report on a submission.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// A report for each file, or for each of the two parts of an output.
    pub files: Vec<FileReport>,
    /// True if each file was given as the other one: the moves file as the log, the log as the moves file.
    pub are_swapped: bool,
    pub diagnosis: Option<Diagnosis>,
}

impl Report {
    /// True if no file differs from the expected file.
    pub fn is_same(&self) -> bool {
        !self.are_swapped && self.files.iter().all(FileReport::is_same)
    }

    /// True if no file differs in more than the format.
    pub fn is_right(&self) -> bool {
        !self.are_swapped && self.files.iter().all(|file| file.is_same() || file.is_in_other_format())
            || self.diagnosis.as_ref().is_some_and(|diagnosis| diagnosis.outcome.is_right())
    }
}

impl Checked {
    /// True if the moves file contains log rows and no boards, and the log contains boards and no rows, as far as there
    /// are these files.
    pub(crate) fn looks_swapped(&self, job: &Job) -> bool {
        let (row_format, squares) = (job.row_format(), job.assignment.squares);
        let lines =
            |text: &'_ TextPrefix| text.lines().take(LINES_OF_ROLE).map(Cow::into_owned).collect::<Vec<String>>();
        let is_row = |line: &String| row_format.is_row(line.as_bytes()) || row_format.is_column_names(line.as_bytes());
        let is_board =
            |line: &String| is_board_row(&squares_of(line.as_bytes(), squares), squares, job.assignment.size);
        self.report.files.iter().zip(&self.texts).all(|(file, text)| {
            let lines = lines(text);
            let (has_rows, has_boards) = (lines.iter().any(is_row), lines.iter().any(is_board));
            has_rows != has_boards && has_rows == (file.role == Role::Moves)
        })
    }

    /// Adds a diagnosis of this case alone to the report. The diagnosis visits at most about `effort` nodes. `say` gets
    /// messages about the progress.
    pub fn diagnose(&mut self, job: &Job, effort: u64, say: &(dyn Fn(&'static str) + Sync)) {
        if !self.report.is_same() {
            diagnose_checked(&mut [(job, Some(self))], effort, say);
        }
    }

    /// Finds files in another format and files that are right for another job, without trying mistakes. The search
    /// visits at most about an eighth of `effort` nodes.
    pub fn recognise(&mut self, job: &Job, effort: u64) {
        let found = diagnosis::recognise(&Case::new(job, Some(self)), effort);
        self.report.diagnosis = Some(found);
    }

    /// Keeps only the beginning of each text for a later diagnosis. `most` returns the number of bytes to keep of a
    /// file with this role.
    pub fn shorten_texts(&mut self, most: impl Fn(Role) -> usize) {
        self.texts.iter_mut().zip(&self.report.files).for_each(|(text, file)| text.shorten(most(file.role)));
    }

    /// The student's files, prepared for a diagnosis.
    pub fn evidence(&self) -> Vec<Evidence<'_>> {
        let Self { report, texts } = self;
        let parts: Vec<(Part, Option<&str>)> = match (&report.files[..], &texts[..]) {
            ([_, _], [output]) => output.parts().map(|part| (part, None)).to_vec(),
            (_, texts) => texts.iter().map(|text| (text.part(), text.reformatted.as_deref())).collect(),
        };
        let files = report.files.iter().zip(parts);
        files
            .map(|(file, (part, reformatted))| Evidence {
                role: file.role,
                part,
                reformatted: reformatted.map(str::as_bytes),
                is_nearly_right: file.shape().is_nearly_right(),
            })
            .collect()
    }
}
