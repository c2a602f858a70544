//! `junit.xml`: a suite for each student, with a test for each case.

use anyhow::Result;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::grade::{feedback::texts::CaseOf, results::ClassResults};

/// The results as a `JUnit` report, without times.
pub(super) fn junit(results: &ClassResults) -> Result<String> {
    let mut report = Report::new("reversi grade");
    for student in &results.students {
        let mut suite = TestSuite::new(student.name.as_str());
        for case in CaseOf::all(results, student, false) {
            let status = if case.is_passed() {
                TestCaseStatus::success()
            } else {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                let points = format!("{}: {} of {} points", case.verdict(), case.points(), case.heading.points);
                status.set_type(case.verdict()).set_message(points).set_description(case.text());
                status
            };
            let mut test = TestCase::new(case.heading.name.as_str(), status);
            test.set_classname(student.name.as_str());
            suite.add_test_case(test);
        }
        report.add_test_suite(suite);
    }
    Ok(report.to_string()?)
}
