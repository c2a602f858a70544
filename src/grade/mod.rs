//! Grading a folder of submissions: each is run, contained, and what it wrote is judged.

pub mod confine;
