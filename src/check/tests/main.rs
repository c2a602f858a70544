//! Tests the check: cases in Markdown, properties of the diagnosis, and the statements of reports.

mod cases;
mod comparison;
mod diagnosis;
#[path = "../../course/tests/jobs.rs"]
mod jobs;
mod laws;
mod markdown;
mod own_words;
