//! Checks a student's files against the expected files, and explains the differences.
//!
//! ```text
//!  comparing/   reads the files, and finds the first difference of each and its format deviations
//!  diagnosis/   tries programs, and finds those that write the files
//!  reasons/     explains a row of a search with its numbers
//!  saying/      writes all this as a report, for people and as JSON
//!  explain/     shows a search as a page, beside the files
//! ```
//!
//! [`batch`] and [`output`] compare the files of a [job](reversi_course::assignment::Job) and return a [`Checked`]
//! case. The case has a [`Report`] with the first difference of each file, and keeps the beginning of each file for
//! a diagnosis.

mod comparing;
pub mod diagnosis;
pub mod explain;
pub mod reasons;
mod saying;

use comparing::{
    cases, checked, comparison, deviations, expected_files, expected_text, kind, lines, moves_reading, node_alignment,
    one_line, play, recognition, student_file, verdict,
};
pub use comparing::{matching, subsequence};
use saying::{difference_text, excerpt, json, picture, printing, report};

pub use cases::{CheckedCase, CheckedCases};
pub use checked::{Checked, Report};
pub use deviations::{Deviation, Deviations};
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
pub use verdict::{Difference, EarlyStop, FileReport, PassedOver, Shape, Subject, Verdict};
