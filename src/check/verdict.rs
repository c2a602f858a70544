//! The verdict on a student's file, and the differences behind it.

use std::path::PathBuf;

use super::{Deviations, Difference, OneLine, Role, Unread};

/// The result of a check of a file, or of one part of an output.
#[derive(Clone, Debug)]
pub struct FileReport {
    pub role: Role,
    /// The path, as the user wrote it.
    pub path: PathBuf,
    /// True if the file has another part.
    pub is_part: bool,
    pub passed_over: Vec<PassedOver>,
    pub deviations: Deviations,
    /// True if more rows of a wrong log are wrong in their format alone than otherwise.
    pub is_mostly_format: bool,
    pub verdict: Verdict,
    /// Why the file has not been read to its end.
    pub unread: Option<Unread>,
}

/// The verdict on a file.
#[derive(Clone, Debug)]
pub enum Verdict {
    Same,
    /// Right apart from its [format deviations](FileReport::deviations).
    OtherFormat {
        /// The first difference, which is one of format.
        first: Difference,
    },
    Wrong {
        first: Difference,
        /// The first difference beyond the format deviations, if the first of all is one of format.
        beyond: Option<Difference>,
        shape: Shape,
    },
}

/// The shape of a wrong file's differences, apart from its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Any,
    /// Apart from one line, the file is right.
    OneLine(OneLine),
    /// The file ends too early and is right before that.
    StopsEarly(EarlyStop),
}

/// The early end of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyStop {
    /// The number of whole lines, all of them right apart from their format.
    pub lines: u64,
    /// True if the last line is cut short.
    pub is_within_line: bool,
}

/// A difference that is ignored, unless every byte counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PassedOver {
    /// LF for CR LF, or the other way round.
    LineEnds {
        are_mixed: bool,
    },
    /// Blanks at the end of a line.
    TrailingBlanks,
    /// A line end that is missing after the last line, or one too many.
    FinalLineEnd,
    /// Empty lines at the end.
    EmptyLines,
    ByteOrderMark,
}

impl FileReport {
    /// True if there is no difference.
    pub const fn is_same(&self) -> bool {
        matches!(self.verdict, Verdict::Same)
    }

    /// The first difference, even if it is one of format.
    pub const fn first(&self) -> Option<&Difference> {
        match &self.verdict {
            Verdict::Same => None,
            Verdict::OtherFormat { first } | Verdict::Wrong { first, .. } => Some(first),
        }
    }

    /// The first difference beyond the format deviations, if the first of all is one of format.
    pub const fn beyond(&self) -> Option<&Difference> {
        match &self.verdict {
            Verdict::Wrong { beyond, .. } => beyond.as_ref(),
            Verdict::Same | Verdict::OtherFormat { .. } => None,
        }
    }

    /// The first difference, and the first beyond the format deviations.
    pub(super) fn differences(&mut self) -> impl Iterator<Item = &mut Difference> {
        let (first, beyond) = match &mut self.verdict {
            Verdict::Same => (None, None),
            Verdict::OtherFormat { first } => (Some(first), None),
            Verdict::Wrong { first, beyond, .. } => (Some(first), beyond.as_mut()),
        };
        first.into_iter().chain(beyond)
    }

    /// True if the file has format deviations and is right otherwise.
    pub const fn is_in_other_format(&self) -> bool {
        matches!(self.verdict, Verdict::OtherFormat { .. })
    }

    /// The shape of the file. A right file has [`Shape::Any`].
    pub const fn shape(&self) -> Shape {
        match self.verdict {
            Verdict::Wrong { shape, .. } => shape,
            Verdict::Same | Verdict::OtherFormat { .. } => Shape::Any,
        }
    }
}

impl Shape {
    /// The shape of a file that may have one wrong line or stop too early. If the last line is missing or cut short, both are
    /// possible.
    pub(super) fn new(one_line: Option<OneLine>, stop: Option<EarlyStop>) -> Self {
        match (one_line, stop) {
            (Some(error), None) => Self::OneLine(error),
            (Some(error), _) if error.fault == super::LineFault::Missing => Self::OneLine(error),
            (_, Some(stop)) => Self::StopsEarly(stop),
            (None, None) => Self::Any,
        }
    }
}

impl EarlyStop {
    /// The sentence on the right part and on the usual cause of such an end. `noun` names the file.
    pub fn text(self, noun: &str) -> String {
        let right = match self.lines {
            1 => "The one line before that is right".to_owned(),
            lines => format!("All {lines} lines before that are right"),
        };
        let (place, cause) = if self.is_within_line {
            ("within a line", "a file that was not flushed or closed, or a program that was stopped")
        } else {
            ("between two lines", "a crash, a time limit, or code that is not finished")
        };
        format!("{right}, but the {noun} stops too early, {place}. The usual cause is {cause}.")
    }
}

impl PassedOver {
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
