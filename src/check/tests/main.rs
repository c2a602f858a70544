//! Tests of the check: cases in Markdown, properties of the diagnosis, and what may be said of a submission.

mod cases;
mod markdown;
