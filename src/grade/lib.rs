//! Grading a folder of submissions: each is built and run, contained, and what it wrote is judged.
//!
//! A [`Configuration`](configuration::Configuration) says how. A grader makes a result of each submission of a class, and
//! the outputs are made of the results alone, so that they are the same bytes wherever and however often the class is
//! graded.

pub mod build_id;
#[allow(missing_docs, reason = "for the program alone")]
pub mod class;
pub mod configuration;
mod digest;
pub mod escape;
#[allow(missing_docs, reason = "for the program alone")]
pub mod feedback;
#[allow(missing_docs, reason = "for the program alone")]
pub mod grader;
#[allow(missing_docs, reason = "for the program alone")]
pub mod judging;
#[allow(missing_docs, reason = "for the program alone")]
pub mod merge;
#[allow(missing_docs, reason = "for the program alone")]
pub mod outputs;
pub mod people;
pub mod points;
#[allow(missing_docs, reason = "for the program alone")]
pub mod recipes;
#[allow(missing_docs, reason = "for the program alone")]
pub mod results;
pub mod sandbox;
pub mod submissions;
#[allow(missing_docs, reason = "for the program alone")]
pub mod times;
