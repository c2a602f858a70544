//! The cases of a student as tests, the form in which `JUnit`, Gradescope and GitHub Classroom take them.

use crate::grade::{
    feedback::texts::CaseOf,
    judging::points::Points,
    results::{ClassResults, StudentResult},
};

/// A case as a test.
pub(super) struct Test<'a> {
    /// The name of the case.
    pub name: &'a str,
    /// The points, by override or earned.
    pub points: Points,
    /// The most points.
    pub maximum: Points,
    /// Whether it has all of them.
    pub is_passed: bool,
    /// The verdict.
    pub verdict: String,
    /// The text on the case, in Markdown.
    pub text: String,
}

/// The cases of a student.
pub(super) fn tests<'a>(results: &'a ClassResults, student: &'a StudentResult) -> impl Iterator<Item = Test<'a>> {
    CaseOf::all(results, student, false).map(|case| {
        let CaseOf { heading, .. } = case;
        let points = student.points_of(&heading.name).unwrap_or_default();
        Test {
            name: &heading.name,
            points,
            maximum: heading.points,
            is_passed: points >= heading.points,
            verdict: case.verdict(),
            text: case.text(),
        }
    })
}
