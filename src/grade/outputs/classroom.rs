//! Results as the grading reporter of GitHub Classroom reads them: a line `result=` with JSON in Base64.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

use crate::{
    feedback::texts::CaseOf,
    results::{ClassResults, StudentResult},
};

/// The line for the file that `GITHUB_OUTPUT` names.
pub fn classroom(results: &ClassResults, student: &StudentResult) -> String {
    let status = |is_passed| if is_passed { "pass" } else { "fail" };
    let tests = CaseOf::all(results, student, false).map(|case| {
        let (name, status) = (&case.heading.name, status(case.is_passed()));
        json!({ "name": name, "status": status, "score": case.points(), "message": case.text() })
    });
    let payload = json!({
        "version": 1,
        "status": status(student.points >= results.maximum),
        "max_score": results.maximum,
        "tests": tests.collect::<Value>(),
    });
    format!("result={}\n", BASE64_STANDARD.encode(payload.to_string()))
}
