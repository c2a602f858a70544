//! The texts and a plot of a report, as people see them.

use crate::report::{files::small, report, text};

#[test]
fn texts_of_reports_are_as_pinned() {
    let _settings = crate::snapshots("report");
    let folder = report(&small());
    insta::assert_snapshot!("text", text(folder.path(), "report.txt"));
    insta::assert_snapshot!("markdown", text(folder.path(), "report.md"));
    insta::assert_snapshot!("plot", text(folder.path(), "nodes.svg"));
}
