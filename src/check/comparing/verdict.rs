//! The verdict on a student's file, and its differences.

use std::path::PathBuf;

use crate::{Deviations, Kind, OneLine, Part, Play, Role, Unread, reasons::RowContext};
use reversi_course::log::RowFormat;

/// The result of checking a file, or of checking one part of an output.
#[derive(Clone, Debug)]
pub struct FileReport {
    pub role: Role,
    /// The path as the user wrote it.
    pub path: PathBuf,
    /// True if this is one of two parts of a file.
    pub is_part: bool,
    pub passed_over: Vec<PassedOver>,
    pub deviations: Deviations,
    /// True if most wrong rows of a log have the right content in another format.
    pub is_mostly_format: bool,
    pub verdict: Verdict,
    /// The reason why the file was not read to the end.
    pub unread: Option<Unread>,
}

/// The verdict on a file.
#[derive(Clone, Debug)]
pub enum Verdict {
    Same,
    /// The file is right apart from [format deviations](FileReport::deviations).
    OtherFormat {
        /// The first difference, which is a format deviation.
        first: Difference,
    },
    Wrong {
        first: Difference,
        /// The first difference that is more than a format deviation, if the first difference is a format deviation.
        beyond: Option<Difference>,
        shape: Shape,
    },
}

/// The pattern of a wrong file's differences, apart from format deviations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Any,
    /// The file is right apart from one line.
    OneLine(OneLine),
    /// The file is right up to its end, but ends too early.
    StopsEarly(EarlyStop),
    /// The file is the right file several times.
    Repeated {
        times: usize,
    },
    /// The boards and moves are right, but the step numbers are wrong from this step on.
    StepNumbers {
        from: u32,
    },
}

/// The early end of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyStop {
    /// The number of complete lines before the early end; all of them are right, apart from their format.
    pub lines: u64,
    /// True if the last line is cut short.
    pub is_within_line: bool,
}

/// The first line in which a file differs.
#[derive(Clone, Debug)]
pub struct Difference {
    pub line: u64,
    /// The number of the expected line, from 1. If the expected file has ended, the number after its last line.
    pub expected_line: u64,
    pub kind: Kind,
    /// The expected line without its line ending, at most 200 characters; `None` after the end of the expected file.
    pub expected: Option<String>,
    /// The line of the file, at most 200 characters; `None` after the end of the file.
    pub found: Option<String>,
    pub subject: Subject,
}

/// The row, board or other part of a file that a line belongs to.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The column names of a log, or the end of a file.
    None,
    Row(Box<RowContext>),
    /// A board of the game.
    Play(Box<Play>),
}

/// A difference that `check` ignores, unless every byte counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PassedOver {
    /// The file has LF instead of CR LF, or CR LF instead of LF.
    LineEnds {
        are_mixed: bool,
    },
    /// Lines end in spaces.
    TrailingBlanks,
    /// The line ending after the last line is missing or surplus.
    FinalLineEnd,
    EmptyLines,
    ByteOrderMark,
}

impl FileReport {
    /// True if the file equals the expected file.
    pub const fn is_same(&self) -> bool {
        matches!(self.verdict, Verdict::Same)
    }

    /// The first difference, even if it is a format deviation.
    pub const fn first(&self) -> Option<&Difference> {
        match &self.verdict {
            Verdict::Same => None,
            Verdict::OtherFormat { first } | Verdict::Wrong { first, .. } => Some(first),
        }
    }

    /// The first difference that is more than a format deviation, if the first difference is a format deviation.
    pub const fn beyond(&self) -> Option<&Difference> {
        match &self.verdict {
            Verdict::Wrong { beyond, .. } => beyond.as_ref(),
            Verdict::Same | Verdict::OtherFormat { .. } => None,
        }
    }

    /// The first difference, and the first difference that is more than a format deviation.
    pub(crate) fn differences(&mut self) -> impl Iterator<Item = &mut Difference> {
        let (first, beyond) = match &mut self.verdict {
            Verdict::Same => (None, None),
            Verdict::OtherFormat { first } => (Some(first), None),
            Verdict::Wrong { first, beyond, .. } => (Some(first), beyond.as_mut()),
        };
        first.into_iter().chain(beyond)
    }

    /// True if the file has format deviations and is otherwise right.
    pub const fn is_in_other_format(&self) -> bool {
        matches!(self.verdict, Verdict::OtherFormat { .. })
    }

    /// Recognises a file that is the right file several times.
    pub(crate) fn recognise_repetition(&mut self, row_format: &RowFormat, part: Part) {
        let Verdict::Wrong { first, beyond, shape: shape @ Shape::Any } = &mut self.verdict else { return };
        let end = beyond.as_ref().unwrap_or(first);
        let lines = part.lines().trimmed().filter(|(_, line)| !line.is_empty() && !row_format.is_column_names(line));
        let (right, extra): (Vec<_>, Vec<_>) = lines.partition(|(number, _)| *number < end.line);
        let [right, extra] = [right, extra].map(|lines| lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>());
        if end.kind == Kind::ExtraRow && !right.is_empty() && extra.chunks(right.len()).all(|chunk| chunk == right) {
            *shape = Shape::Repeated { times: 1 + extra.len() / right.len() };
        }
    }

    /// The pattern of the file's differences. A right file has [`Shape::Any`].
    pub const fn shape(&self) -> Shape {
        match self.verdict {
            Verdict::Wrong { shape, .. } => shape,
            Verdict::Same | Verdict::OtherFormat { .. } => Shape::Any,
        }
    }
}

impl Shape {
    /// The pattern of a file that may have one wrong line or end too early. If the last line is missing or cut short,
    /// both patterns are possible.
    pub(crate) fn new(one_line: Option<OneLine>, stop: Option<EarlyStop>) -> Self {
        match (one_line, stop) {
            (Some(error), None) => Self::OneLine(error),
            (Some(error), _) if error.fault == crate::LineFault::Missing => Self::OneLine(error),
            (_, Some(stop)) => Self::StopsEarly(stop),
            (None, None) => Self::Any,
        }
    }

    /// True if one place is the only fault of the file.
    pub(crate) const fn is_nearly_right(self) -> bool {
        matches!(self, Self::OneLine(_) | Self::StopsEarly(_))
    }

    /// A sentence on the cause that the pattern shows; `None` if the pattern does not show a cause.
    pub(crate) fn text(self, role: Role) -> Option<String> {
        let noun = role.noun();
        Some(match self {
            Self::Any | Self::OneLine(_) | Self::StopsEarly(_) => return None,
            Self::Repeated { times } => {
                format!("The file is the right {noun} {times} times. Write it once, and replace the old file.")
            }
            Self::StepNumbers { from } => {
                format!("The boards and moves are right. Only the step numbers are wrong, from step {from} on.")
            }
        })
    }
}

impl EarlyStop {
    /// A sentence on the right part of the file, and on the usual cause of an early end. `noun` names the file.
    pub fn text(self, noun: &str) -> String {
        let right = match self.lines {
            1 => format!("The first line of the {noun} is right"),
            lines => format!("The first {lines} lines of the {noun} are right"),
        };
        let (place, cause) = if self.is_within_line {
            ("in the middle of a line", "The program was stopped, or did not close the file. Close the file at the end")
        } else {
            ("after a complete line", "Usual causes are a crash, a time limit, or unfinished code")
        };
        format!("{right}, but then the {noun} ends too early, {place}. {cause}.")
    }
}

impl PassedOver {
    /// The name in `--json`.
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
