//! The cases of a student as tests, which is how other systems see them.

use crate::grade::{
    feedback::texts::case_text,
    judging::points::Points,
    results::{ClassResults, StudentResult},
};

/// A case as a test.
pub(super) struct Test<'a> {
    /// The name of the case.
    pub name: &'a str,
    /// The points, given by a person or not.
    pub points: Points,
    /// The most points.
    pub maximum: Points,
    /// Whether it has all of them.
    pub is_passed: bool,
    /// The verdict.
    pub verdict: String,
    /// What the student is told, in Markdown.
    pub text: String,
}

/// The cases of a student.
pub(super) fn tests<'a>(results: &'a ClassResults, student: &'a StudentResult) -> impl Iterator<Item = Test<'a>> {
    results.cases.iter().zip(&student.graded.cases).map(|(heading, case)| {
        let points = student.points_of(&heading.name).unwrap_or_default();
        Test {
            name: &heading.name,
            points,
            maximum: heading.points,
            is_passed: points >= heading.points,
            verdict: case.verdict.to_string(),
            text: case_text(heading, case, student.graded.build.as_ref(), &results.limits),
        }
    })
}
