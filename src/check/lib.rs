//! Checks a student's files against the expected files, and explains the differences.
//!
//! [`batch`] and [`output`] compare the files of a [job](reversi_course::assignment::Job) and return a [`Checked`]
//! case. The case has a [`Report`] with the first difference of each file, and keeps the beginning of each file for
//! a diagnosis.

mod cases;
mod checked;
mod comparison;
mod deviations;
pub mod diagnosis;
mod difference;
mod difference_text;
mod excerpt;
mod expected_files;
mod expected_text;
pub mod explain;
mod json;
mod kind;
mod lines;
pub mod matching;
mod moves_reading;
mod node_alignment;
mod one_line;
mod picture;
mod play;
mod printing;
pub mod reasons;
mod recognition;
mod report;
mod student_file;
pub mod subsequence;
mod verdict;

pub use cases::{CaseFiles, CheckedCase, CheckedCases};
pub use checked::{Checked, Report};
pub use deviations::{Deviation, Deviations};
pub use difference::{Difference, Subject};
pub use expected_files::{batch, batch_in_any_order, output};
pub use json::{write_cases_json, write_json};
pub use kind::{Kind, Role};
pub use lines::{Follows, Part, TextLines};
pub use one_line::{LineFault, OneLine};
pub use play::{FoundMove, Play, parse_rows};
pub use recognition::{FileRole, Finding, RecognisedFile, Recognition, recognise};
pub use report::{Detail, FormatMistake, format_mistakes, write_cases, write_differences, write_report};
pub use reversi_course::log::Equality;
pub use student_file::{TextPrefix, Unread};
pub use verdict::{EarlyStop, FileReport, PassedOver, Shape, Verdict};
