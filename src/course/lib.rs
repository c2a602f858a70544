//! The requirements of a course as values: assignments, jobs, logs, mistakes, and test cases.

pub mod assignment;
pub mod cases;
pub mod log;
pub mod mistakes;
