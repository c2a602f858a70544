//! `junit.xml`: a suite for each student, with a test for each case.

use anyhow::Result;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::tests::tests;
use crate::grade::results::ClassResults;

/// The results as a `JUnit` report, without times.
pub(super) fn junit(results: &ClassResults) -> Result<String> {
    let mut report = Report::new("reversi grade");
    for student in &results.students {
        let mut suite = TestSuite::new(student.name.as_str());
        for test in tests(results, student) {
            let status = if test.is_passed {
                TestCaseStatus::success()
            } else {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                let points = format!("{}: {} of {} points", test.verdict, test.points, test.maximum);
                status.set_type(test.verdict).set_message(points).set_description(test.text);
                status
            };
            let mut case = TestCase::new(test.name, status);
            case.set_classname(student.name.as_str());
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    Ok(report.to_string()?)
}
