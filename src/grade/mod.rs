//! Grading a folder of submissions: each is built and run, contained, and what it wrote is judged.
//!
//! A [`Configuration`](configuration::Configuration) says how. A grader makes a result of each submission of a class, and
//! the outputs are made of the results alone, so that they are the same bytes wherever and however often the class is
//! graded.

pub mod build_id;
pub(crate) mod class;
pub mod configuration;
mod digest;
pub mod escape;
pub(crate) mod feedback;
pub(crate) mod grader;
pub mod judging;
pub(crate) mod merge;
pub(crate) mod outputs;
pub mod people;
pub mod points;
pub(crate) mod recipes;
pub(crate) mod results;
pub mod submissions;
pub(crate) mod times;
