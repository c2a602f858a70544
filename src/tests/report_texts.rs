//! Snapshots of the texts and a plot of a report.

use crate::report::{PRINTED, files::SMALL, report, text};

#[test]
fn texts_of_reports_are_as_pinned() {
    let _settings = crate::snapshots("report");
    let folder = report(&format!("{SMALL} --no-times"));
    insta::assert_snapshot!("text", text(folder.path(), PRINTED));
    insta::assert_snapshot!("markdown", text(folder.path(), "report.md"));
    insta::assert_snapshot!("plot", text(folder.path(), "nodes.svg"));
}
