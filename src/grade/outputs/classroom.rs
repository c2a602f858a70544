//! Results as the grading reporter of GitHub Classroom reads them: a line `result=` with JSON in Base64.

use anyhow::Result;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Serialize;

use super::tests::tests;
use crate::grade::{
    judging::points::Points,
    results::{ClassResults, StudentResult},
};

#[derive(Serialize)]
struct Payload<'a> {
    version: u8,
    status: &'static str,
    max_score: Points,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Test<'a> {
    name: &'a str,
    status: &'static str,
    score: Points,
    message: String,
}

/// The line for the file that `GITHUB_OUTPUT` names.
///
/// # Errors
/// None: the values can be serialized.
pub fn classroom(results: &ClassResults, student: &StudentResult) -> Result<String> {
    let status = |is_passed| if is_passed { "pass" } else { "fail" };
    let tests = tests(results, student).map(|test| Test {
        name: test.name,
        status: status(test.is_passed),
        score: test.points,
        message: test.text,
    });
    let payload = Payload {
        version: 1,
        status: status(student.points >= results.maximum),
        max_score: results.maximum,
        tests: tests.collect(),
    };
    Ok(format!("result={}\n", BASE64_STANDARD.encode(serde_json::to_vec(&payload)?)))
}
