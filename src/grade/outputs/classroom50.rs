//! Results as Classroom 50 reads them: `result.json`, which is public.

use std::env;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::{
    feedback::texts::CaseOf,
    points::Points,
    results::{ClassResults, StudentResult},
};

/// The keys that say whose results they are, with the environment variables that set them.
const IDENTITY: [(&str, &str); 7] = [
    ("classroom", "CLASSROOM50_CLASSROOM"),
    ("assignment", "CLASSROOM50_ASSIGNMENT"),
    ("submission", "CLASSROOM50_SUBMISSION"),
    ("commit", "CLASSROOM50_COMMIT"),
    ("release", "CLASSROOM50_RELEASE"),
    ("review", "CLASSROOM50_REVIEW"),
    ("datetime", "CLASSROOM50_DATETIME"),
];

/// The step of a workflow that grades and keeps the results.
pub fn example_classroom50() -> &'static str {
    include_str!("classroom50.yml")
}

/// The results of a student. Points are rounded down: Classroom 50 takes whole numbers.
///
/// # Errors
/// Returns an error if a case is hidden, or if an environment variable is missing.
pub fn classroom50(results: &ClassResults, student: &StudentResult) -> Result<Vec<u8>> {
    if let Some(hidden) = results.cases.iter().find(|case| case.is_hidden) {
        let name = &hidden.name;
        bail!("the case {name} is hidden, and results of Classroom 50 are public; expected visible cases only");
    }
    let mut result = json!({ "schema": "classroom50/result/v1" });
    for (key, variable) in IDENTITY {
        let value = env::var(variable);
        result[key] = value.with_context(|| format!("{variable} is not set; see --example-classroom50"))?.into();
    }
    #[allow(clippy::cast_possible_truncation)] // at most a million points
    let whole = |points: Points| points.number().floor() as i64;
    let tests = CaseOf::all(results, student, false).map(|case| {
        let (score, most) = (whole(case.points()), whole(case.most_points()));
        json!({ "test-name": case.name(), "passed": case.is_passed(), "score": score, "max-score": most })
    });
    result["score"] = whole(student.points).into();
    result["max-score"] = whole(results.maximum).into();
    result["tests"] = tests.collect::<Value>();
    let mut json = serde_json::to_vec_pretty(&result)?;
    json.push(b'\n');
    Ok(json)
}
