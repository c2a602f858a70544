//! Tests of assignments, logs and mistakes as a library.

mod jobs;
mod lenient;
mod mistakes;
