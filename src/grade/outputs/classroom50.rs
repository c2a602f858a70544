//! Results for Classroom 50: `result.json`, which is public.

use std::env;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::{
    feedback::texts::CaseOf,
    points::Points,
    results::{ClassResults, StudentResult},
};

/// The keys that identify the owner of the results. `CLASSROOM50_COMMIT` and other environment variables set them.
const IDENTITY: [&str; 7] = ["classroom", "assignment", "submission", "commit", "release", "review", "datetime"];

/// A step of a GitHub workflow that grades a submission and keeps the results.
pub fn example_classroom50() -> &'static str {
    include_str!("classroom50.yml")
}

/// The results of a student for Classroom 50. Classroom 50 needs whole numbers of points: each sum is rounded down.
/// Returns an error if a case is hidden, or if an environment variable is missing.
pub fn classroom50(results: &ClassResults, student: &StudentResult) -> Result<Vec<u8>> {
    if let Some(hidden) = results.cases.iter().find(|case| case.is_hidden) {
        let name = &hidden.name;
        bail!("the case {name} is hidden, and results of Classroom 50 are public; expected visible cases only");
    }
    let mut result = json!({ "schema": "classroom50/result/v1" });
    for key in IDENTITY {
        let variable = format!("CLASSROOM50_{}", key.to_uppercase());
        let value = env::var(&variable);
        result[key] = value.with_context(|| format!("{variable} is not set; see --example-classroom50"))?.into();
    }
    let of_cases = CaseOf::all(results, student, false).map(|case| (case.name(), case.points(), case.most_points()));
    let of_manual = results.manual.iter().map(|manual| {
        let points = student.points_of(&manual.name).unwrap_or_default();
        (manual.name.as_str(), points, manual.points)
    });
    let tests: Vec<(&str, Points, Points)> = of_cases.chain(of_manual).collect();
    let [mut sum, mut most_sum] = [Points::ZERO; 2];
    let mut scores: Vec<[i64; 2]> = Vec::new();
    let mut left = 0;
    for (_, points, most) in &tests {
        let before = [sum.whole(), most_sum.whole()];
        (sum, most_sum) = (sum + points.from_zero(), most_sum + most.from_zero());
        let most = most_sum.whole() - before[1];
        // A score never exceeds its maximum. A later test takes what is left.
        left += sum.whole() - before[0];
        let score = left.min(most);
        left -= score;
        scores.push([score, most]);
    }
    for [score, most] in &mut scores {
        let more = left.min(*most - *score);
        (*score, left) = (*score + more, left - more);
    }
    let tests = tests.iter().zip(scores).map(|((name, points, most), [score, max_score])| {
        json!({ "test-name": name, "passed": points >= most, "score": score, "max-score": max_score })
    });
    result["tests"] = tests.collect::<Value>();
    // Staff can change the sum, also by points that do not belong to any test.
    result["score"] = student.points.whole().max(0).into();
    result["max-score"] = most_sum.whole().into();
    let mut json = serde_json::to_vec_pretty(&result)?;
    json.push(b'\n');
    Ok(json)
}
