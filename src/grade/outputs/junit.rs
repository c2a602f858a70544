//! `junit.xml`: a suite for each student, with a test for each case. `fixtures/grade/schemas/junit.xsd` is its schema.

use std::fmt::Write as _;

use crate::{escape, feedback::texts::CaseOf, results::ClassResults};
use reversi_io::files::html;

/// The results as a `JUnit` report, without times.
pub(super) fn junit(results: &ClassResults) -> String {
    let (mut suites, mut all_tests, mut all_failures) = (String::new(), 0, 0);
    for student in &results.students {
        let student_name = attribute(&student.shown_name());
        let (mut cases, mut tests, mut failures) = (String::new(), 0, 0);
        for case in CaseOf::all(results, student, false) {
            let name = attribute(case.name());
            let start = format!("        <testcase name=\"{name}\" classname=\"{student_name}\"");
            // Writing to a string cannot fail.
            let _ = if case.is_passed() {
                writeln!(cases, "{start}/>")
            } else {
                failures += 1;
                let (verdict, text) = (attribute(&case.verdict()), html::escape(&case.text()));
                let message = format!("{verdict}: {} of {} points", case.points(), case.most_points());
                let failure = format!("<failure message=\"{message}\" type=\"{verdict}\">{text}</failure>");
                writeln!(cases, "{start}>\n            {failure}\n        </testcase>")
            };
            tests += 1;
        }
        let counts = counts(tests, failures);
        let _ = writeln!(suites, "    <testsuite name=\"{student_name}\" {counts}>\n{cases}    </testsuite>");
        all_tests += tests;
        all_failures += failures;
    }
    let start = format!("<testsuites name=\"reversi grade\" {}>", counts(all_tests, all_failures));
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{start}\n{suites}</testsuites>\n")
}

/// The attributes with the numbers of tests and failures.
fn counts(tests: u32, failures: u32) -> String {
    format!("tests=\"{tests}\" errors=\"0\" failures=\"{failures}\"")
}

/// Escapes a text for the value of an XML attribute.
fn attribute(text: &str) -> String {
    html::escape(&escape::line(text))
}
