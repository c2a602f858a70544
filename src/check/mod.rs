//! Whether a student's files are right and, if not, where and why not: the truth against what was handed in.
//!
//! [`batch`] and [`output`] compare the files of a [`Job`] and return what was [`Checked`]: the [`Report`], in which each
//! file has its first difference, and the beginning of each file as it was read, for whoever wants to know how it came
//! to be.

mod comparison;
pub mod diagnosis;
mod difference;
mod excerpt;
mod json;
mod kind;
pub mod matching;
mod moves_reading;
mod picture;
mod play;
mod report;
mod said;
mod spelling_variants;
mod student_file;
mod truth;

use std::path::PathBuf;

use crate::{
    assignment::{Job, OutputForm},
    mistakes::Mistake,
};

use diagnosis::{Diagnosis, Evidence, diagnose_by};
pub use difference::{Difference, EarlyStop, LineFault, SingleLineError, Subject};
pub use json::{write_cases_json, write_json};
pub use kind::{Kind, Role};
pub use play::{FoundMove, Play};
pub use report::{write_cases, write_diagnosis, write_differences, write_report};
pub use spelling_variants::{SpellingVariant, SpellingVariants};
pub use student_file::{TextPrefix, Unread};
pub use truth::{batch, output};

/// What counts as equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Equality {
    /// The same lines, whatever is [passed over](IgnoredDifference).
    #[default]
    Lines,
    /// The same bytes.
    Exact,
    /// The same lines, or rows that [say the same](crate::log::lenient).
    Lenient,
}

/// What does not make a file another one, unless every byte counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IgnoredDifference {
    /// LF for CR LF, or the other way round.
    LineEnds {
        /// Whether there are both.
        are_mixed: bool,
    },
    /// Blanks at the end of a line.
    TrailingBlanks,
    /// A line end that is missing after the last line, or one too many.
    FinalLineEnd,
    /// Empty lines at the end.
    EmptyLines,
    /// A byte order mark.
    ByteOrderMark,
}

impl IgnoredDifference {
    /// The name, as in `--json`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LineEnds { .. } => "line-ends",
            Self::TrailingBlanks => "trailing-blanks",
            Self::FinalLineEnd => "final-line-end",
            Self::EmptyLines => "empty-lines",
            Self::ByteOrderMark => "byte-order-mark",
        }
    }
}

/// What a check has found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What is to be said.
    pub report: Report,
    /// What is known of the texts: of the moves file and the log, in this order and as far as they were checked, or of the
    /// one output.
    pub texts: Vec<TextPrefix>,
}

/// A case of a list, checked.
#[derive(Clone, Debug)]
pub struct CheckedCase {
    /// Its name.
    pub name: String,
    /// What is to be said of its files; none where a file is not there.
    pub report: Option<Report>,
    /// The other jobs for which its files are right, in words.
    pub other_jobs: Vec<String>,
}

impl CheckedCase {
    /// Whether all its files are there and right.
    pub fn is_same(&self) -> bool {
        self.report.as_ref().is_some_and(Report::is_same)
    }
}

/// What is to be said of a submission.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The files, or the two parts of an output.
    pub files: Vec<FileReport>,
    /// What explains them, once somebody has [asked](Checked::diagnose).
    pub diagnosis: Option<Diagnosis>,
}

/// What is to be said of a file, or of one part of an output.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// What it is.
    pub role: Role,
    /// The path, as it was given.
    pub path: PathBuf,
    /// Whether the file has another part.
    pub is_part: bool,
    /// What was passed over.
    pub ignored_differences: Vec<IgnoredDifference>,
    /// What is spelled otherwise.
    pub variants: SpellingVariants,
    /// The first difference.
    pub first: Option<Difference>,
    /// The first difference beyond the variants.
    pub first_non_spelling_difference: Option<Difference>,
    /// Whether everything is right apart from the variants, one of which is the first difference.
    pub is_right_otherwise: bool,
    /// The one line that is too many or too few or wrong, where the file is right apart from it.
    pub single_line_error: Option<SingleLineError>,
    /// Where the file ends too early and is right before that.
    pub stops_early: Option<EarlyStop>,
    /// A moves file as the assignment spells it, where it is spelled otherwise and can be read.
    pub respelled: Option<String>,
    /// Why the file has not been read to its end.
    pub unread: Option<Unread>,
}

impl FileReport {
    /// The report of a file with a role in a job, or of one part of an output, of which nothing is known yet.
    fn new(job: &Job, role: Role) -> Self {
        Self {
            role,
            path: PathBuf::new(),
            is_part: job.assignment.output == OutputForm::Next && job.is_logged,
            ignored_differences: Vec::new(),
            variants: SpellingVariants::default(),
            first: None,
            first_non_spelling_difference: None,
            is_right_otherwise: false,
            single_line_error: None,
            stops_early: None,
            respelled: None,
            unread: None,
        }
    }

    /// Whether there is no difference.
    pub const fn is_same(&self) -> bool {
        self.first.is_none()
    }
}

impl Report {
    /// Whether there is no difference in any file.
    pub fn is_same(&self) -> bool {
        self.files.iter().all(FileReport::is_same)
    }
}

impl Checked {
    /// Finds out which mistakes write these files, visiting about `effort` nodes at most, and puts it into the report.
    /// `say` is told what is being tried.
    pub fn diagnose(&mut self, job: &Job, effort: u64, say: &dyn Fn(&'static str)) {
        if self.report.is_same() {
            return;
        }
        let known = Mistake::of(&job.assignment).collect();
        let found = diagnose_by(job, &self.evidence(), known, effort, say);
        self.report.diagnosis = Some(found);
    }

    /// Keeps only the first `most` bytes of each text, as evidence for a later diagnosis.
    pub fn shorten_texts(&mut self, most: usize) {
        self.texts.iter_mut().for_each(|text| text.shorten(most));
    }

    /// The files as evidence of how they came to be.
    pub fn evidence(&self) -> Vec<Evidence<'_>> {
        let Self { report, texts } = self;
        let texts: Vec<Evidence> = match (&report.files[..], &texts[..]) {
            ([board, log], [output]) => output.parts(board.role, log.role),
            (files, texts) => files.iter().zip(texts).map(|(file, text)| text.evidence(file.role)).collect(),
        };
        texts
            .into_iter()
            .zip(&report.files)
            .map(|(text, file)| Evidence {
                respelled: file.respelled.as_deref().map(str::as_bytes),
                is_respelled_only: file.respelled.is_some() && file.is_right_otherwise,
                is_nearly_right: file.single_line_error.is_some() || file.stops_early.is_some(),
                ..text
            })
            .collect()
    }
}
