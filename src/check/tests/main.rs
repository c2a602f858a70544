//! Tests `reversi check`: cases in Markdown, properties of the diagnosis, and sentences in reports.

mod cases;
mod comparison;
mod diagnosis;
#[path = "../../course/tests/jobs.rs"]
mod jobs;
mod markdown;
mod own_words;
mod properties;
mod recognition;
