//! Writes what was found: the report for people, and the object for programs.
//!
//! A [`report`] has the verdict, the diagnosis and the first place of each file: the two lines ([`excerpt`]), the board
//! ([`picture`]), and the assignment's rule ([`difference_text`]).

pub(crate) mod difference_text;
pub(crate) mod excerpt;
pub(crate) mod json;
pub(crate) mod picture;
pub(crate) mod printing;
pub(crate) mod report;
