//! Grading a folder of submissions: each is built and run, contained, and what it wrote is judged.
//!
//! A [`Configuration`](configuration::Configuration) says how. A [`Grader`](grader::Grader) makes a
//! [`Graded`](results::Graded) of each [`Submission`](submissions::Submission) of a [`Class`](class::Class), and
//! [`outputs`] are made of the [results](results::ClassResults) alone, so that they are the same bytes wherever and
//! however often the class is graded.

pub mod class;
pub mod configuration;
pub mod digest;
pub mod escape;
pub mod feedback;
pub mod grader;
pub mod judging;
pub mod outputs;
pub mod people;
pub mod recipes;
pub mod results;
pub mod submissions;
