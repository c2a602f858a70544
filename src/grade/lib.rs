//! Grading a folder of submissions: each is built and run, contained, and what it wrote is judged.
//!
//! A [`Configuration`](configuration::Configuration) says how. A grader makes a result of each submission of a class, and
//! the outputs are made of the results alone, so that they are the same bytes wherever and however often the class is
//! graded.

pub mod build_id;
pub mod class;
pub mod configuration;
pub mod digest;
pub mod escape;
pub mod feedback;
pub mod grader;
pub mod judging;
pub mod merge;
pub mod outputs;
pub mod people;
pub mod points;
pub mod recipes;
pub mod results;
pub mod sandbox;
pub mod submissions;
pub mod times;
