//! Grading a folder of submissions: each is built and run, contained, and what it wrote is judged.
//!
//! A [`Configuration`](configuration::Configuration) says how. A [`Grader`](grader::Grader) makes a
//! [`Graded`](results::Graded) of each [`Submission`](submission::Submission) of a [`Class`](class::Class), and
//! [`outputs`] are made of the [results](results::ClassResults) alone, so that they are the same bytes wherever and
//! however often the class is graded.

pub mod archive;
pub mod build;
pub mod class;
pub mod command_line;
pub mod configuration;
pub mod digest;
pub mod execution;
pub mod expected;
pub mod fingerprint;
pub mod grader;
pub mod judgement;
pub mod lateness;
pub mod merge;
pub mod moment;
pub mod outputs;
pub mod overrides;
pub mod plain;
pub mod points;
pub mod recipe;
pub mod records;
pub mod results;
pub mod roster;
pub mod submission;
pub mod times;
pub mod verdict;
