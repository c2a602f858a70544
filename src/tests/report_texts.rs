//! What people see of a report: its text, a plot, and what is refused.

use crate::report::{files::small, report, text};

#[test]
fn what_people_see() {
    let _settings = crate::snapshots("report");
    let folder = report(&small());
    insta::assert_snapshot!("text", text(folder.path(), "report.txt"));
    insta::assert_snapshot!("markdown", text(folder.path(), "report.md"));
    insta::assert_snapshot!("plot", text(folder.path(), "nodes.svg"));
}

#[test]
fn wrong_usage_is_refused_with_a_word_of_help() {
    let _settings = crate::snapshots("report");
    let cases: &[&[&str]] = &[
        &["--depths", "0", "--out", "r"],
        &["--depths", "5-3", "--out", "r"],
        &["--depths", "2,,3", "--out", "r"],
        &["--eval", "pieces corners", "--out", "r"],
        &["--eval", "pieces=fixtures/weights/own.csv", "--out", "r"],
        &["--eval", "a name that is long=fixtures/weights/own.csv", "--out", "r"],
        &["--eval", "mine=fixtures/weights/missing.csv", "--out", "r"],
        &["--eval", "mine=fixtures/weights/bad-word.csv", "--out", "r"],
        &["--eval", "pieces", "--eval", "pieces", "--out", "r"],
        &["fixtures/bad/lower-case-x.txt", "--out", "r"],
        &["fixtures/weights", "--out", "r"],
        &["--openings", "101", "--out", "r"],
        &["--depths", "1", "--threads", "0", "--out", "r"],
    ];
    let refusals = crate::refusals("report", cases.iter().copied());
    insta::assert_snapshot!("refusals", refusals);
}
