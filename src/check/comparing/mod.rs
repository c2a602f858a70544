//! Reads a student's files, and compares them with the expected files.
//!
//! ```text
//!  student_file    the lines of a file ──┐
//!  expected_files  the expected lines ───┴▶ comparison ──▶ verdict: the first difference, with its row or step
//!  moves_reading   a moves file in another format            deviations: how the format differs in all lines
//!                                                            one_line: is one line the only fault?
//! ```

pub(crate) mod cases;
pub(crate) mod checked;
pub(crate) mod comparison;
pub(crate) mod deviations;
pub(crate) mod expected_files;
pub(crate) mod expected_text;
pub(crate) mod kind;
pub(crate) mod lines;
pub mod matching;
pub(crate) mod moves_reading;
pub(crate) mod node_alignment;
pub(crate) mod one_line;
pub(crate) mod play;
pub(crate) mod recognition;
pub(crate) mod student_file;
pub mod subsequence;
pub(crate) mod verdict;
