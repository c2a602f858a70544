//! The requirements of a course as values: assignments and their jobs, logs, mistakes, and test cases.

pub mod assignment;
pub mod cases;
pub mod log;
pub mod mistakes;
