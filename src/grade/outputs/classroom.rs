//! Results as the grading reporter of GitHub Classroom reads them: a line `result=` with JSON in Base64.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

use super::tests::tests;
use crate::grade::results::{ClassResults, StudentResult};

/// The line for the file that `GITHUB_OUTPUT` names.
pub fn classroom(results: &ClassResults, student: &StudentResult) -> String {
    let status = |is_passed| if is_passed { "pass" } else { "fail" };
    let tests = tests(results, student).map(|test| {
        json!({ "name": test.name, "status": status(test.is_passed), "score": test.points, "message": test.text })
    });
    let payload = json!({
        "version": 1,
        "status": status(student.points >= results.maximum),
        "max_score": results.maximum,
        "tests": tests.collect::<Value>(),
    });
    format!("result={}\n", BASE64_STANDARD.encode(payload.to_string()))
}
